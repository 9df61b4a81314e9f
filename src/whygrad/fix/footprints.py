"""What a run leaves behind in the working directory: runs that write the same files must not run side by side."""

from __future__ import annotations

import os

MOST = 5_000  # files that are looked at
UNASKED = frozenset({"__pycache__", ".git", ".venv", "node_modules"})

Footprint = dict[str, tuple[int, int]]  # time of change and size, by name


def footprint(folder: str) -> Footprint | None:
    """The files in a folder as they are now; None where there are too many."""
    found: Footprint = {}
    for above, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in UNASKED]
        for name in files:
            path = os.path.join(above, name)
            try:
                status = os.stat(path)
            except OSError:
                continue
            found[path] = (status.st_mtime_ns, status.st_size)
            if len(found) > MOST:
                return None
    return found


def has_written(before: Footprint | None, after: Footprint | None) -> bool:
    """Did something change in between? Yes also where nobody can tell."""
    return before is None or after is None or before != after
