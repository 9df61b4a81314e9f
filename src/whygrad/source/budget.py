"""How long an explanation may take. What it has by then is told, and what is missing is said."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

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
        self.end = clock() + seconds
        self._rounds = 0

    def check(self) -> None:
        """Called in every long search; raises when the time is over."""
        self._rounds += 1
        if self._rounds >= ROUNDS:
            self._rounds = 0
            if self._clock() >= self.end:
                raise OutOfTime

    @property
    def is_spent(self) -> bool:
        return self.now >= self.end

    @property
    def now(self) -> float:
        return self._clock()

    def share(self, part: float, left_out: str) -> Share:
        """A search that may take this part of what is left now; what it does not come to is left out."""
        return Share(self, max(0.0, self.end - self._clock()) * part, left_out)

    def leave_out(self, what: str) -> None:
        self.left_out[what] = None

    @property
    def note(self) -> str:
        """What is said about it, or nothing."""
        return self.sentence(self.left_out)

    def sentence(self, left_out: Iterable[str]) -> str:
        """What is said of something that was left out; nothing where there is nothing."""
        listed = "; ".join(left_out)
        return f"incomplete, to stay within {self.seconds:g} s: {listed}" if listed else ""


class Share:
    """A part of a budget, for `with`: a search that takes longer ends there, and what comes after it goes on."""

    def __init__(self, budget: Budget, seconds: float, left_out: str) -> None:
        self.is_spent = False
        self._budget = budget
        self._seconds = seconds
        self._left_out = left_out

    def __enter__(self) -> None:
        self._began, self._outer = self._budget.now, self._budget.end
        self._budget.end = min(self._outer, self._began + self._seconds)

    def __exit__(self, kind: type[BaseException] | None, error: object, traceback: object) -> bool:
        self._budget.end = self._outer
        self._seconds -= self._budget.now - self._began
        if kind is None or not issubclass(kind, OutOfTime):
            return False
        self.is_spent = True
        self._budget.leave_out(self._left_out)
        return True
