"""The ways in which a piece of work runs: plainly, as `whygrad run` records, and inside `whygrad.watch()`."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import Any

WAYS = ("plain", "run", "watch")


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
    with _session(way) as session:
        yield told
    if session.broken is not None:
        raise RecorderFailed(repr(session.broken)) from session.broken
    session.diagnoses()
    told += session.limits(os.path.basename)


@contextlib.contextmanager
def _session(way: str) -> Iterator[Any]:
    import whygrad
    from whygrad.session import Session

    if way == "watch":
        with whygrad.watch() as session:
            yield session
        return
    session = Session()
    session.start()
    try:
        yield session
    finally:
        session.stop()


def run_recorded(way: str, work: Callable[[], Any]) -> Any:
    with recorded(way):
        return work()
