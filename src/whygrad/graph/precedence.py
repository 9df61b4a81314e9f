"""Who speaks where several could: how plausible it is that a cut is the mistake, and which cause yields to which.

Of the ways back to what should learn the cheapest is told, and a cut costs more the less plausible it is. Of two causes
that speak of one thing the one that knows more of it speaks, and the other declares that it yields. Names of files
decide nothing. What is equally good is told side by side, ordered by place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import IntEnum
from typing import Any, TypeVar

from whygrad.recording import Chain
from whygrad.walk import reachable

Item = TypeVar("Item")
EVERY_OTHER = "every other"  # in `yields_to`: it speaks only where no other cause does


class Plausibility(IntEnum):
    """How plausible it is that a cut is the mistake, the most plausible first. The numbers add up along a way."""

    CERTAIN = 90  # an optimizer holds it, or its gradient was asked for; or it is made to stand for the value itself
    LIKELY = 100  # it cuts, and who wrote it may not have meant that
    STANDS_ALONE = 101  # a copy: who makes one means it, so of all that stands on one way it is told last
    CONSTANT = 110  # meets what learns in one term of the loss, as a constant does
    TARGET = 120  # compared with what learns, as a target is; or frozen where no optimizer says what should learn
    NO_DERIVATIVE = 150  # a choice, a draw, an index: it has no gradient to pass on
    SHARED_CHOICE = 155  # the same, and made for something else too
    WEIGHT = 160  # detached, and only a factor of what such a choice keeps from learning
    DECISION = 200  # a branch: nothing of the value goes into the result
    MARKED_VALUE = 230  # a plain value whose line speaks of `requires_grad`
    LOADED_VALUE = 240
    PLAIN_VALUE = 250  # never required a gradient, and nothing says that it should
    PLAIN_CONSTANT = 280  # zeros, ones, a range
    LEFT_OUT = 300  # frozen, and left out of the optimizer


INFERRED = 10  # a link read from the source ranks behind an observed one
NOT_WAITING = 60  # a leaf that no optimizer holds, or whose optimizer was not cleared for this pass, while others were
ALIKE = 50  # ways whose costs differ by less are told together


class Precedence:
    """Which cause yields to which: also to those that the ones it yields to yield to."""

    def __init__(self, yields_to: Mapping[str, Collection[str]]) -> None:
        """`yields_to` has every cause by its name; raises ValueError where one is unknown, or would wait for itself."""
        last = {cause for cause, others in yields_to.items() if EVERY_OTHER in others}
        self._before = {
            cause: frozenset(yields_to.keys() - last) if cause in last else _all_before(cause, yields_to)
            for cause in yields_to
        }
        for cause, before in self._before.items():
            if before & ({cause} if cause in last else {cause, *last}):
                raise ValueError(f"{cause} yields to what yields to it")

    def yields(self, cause: str, other: str) -> bool:
        return other in self._before[cause]

    def heard(self, claims: Sequence[Item], cause_of: Callable[[Item], str]) -> list[Item]:
        """Of several claims to one thing those whose causes yield to none of the others."""
        names = {cause_of(claim) for claim in claims}
        return [claim for claim in claims if not names & self._before[cause_of(claim)]]

    def in_turn(self, groups: Mapping[str, Item], key: Callable[[Item], Any]) -> list[Item]:
        """What several causes have to say, by their names: a cause after those it yields to, else in order of `key`."""
        waiting = sorted(groups, key=lambda cause: key(groups[cause]))
        spoken: list[Item] = []
        while waiting:
            first = next(cause for cause in waiting if self._before[cause].isdisjoint(waiting))
            waiting.remove(first)
            spoken.append(groups[first])
        return spoken


def _all_before(cause: str, yields_to: Mapping[str, Collection[str]]) -> frozenset[str]:
    def others(name: str) -> list[str]:
        if name not in yields_to:
            raise ValueError(f"{cause} yields to {name}, which is no cause")
        return [other for other in yields_to[name] if other != EVERY_OTHER]

    return frozenset(reachable(yields_to[cause], others))


def by_place(chain: Chain) -> tuple[object, ...]:
    """A key that orders by file, line and column; what has no place comes last."""
    return (0, *((p.file, p.line, p.column) for p in chain[-1:])) if chain else (1,)
