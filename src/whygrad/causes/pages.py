"""The pages of the causes: one Markdown file each, beside the code of the same name."""

from __future__ import annotations

from importlib.resources import files


def pages() -> dict[str, str]:
    """Every page by the name of its cause, in alphabetical order."""
    found = {
        entry.name.removesuffix(".md").replace("_", "-"): entry.read_text(encoding="utf-8")
        for entry in files("whygrad.causes").iterdir()
        if entry.name.endswith(".md")
    }
    return dict(sorted(found.items()))


def title(page: str) -> str:
    """The text of the page's first `# ` line, or "" where it has none."""
    return next((line[2:].strip() for line in page.splitlines() if line.startswith("# ")), "")


def summary(name: str, page: str) -> str:
    """One line that says what the cause is: the title, or the first line of text where the title is the name."""
    heading = title(page)
    if heading and heading.strip("`") != name:
        return heading
    return next((line.strip() for line in page.splitlines() if line.strip() and not line.startswith("#")), "")
