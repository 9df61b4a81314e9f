"""The way of a gradient that became zeros or nan, for a picture: from a parameter through that place to the loss."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from whygrad.causes._base import leaf_name
from whygrad.finding import Step
from whygrad.graph.uncut import UncutGraph
from whygrad.walk import breadth_first

Inputs = Callable[[int], Iterable[int]]


def way_through(graph: UncutGraph, leaves: Sequence[int | None], at: int | None) -> tuple[Step, ...]:
    """From the first of the leaves that are behind `at`, which is marked as a cut is, to the loss; empty if none is."""
    if at is None:
        return ()
    behind = _shortest((at,), {leaf for leaf in leaves if leaf is not None}, graph.learning_inputs)
    before = _shortest(graph.roots, {at}, graph.inputs)
    if not behind or not before:
        return ()
    found = []
    for index in (*reversed(behind), *list(reversed(before))[1:]):
        node = graph.node(index)
        if node.place is not None and node.op != "backward":
            name = leaf_name(graph, index) if node.kind == "leaf" else ""
            found.append(Step(name or node.spelling or node.op, node.place, "cut" if index == at else ""))
    return tuple(found)


def _shortest(starts: Sequence[int], goals: set[int], inputs: Inputs) -> list[int]:
    """The nodes from one of the starts to the nearest of the goals, both included; none where no way leads there."""
    came: dict[int, int | None] = dict.fromkeys(starts)

    def further(index: int) -> list[int]:
        others = list(inputs(index))
        for other in others:
            came.setdefault(other, index)
        return others

    reached = next((index for index in breadth_first(starts, further) if index in goals), None)
    way: list[int] = []
    while reached is not None:
        way.append(reached)
        reached = came[reached]
    return way[::-1]
