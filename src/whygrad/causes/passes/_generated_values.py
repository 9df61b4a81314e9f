"""Data that the program itself generates with leaves of its own: they require a gradient, and nothing trains them.

A synthetic target is computed once, from weights that the training should find. Each pass of the training runs back
into those weights, and the second finds their graph freed.
"""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.causes._base import leaf_name
from whygrad.graph.sharing import Shared
from whygrad.graph.sites import parting
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import VIEWS
from whygrad.recording import Chain
from whygrad.source.chains import shared_calls
from whygrad.source.patterns.arguments import asks_for_gradient
from whygrad.source.patterns.loops import share_a_loop

TAKING = VIEWS | {"index_select"}


@dataclass(frozen=True)
class Generated:
    """The line to change, and the leaves that the values are computed from.

    It is where the first leaf is created, if each of them is asked for a gradient there, and else what computes the
    values: a parameter of a module requires one anyway.
    """

    chain: Chain
    leaves: tuple[str, ...]
    asked: tuple[Chain, ...] = ()  # where the leaves are created, if that asks for their gradients


def generated(graph: UncutGraph, shared: Shared) -> Generated | None:
    """What the carried value was computed from, if no step ever changes that, and other leaves of the loss are trained.

    The value itself may be a part of it, as a split of the data is.
    """
    if shared.used is None:
        return None
    behind = graph.learning_behind((shared.carried,))
    leaves = [i for i in behind if graph.node(i).kind == "leaf"]
    others = [i for i in graph.learning_behind(graph.query.roots) - behind if graph.node(i).kind == "leaf"]
    changed = _changed(graph)
    if not leaves or any(graph.node(i).unknown for i in behind) or changed & set(leaves) or not changed & set(others):
        return None
    births = [graph.node(i).birth for i in leaves]
    computed = [i for i in behind if graph.node(i).kind == "operation" and graph.node(i).act not in TAKING]
    passed = graph.node(shared.earlier).chain
    if not computed or not all(birth and _is_created_once(graph, birth, passed) for birth in births):
        return None
    # The function that creates the leaves knows what they are for: what its callers compute from them may be right.
    near = max(max(shared_calls(graph.node(i).chain, birth) for birth in births) for i in computed)
    inside = [i for i in computed if any(shared_calls(graph.node(i).chain, birth) == near for birth in births)]
    last = graph.node(max(inside, key=lambda i: graph.node(i).clock))
    in_order = sorted(leaves, key=lambda i: graph.node(i).birth[-1].line)
    names = tuple(dict.fromkeys(name for i in in_order if (name := leaf_name(graph, i))))
    asked = tuple(dict.fromkeys(graph.node(i).birth for i in in_order))
    trained = {place for i in changed & set(others) for place in graph.node(i).birth[-1:]}
    if all(asks_for_gradient(birth[-1], graph.sources) and birth[-1] not in trained for birth in asked):
        return Generated(asked[0], names, asked)
    return Generated(last.chain[: near + 1], names)


def _is_created_once(graph: UncutGraph, birth: Chain, passed: Chain) -> bool:
    """Was it created in no loop that runs passes? What each round creates may be an input that it differentiates."""
    level = parting(birth, passed)
    return level is not None and not share_a_loop(birth[level], passed[level], graph.sources)


def _changed(graph: UncutGraph) -> set[int]:
    """The leaves that an optimizer holds, and those that the program has written itself."""
    held = {i for i, node in enumerate(graph.nodes) if node.kind == "leaf" and node.optimized}
    written = {i for w in graph.recording.writes for i in (w.old, *w.parameters) if i is not None}
    return held | written
