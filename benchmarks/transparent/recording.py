"""The ways in which a piece of work runs: plainly, as `whygrad run` records, and with the values kept."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import Any

WAYS = ("plain", "run", "values")
KEEP_BYTES = {"run": 0, "values": 2**29}  # what `whygrad run` and `whygrad.watch()` keep


class RecorderFailed(Exception):
    """The recorder broke while it watched: it has kept that from the program, but has seen nothing since."""


@contextlib.contextmanager
def recorded(way: str) -> Iterator[list[str]]:
    """Run the block this way; tells of a recorder that broke, and lets it make its diagnoses as at a run's end.

    Yields what will be told of the limits that were met.
    """
    told: list[str] = []
    if way == "plain":
        yield told
        return
    from whygrad.session import Session

    session = Session(keep_bytes=KEEP_BYTES[way])
    session.start()
    try:
        yield told
    finally:
        session.stop()
        if session.recorder.broken is not None:
            raise RecorderFailed(repr(session.recorder.broken)) from session.recorder.broken
    session.diagnoses()
    told += session.limits(os.path.basename)


def run_recorded(way: str, work: Callable[[], Any]) -> Any:
    with recorded(way):
        return work()
