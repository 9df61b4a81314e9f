"""Gradients that cancel out because a parameter is where an expression of it is least, as `exp(w) - w` is at 0.

`w - w` cancels out whatever `w` is: both paths do the same to it. In `exp(w) - w` one of them bends, so their slopes
are opposite at one value alone; a parameter that starts there, and that no data moves, rightly stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from whygrad.graph.uncut import UncutGraph
from whygrad.ops import CASTING, CONSTANTS, SCALING, SUMMING, VIEWS
from whygrad.walk import breadth_first

STRAIGHT = SUMMING | SCALING | VIEWS | CASTING | {"cat", "clone", "contiguous", "linear", "matmul", "mm", "positive"}
MOST = 2_000  # nodes of one walk


def is_at_an_optimum(graph: UncutGraph, ways: list[int], behind: set[int]) -> bool:
    """Do the first and the last way bend differently before they meet, and does no data go into either?"""
    first, other = (_onward(graph, way, behind) for way in (ways[0], ways[-1]))
    common = first & other
    if not common:
        return False
    join = min(common, key=lambda at: graph.node(at).clock)
    before = _backward(graph, [join])
    bends = [_bends(graph, onward & before - {join}) for onward in (first, other)]
    acts = [Counter(graph.node(at).act for at in nodes) for nodes in bends]
    return acts[0] != acts[1] and not _takes_data(graph, _backward(graph, bends[0] | bends[1]))


def _onward(graph: UncutGraph, start: int, behind: set[int]) -> set[int]:
    """What was computed from a value, on the way to the loss, and itself."""

    def users_of(at: int) -> list[int]:
        return [user for user in graph.users.get(at, ()) if user in behind and graph.node(user).requires_grad]

    return set(breadth_first((start,), users_of, MOST))


def _backward(graph: UncutGraph, starts: Iterable[int]) -> set[int]:
    """What values were computed from, and themselves."""

    def given_to(at: int) -> Sequence[int]:
        node = graph.node(at)
        # Of `expand_as(other)` and its kin the other gives its shape alone.
        return node.inputs[:1] if node.act.endswith("_as") else node.inputs

    return set(breadth_first(starts, given_to, MOST))


def _bends(graph: UncutGraph, nodes: set[int]) -> set[int]:
    return {at for at in nodes if graph.node(at).act not in STRAIGHT}


def _takes_data(graph: UncutGraph, nodes: set[int]) -> bool:
    """Is there anything behind but what learns and constants?"""
    ends = [node for at in nodes if not (node := graph.node(at)).inputs]
    return any(not node.requires_grad and node.act not in CONSTANTS for node in ends)
