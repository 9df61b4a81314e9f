"""The ways in which a piece of work runs: plainly, as `whygrad run` records, and with the values kept."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

WAYS = ("plain", "run", "values")
KEEP_BYTES = {"run": 0, "values": 2**29}  # what `whygrad run` and `whygrad.watch()` keep


class RecorderFailed(Exception):
    """The recorder broke while it watched: it has kept that from the program, but has seen nothing since."""


@contextlib.contextmanager
def recorded(way: str) -> Iterator[None]:
    """Run the block this way; tells of a recorder that broke, and lets it make its diagnoses as at a run's end."""
    if way == "plain":
        yield
        return
    from whygrad.session import Session

    session = Session(keep_bytes=KEEP_BYTES[way])
    session.start()
    try:
        yield
    finally:
        session.stop()
        if session.recorder.broken is not None:
            raise RecorderFailed(repr(session.recorder.broken)) from session.recorder.broken
    session.diagnoses()


def run_recorded(way: str, work: Callable[[], Any]) -> Any:
    with recorded(way):
        return work()
