"""What a project allows: `[tool.whygrad]` in pyproject.toml, and comments in the program's own text."""
