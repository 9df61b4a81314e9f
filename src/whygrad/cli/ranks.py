"""One report for all processes of a `torchrun`: each runs us by itself, and the first to find something tells it."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whygrad.diagnostic import Diagnostic

PREFIX = "whygrad-ranks-"
DAY = 86_400


def first_of_all_ranks(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Those that no other process of this run has told yet; all of them where there are no other processes."""
    if int(os.environ.get("WORLD_SIZE", "1") or 1) < 2 or "MASTER_PORT" not in os.environ:
        return list(diagnostics)
    try:
        folder = _folder()
        return [d for d in diagnostics if _claim(folder, d)]
    except OSError:
        return list(diagnostics)


def _folder() -> Path:
    """A folder that the processes of this run share: they have one parent and one port."""
    base = Path(tempfile.gettempdir())
    for old in base.glob(f"{PREFIX}*"):
        if time.time() - old.stat().st_mtime > DAY:
            shutil.rmtree(old, ignore_errors=True)
    folder = base / f"{PREFIX}{os.getuid()}-{os.getppid()}-{os.environ['MASTER_PORT']}"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _claim(folder: Path, diagnostic: Diagnostic) -> bool:
    what = f"{diagnostic.cause} {diagnostic.message} {diagnostic.primary}"
    try:
        (folder / hashlib.sha256(what.encode()).hexdigest()).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
