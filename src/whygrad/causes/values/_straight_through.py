"""The straight-through trick, `a + (b - a).detach()`: the value of `b` with the gradient of `a`."""

from __future__ import annotations

from whygrad.graph.uncut import UncutGraph
from whygrad.ops import DETACHING


def replaced_by(graph: UncutGraph, index: int) -> tuple[int, int] | None:
    """(a, the sum), where the node `index` is the detached difference of the trick."""
    node = graph.node(index)
    if not node.inputs or _op(graph, node.inputs[0]) != "sub":
        return None
    difference = graph.node(node.inputs[0])
    for user in graph.users.get(index, ()):
        both = [i for i in graph.node(user).inputs if i in difference.inputs]
        if _op(graph, user) == "add" and both:
            return both[0], user
    return None


def straight_through_loss(graph: UncutGraph, index: int) -> int | None:
    """The comparison of the trick's result with its own `a`, detached: it moves neither `b` nor, rightly, `a`."""
    trick = replaced_by(graph, index)
    if trick is None:
        return None
    source, result = trick
    for user in graph.users.get(result, ()):
        others = [i for i in graph.node(user).inputs if i != result and _op(graph, i) in DETACHING]
        if any(source in graph.node(i).inputs for i in others):
            return user
    return None


def _op(graph: UncutGraph, index: int) -> str:
    return graph.node(index).act


def attached_sums(graph: UncutGraph) -> list[int]:
    """Sums `a + (b - a)` that carry the gradient of both."""
    found = []
    for index, node in enumerate(graph.nodes):
        if _op(graph, index) == "add" and node.requires_grad:
            for i in node.inputs:
                both = [k for k in graph.node(i).inputs if k in node.inputs]
                if _op(graph, i) == "sub" and graph.node(i).requires_grad and both:
                    found.append(index)
    return found
