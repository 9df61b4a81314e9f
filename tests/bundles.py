"""Test programs of several files in one: `# file: NAME` begins each; a program of one `main.py` needs no such line.

They are unpacked into a folder of their own, once in a process, and run there.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
from functools import cache
from pathlib import Path

BEGIN = re.compile(r"^# file: (\S+)\n", re.MULTILINE)


@cache
def files_of(bundle: Path) -> dict[str, str]:
    """The texts of the files, by name."""
    text = bundle.read_bytes().decode("utf-8")
    first, *parts = BEGIN.split(text)
    assert not (first and parts), f"{bundle}: there is text before the first file"
    return dict(zip(parts[::2], parts[1::2], strict=True)) if parts else {"main.py": first}


@cache
def unpacked(bundle: Path) -> Path:
    """The folder with the files."""
    folder = _scratch(os.getpid()) / bundle.parent.name / bundle.stem
    for name, text in files_of(bundle).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode("utf-8"))
    return folder


@cache
def _scratch(process: int) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="whygrad-programs-")).resolve()

    def remove() -> None:
        if os.getpid() == process:  # a fork is not to take it away
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    return folder


def holding(folder: Path, name: str, pattern: str = "*/*.py") -> list[Path]:
    """The bundles that have a file of this name, by their own names."""
    return sorted((b for b in folder.glob(pattern) if name in files_of(b)), key=lambda bundle: bundle.stem)
