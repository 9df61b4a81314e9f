"""A copy of the working directory for one trial: what is in it, without what no program changes."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Sequence
from contextlib import suppress

LEFT = frozenset({".git", "__pycache__"})
MADE_HERE = "whygrad-fix-"  # begins the names of our own folders, which may lie in the one that is copied


class Uncopied(Exception):
    """The folder can't be copied: one line for the user."""


def copy_folder(folder: str, copy: str) -> None:
    """Links that lead out of the folder lead to the same place from the copy; pipes, sockets and devices stay out."""
    try:
        shutil.copytree(folder, copy, symlinks=True, ignore=_ignored)
    except shutil.Error as error:
        name, _, reason = error.args[0][0]
        raise Uncopied(f"can't copy {name!r}: {reason}") from None
    except OSError as error:
        raise Uncopied(f"can't copy {folder!r}: {error.strerror}") from None
    for above, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in _ignored(above, folders)]
        for name in (*folders, *files):
            _lead_out(os.path.join(above, name), folder, copy)


def moved(path: str, folder: str, copy: str) -> str:
    """The same path in the copy; one outside of the folder as it is."""
    inside = os.path.join(folder, "")
    return os.path.join(copy, path[len(inside) :]) if path.startswith(inside) else path


def _lead_out(path: str, folder: str, copy: str) -> None:
    if os.path.islink(path) and not os.path.isabs(os.readlink(path)):
        target, inside = os.path.realpath(path), os.path.join(os.path.realpath(folder), "")
        made = moved(path, folder, copy)
        if not target.startswith(inside) and os.path.islink(made):
            os.unlink(made)
            os.symlink(target, made)


def _ignored(folder: str, names: Sequence[str]) -> list[str]:
    return [name for name in names if _is_left(os.path.join(folder, name), name)]


def _is_left(path: str, name: str) -> bool:
    """No file or folder, a folder of ours, or an environment, which Python finds by itself."""
    if name in LEFT or name.startswith(MADE_HERE) or os.path.exists(os.path.join(path, "pyvenv.cfg")):
        return True
    with suppress(OSError):
        mode = os.lstat(path).st_mode
        return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISLNK(mode))
    return False
