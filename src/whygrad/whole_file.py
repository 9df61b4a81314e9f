"""Files that are written as a whole: who reads one never sees a part of it, whatever happens to the writer."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path


def write_whole(path: str | Path, text: str) -> None:
    """The text in UTF-8, with the line ends of the system."""
    write_whole_bytes(path, text.replace("\n", os.linesep).encode("utf-8"))


def write_whole_bytes(path: str | Path, content: bytes) -> None:
    """Write beside the file first, then put that into its place; what a link leads to is replaced, not the link."""
    target = os.path.realpath(path)
    handle, beside = tempfile.mkstemp(prefix=".whygrad-", suffix=".part", dir=os.path.dirname(target))
    try:
        with open(handle, "wb") as file:
            file.write(content)
        with suppress(FileNotFoundError):
            os.chmod(beside, stat.S_IMODE(os.stat(target).st_mode))
        os.replace(beside, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise
