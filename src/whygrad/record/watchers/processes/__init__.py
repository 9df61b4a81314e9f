"""Other processes, and torch's own warnings."""
