"""How long an explanation may take. What it has by then is told, and what is missing is said."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SECONDS = 10.0  # of computing: a machine that is busy with other things does not shorten an explanation
ROUNDS = 16  # between two looks at the clock, which cost more than most steps of a search


class OutOfTime(BaseException):
    """The time is over. No `Exception`, so that nobody who guards against odd texts takes it for one of those."""


class Budget:
    """The time that an explanation has, and what was left out for want of it."""

    def __init__(self, seconds: float = SECONDS, clock: Callable[[], float] = time.thread_time) -> None:
        self.seconds = seconds
        self.left_out: dict[str, None] = {}  # sentences, in their order
        self._clock = clock
        self._end = clock() + seconds
        self._rounds = 0

    def check(self) -> None:
        """Called in every long search; raises when the time is over."""
        self._rounds += 1
        if self._rounds >= ROUNDS:
            self._rounds = 0
            if self._clock() >= self._end:
                raise OutOfTime

    @property
    def is_spent(self) -> bool:
        return self._clock() >= self._end

    @contextmanager
    def share(self, part: float, left_out: str) -> Iterator[None]:
        """A search that may take this part of what is left; what it did not come to is noted, and life goes on."""
        whole, now = self._end, self._clock()
        self._end = now + max(0.0, whole - now) * part
        try:
            yield
        except OutOfTime:
            self.leave_out(left_out)
        finally:
            self._end = whole

    def leave_out(self, what: str) -> None:
        self.left_out[what] = None

    @property
    def note(self) -> str:
        """What is said about it, or nothing."""
        return f"stopped after {self.seconds:g} s: {'; '.join(self.left_out)}" if self.left_out else ""
