"""A detached factor that only weighs a term, beside a choice that is computed with as if it were a value.

Who detaches a weight means it. Who subtracts a target from an index means the index to be learnt.
"""

from __future__ import annotations

from collections.abc import Iterable

from whygrad.graph.uncut import UncutGraph
from whygrad.ops import DISTANCES, JOINING, PLUS_OR_MINUS, SCALING
from whygrad.walk import breadth_first

FAR = 2_000  # operations that are looked at
MEASURING = PLUS_OR_MINUS | DISTANCES
LABELLING = "one_hot"


def weighs_a_choice(graph: UncutGraph, index: int) -> bool:
    """Is this value nothing but a factor, and are others that should learn behind a choice that the rest is made of?"""
    meetings = _meetings(graph, index)
    if not meetings or not all(graph.node(at).act in SCALING for at, _ in meetings):
        return False
    own = _learning(graph, (index,))
    return any(
        _learning(graph, (at,)) - own
        for _, others in meetings
        for at in breadth_first(others, lambda at: graph.node(at).inputs, FAR)
        if _is_choice(graph, at) and _is_measured(graph, at)
    )


def _meetings(graph: UncutGraph, index: int) -> list[tuple[int, tuple[int, ...]]]:
    """The operations in which the value, or what is made of it alone, meets others, each with those."""
    own = list(breadth_first((index,), lambda at: [u for u in _users(graph, at) if _is_alone(graph, u)], FAR))
    return [
        (user, tuple(i for i in graph.node(user).inputs if i != at))
        for at in own
        for user in _users(graph, at)
        if not _is_alone(graph, user)
    ]


def _users(graph: UncutGraph, index: int) -> list[int]:
    return [user for user in graph.users.get(index, ()) if graph.node(user).kind == "operation"]


def _is_alone(graph: UncutGraph, index: int) -> bool:
    return len(graph.node(index).inputs) == 1


def _learning(graph: UncutGraph, roots: Iterable[int]) -> set[int]:
    """The leaves behind these that should learn."""
    leaves = (i for i in breadth_first(roots, lambda at: graph.node(at).inputs, FAR) if graph.node(i).kind == "leaf")
    return {i for i in leaves if graph.node(i).requires_grad and (graph.node(i).optimized or not graph.has_optimizer)}


def _is_choice(graph: UncutGraph, index: int) -> bool:
    """Does it make whole numbers of values that could carry a gradient? A truth value is a mask."""
    node = graph.node(index)
    whole = node.kind == "operation" and not graph.can_carry(index) and node.dtype != "bool"
    return whole and node.act != LABELLING and any(graph.can_carry(i) for i in node.inputs)


def _is_measured(graph: UncutGraph, index: int) -> bool:
    """Is the choice added to or subtracted from another value, so that it is no index and no class?"""

    def handed_on(at: int) -> list[int]:
        return [u for u in _users(graph, at) if graph.node(u).act != LABELLING and _hands_on(graph, u)]

    met = [u for at in breadth_first((index,), handed_on, FAR) for u in _users(graph, at) if not _hands_on(graph, u)]
    return bool(met) and all(graph.node(user).act in MEASURING for user in met)


def _hands_on(graph: UncutGraph, index: int) -> bool:
    return _is_alone(graph, index) or graph.node(index).act in JOINING
