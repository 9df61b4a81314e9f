"""One report for all processes of a `torchrun`: each runs us by itself, and the first to find something tells it."""

from __future__ import annotations

import hashlib
import os
import platform
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from whygrad.cli.private_folder import PrivateFolder, private_folder
from whygrad.render.out import say

if TYPE_CHECKING:
    from whygrad.diagnostic import Diagnostic

LONGEST_START = 600.0  # seconds until a process of ours has come as far as here, on the busiest machine


def _started() -> float:
    """When this process began. Where the system does not tell, or tells nonsense, it is now, which is soon after."""
    now = time.time()
    try:
        with open("/proc/self/stat", encoding="utf-8", errors="replace") as file:
            ticks = int(file.read().rpartition(")")[2].split()[19])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return now
    return now - age if 0 <= age < LONGEST_START else now


STARTED = _started()


def first_of_all_ranks(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Those that no other process of this launch has told yet; all of them where there are no other processes."""
    if not diagnostics or not is_one_of_several():
        return list(diagnostics)
    try:
        with private_folder() as folder:
            if folder is None:
                return list(diagnostics)
            folder.remove_old()
            return [_as_first(d) for d in diagnostics if _claim(folder, d)]
    except OSError:
        return list(diagnostics)


def _as_first(diagnostic: Diagnostic) -> Diagnostic:
    """Which other ranks have found the same is not known yet: its note says no more than that this one has."""
    notes = tuple(f"{n}, the first to report it" if n == f"on rank {_rank()}" else n for n in diagnostic.notes)
    return replace(diagnostic, notes=notes)


def _rank() -> str:
    return os.environ.get("RANK", "")


def is_one_of_several() -> bool:
    """Does this process belong to a launch of several?"""
    return _processes() > 1 and "MASTER_PORT" in os.environ


def is_parent_of_one() -> bool:
    """Is what has started this process a launch by itself, as torchrun is, or may it start many, as a shell does?"""
    return "TORCHELASTIC_RUN_ID" in os.environ


def launch() -> tuple[str, int, str, str]:
    """What the processes of a launch on one machine have in common."""
    run = os.environ.get("TORCHELASTIC_RUN_ID", "")
    return platform.node(), os.getppid(), os.environ.get("MASTER_PORT", ""), run


def _processes() -> int:
    given = os.environ.get("WORLD_SIZE") or "1"
    try:
        return int(given)
    except ValueError:
        say(f"whygrad: WORLD_SIZE is {given!r}, which is not a number: this process reports everything that it found")
        return 1


def _claim(folder: PrivateFolder, diagnostic: Diagnostic) -> bool:
    """Is this process the first of its launch to tell it?

    Processes of a launch have one parent and one port, but a shell starts many launches: a claim from before this
    process began is of an earlier one, and the next claim of the same name counts. torchrun is
    a parent of one launch alone.
    """
    what = f"{launch()} {diagnostic.cause} {diagnostic.message} {diagnostic.primary}"
    name = hashlib.sha256(what.encode("utf-8", "backslashreplace")).hexdigest()
    for launches_before in count():
        claim = f"{name}-{launches_before}"
        if folder.create(claim, repr(time.time())):
            return True
        if is_parent_of_one() or not _is_earlier(folder.read(claim)):
            return False
    return False


def _is_earlier(claimed: str) -> bool:
    """Is the claim of an earlier launch? One without a time is being written just now."""
    try:
        return float(claimed) < STARTED
    except ValueError:
        return False
