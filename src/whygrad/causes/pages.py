"""The pages of the causes: one Markdown file each, beside the code of the same name."""

from __future__ import annotations

import importlib
from pathlib import Path

FOLDER = Path(__file__).parent  # a wheel is unpacked when it is installed


def pages() -> dict[str, str]:
    """Every page by the name of its cause, in alphabetical order."""
    folders = importlib.import_module("whygrad.causes").__path__
    found = {
        page.stem.replace("_", "-"): page.read_text(encoding="utf-8")
        for folder in folders
        for page in Path(folder).glob("*/*.md")
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


def unknown(cause: str, names: list[str]) -> str:
    """One sentence about a name that no cause has."""
    import difflib

    close = difflib.get_close_matches(cause.lower().replace("_", "-"), names, n=3, cutoff=0.5)
    if close:
        *others, last = (f"`{name}`" for name in close)
        listed = f"{', '.join(others)} or {last}" if others else last
        return f"there is no cause {cause!r}; did you mean {listed}?"
    return f"there is no cause {cause!r}; `whygrad explain` lists them"
