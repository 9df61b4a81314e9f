"""Gradients that cancel out because a parameter is where an expression of it is least, as `exp(w) - w` is at 0.

`w - w` cancels out whatever `w` is: both paths do the same to it. In `exp(w) - w` one of them bends, so their slopes
are opposite at one value alone; a parameter that starts there, and that no data moves, rightly stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from whygrad.graph.uncut import UncutGraph
from whygrad.ops import CASTING, CONSTANTS, SCALING, SUMMING, VIEWS

STRAIGHT = SUMMING | SCALING | VIEWS | CASTING | {"cat", "clone", "contiguous", "linear", "matmul", "mm", "positive"}
MOST = 2_000


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
    found, waiting = {start}, [start]
    while waiting and len(found) < MOST:
        for user in graph.users.get(waiting.pop(), ()):
            if user in behind and user not in found and graph.node(user).requires_grad:
                found.add(user)
                waiting.append(user)
    return found


def _backward(graph: UncutGraph, starts: Iterable[int]) -> set[int]:
    """What values were computed from, and themselves."""
    waiting = list(starts)
    found = set(waiting)
    while waiting and len(found) < MOST:
        node = graph.node(waiting.pop())
        # Of `expand_as(other)` and its kin the other gives its shape alone.
        for given in node.inputs[:1] if node.act.endswith("_as") else node.inputs:
            if given not in found:
                found.add(given)
                waiting.append(given)
    return found


def _bends(graph: UncutGraph, nodes: set[int]) -> set[int]:
    return {at for at in nodes if graph.node(at).act not in STRAIGHT}


def _takes_data(graph: UncutGraph, nodes: set[int]) -> bool:
    """Is there anything behind but what learns and constants?"""
    ends = [node for at in nodes if not (node := graph.node(at)).inputs]
    return any(not node.requires_grad and node.act not in CONSTANTS for node in ends)
