"""The one way to walk a graph, be it of Origins or of the nodes of a Recording.

What is behind a thing is for the caller to say: a `next_of` that gives nothing for a thing ends the way there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from math import inf
from typing import TypeVar

Thing = TypeVar("Thing", bound=Hashable)


def breadth_first(
    starts: Iterable[Thing], next_of: Callable[[Thing], Iterable[Thing]], most: float = inf
) -> Iterator[Thing]:
    """The starts and what is behind them, nearest first, each once.

    Where `most` or more are known, those are still given, and nothing behind them is looked for. A caller that stops
    asking stops the walk.
    """
    known = list(dict.fromkeys(starts))
    seen = set(known)
    for thing in known:  # grows while it is walked
        yield thing
        if len(known) < most:
            for other in next_of(thing):
                if other not in seen:
                    seen.add(other)
                    known.append(other)


def reachable(starts: Iterable[Thing], next_of: Callable[[Thing], Iterable[Thing]]) -> set[Thing]:
    """The starts and all that is behind them."""
    seen = set(starts)
    waiting = list(seen)
    while waiting:
        new = [other for other in next_of(waiting.pop()) if other not in seen]
        seen.update(new)
        waiting += new
    return seen


def levels(starts: Iterable[Thing], next_of: Callable[[Thing], Iterable[Thing]]) -> Iterator[list[Thing]]:
    """The starts, then what is one step behind them, then two, and so on: each thing once, where it is nearest."""
    level = list(dict.fromkeys(starts))
    seen = set(level)
    while level:
        yield level
        level = [other for other in dict.fromkeys(o for at in level for o in next_of(at)) if other not in seen]
        seen.update(level)
