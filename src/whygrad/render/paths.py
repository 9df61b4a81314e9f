"""How a file is named to the user."""

from __future__ import annotations

import os


def shown_path(file: str, cwd: str) -> str:
    """The path relative to `cwd` where the file lies below it, else absolute; `<stdin>` and the like stay."""
    if file.startswith("<") or not cwd:
        return file
    absolute = os.path.normpath(os.path.join(cwd, file))
    below = os.path.join(os.path.normpath(cwd), "")
    return absolute[len(below) :] if absolute.startswith(below) else absolute
