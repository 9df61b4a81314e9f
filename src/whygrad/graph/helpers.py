"""A cut inside a helper that does right by its other callers: then the call is to blame, and not the helper."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from whygrad.graph.routes import Cut, Route
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Blame
from whygrad.ops import DETACHING
from whygrad.recording import Chain, Place
from whygrad.source.patterns.arguments import acts_on_arguments, calls_an_argument, function_at, function_name
from whygrad.source.patterns.detaching import only_detaches
from whygrad.source.patterns.loops import stands_before_the_loop_of
from whygrad.source.patterns.metric_calls import other_calls
from whygrad.source.span import acting_part, node_at
from whygrad.source.values.steps import last_name
from whygrad.walk import reachable


@dataclass(frozen=True)
class Misuse:
    """The call by which a cut does harm, and calls of the same helper by which it does none."""

    chain: Chain  # up to the call
    helper: str
    inside: Place  # the cut itself
    right: tuple[Place, ...]


def misused_helper(graph: UncutGraph, blame: Blame) -> Misuse | None:
    """Where a helper cuts whatever it is given, and that is right elsewhere, the one call that is not."""
    cut, wanted = blame.cut, {*graph.query.wrt, *(route.leaf for route in blame.routes)}
    makes = graph.node(cut.node).op in ("grad", "torch.autograd.grad")
    if len(cut.chain) < 2 or makes or cut.node in {route.leaf for route in blame.routes}:
        return None  # a helper that makes a value, as a gradient is one, has cut none that it was given
    met = set(_met_by(graph, cut))
    on_route = (node for route in blame.routes for node in route.nodes if node in met)
    harmful = {chain for node in on_route for chain in _cut_chains(graph, node, cut)}
    for depth in range(1, len(cut.chain)):
        if not _cuts_its_argument(graph, blame, depth):
            break
        if len({chain[-depth - 1] if len(chain) > depth else None for chain in harmful}) != 1:
            break
        right = _right_calls(graph, cut, depth, wanted) or _measuring_calls(graph, cut, depth)
        helper = function_name(cut.chain[-depth], graph.sources)
        if right and helper:
            *callers, call = cut.chain[:-depth]
            return Misuse((*callers, _without_body(call, graph)), helper, cut.chain[-1], right)
    return _of_its_only_purpose(graph, cut, harmful)


def _of_its_only_purpose(graph: UncutGraph, cut: Cut, harmful: set[Chain]) -> Misuse | None:
    """The call of a helper that does nothing but cut: who calls it asks for that. It may have called itself."""
    if cut.switch is not None or not only_detaches(cut.chain[-1], graph.sources):
        return None
    place, helper = _first_outside(graph, cut.chain), function_name(cut.chain[-1], graph.sources)
    call = node_at(place, graph.sources) if place is not None else None
    if place is None or {_first_outside(graph, chain) for chain in harmful} - {place}:
        return None
    if not isinstance(call, ast.Call) or last_name(call.func) != helper:
        return None  # torch has called it, as it calls hooks
    return Misuse(cut.chain[: len(cut.chain) - cut.chain[::-1].index(place)], helper, cut.chain[-1], ())


def used_elsewhere(graph: UncutGraph, route: Route) -> Misuse | None:
    """The call of a helper that computes a value from a leaf it did not make, where other calls use such values.

    The leaf lives on beside the value: the helper is right for those that compute with what it returns, and the call
    that wanted the leaf itself is not. A helper that makes the leaf in the same call has lost it.
    """
    nodes = [graph.node(index) for index in route.nodes[1:]]
    made, chain = graph.node(route.leaf).birth, nodes[0].chain if nodes else ()
    for depth in range(1, len(chain)):
        outside = chain[:-depth]
        if made[: len(outside)] == outside or any(node.chain[: len(outside)] != outside for node in nodes):
            break
        helper = function_name(chain[-depth], graph.sources)
        files = graph.recording.sources if helper else ()
        calls = other_calls(chain[-depth], outside[-1], files, graph.sources)
        right = tuple(call for call in calls if _is_apart(graph, call, outside[-1]))
        if right:
            return Misuse(outside, helper, chain[-1], right)
    return None


def _is_apart(graph: UncutGraph, call: Place, wrong: Place) -> bool:
    """Does a call stand in another function than the wrong one, or in a loop that the wrong one is not in?"""
    if function_at(call, graph.sources) is not function_at(wrong, graph.sources):
        return True
    return stands_before_the_loop_of(wrong, call, graph.sources)


def _first_outside(graph: UncutGraph, chain: Chain) -> Place | None:
    """The innermost place of a chain that does not lie in the function at its end."""
    inner = function_at(chain[-1], graph.sources)
    return next((place for place in reversed(chain) if function_at(place, graph.sources) is not inner), None)


def _without_body(call: Place, graph: UncutGraph) -> Place:
    """Of a `with` statement the context manager; a call as it is."""
    return call if node_at(call, graph.sources) is not None else acting_part(call, graph.sources)


def _cut_chains(graph: UncutGraph, index: int, cut: Cut) -> Iterator[Chain]:
    """The calls by which this node meets the cut, or one at the same place."""
    node = graph.node(index)
    if cut.switch is None:
        if node.chain[-1:] == cut.chain[-1:]:
            yield node.chain
        return
    for switch in graph.switches_over(node):
        chain = graph.switch(switch).chain
        if chain[-1:] == cut.chain[-1:]:
            yield chain


def _met_by(graph: UncutGraph, cut: Cut) -> Sequence[int]:
    """The nodes that may meet the cut, or one at the same place."""
    return (graph.nodes_at if cut.switch is None else graph.nodes_under).get(cut.chain[-1], ())


def _cuts_its_argument(graph: UncutGraph, blame: Blame, depth: int) -> bool:
    """Does the helper at this depth of the chain do to its arguments what is done there?"""
    cut = blame.cut
    if depth > 1 or cut.switch is None:
        return acts_on_arguments(cut.chain[-depth], graph.sources)
    under = [graph.node(n) for n in blame.routes[0].nodes if any(_cut_chains(graph, n, cut))]
    if not under or graph.switch(cut.switch).left_on:
        return False
    place = under[0].chain[len(cut.chain) - 1 :][:1]  # what was done in the helper itself
    if not place or (place[0].file, place[0].function) != (cut.chain[-1].file, cut.chain[-1].function):
        return True  # it has yielded, as a context manager does: its caller wrote the block
    return calls_an_argument(place[0], graph.sources)


def _right_calls(graph: UncutGraph, cut: Cut, depth: int, wanted: set[int]) -> tuple[Place, ...]:
    """The other calls of the same helper of which none does harm."""
    calls: dict[Place, bool] = {}
    for index in _met_by(graph, cut):
        for chain in _cut_chains(graph, index, cut):
            if chain[-depth:] == cut.chain[-depth:] and len(chain) > depth:
                call = chain[-depth - 1]
                calls[call] = calls.get(call, True) and _is_right(graph, index, cut, wanted)
    calls.pop(cut.chain[-depth - 1], None)
    return tuple(call for call, is_right in calls.items() if is_right)


def _measuring_calls(graph: UncutGraph, cut: Cut, depth: int) -> tuple[Place, ...]:
    """The other calls in the text of a helper that takes numbers out of what it cuts, as a metric does."""
    inside, call = cut.chain[-depth], cut.chain[-depth - 1]
    exports = [i for i, node in enumerate(graph.nodes) if node.kind == "export" and node.place is not None]
    own = [i for i in exports if _same_function(graph.node(i).chain[-1], inside) and call in graph.node(i).chain]
    meant = cut.switch is None and graph.node(cut.node).act in DETACHING  # what takes the numbers out is no such choice
    if not meant or not any(cut.node in graph.behind((i,)) for i in own):
        return ()
    return tuple(other_calls(inside, call, graph.recording.sources, graph.sources))


def _same_function(one: Place, other: Place) -> bool:
    return (one.file, one.function) == (other.file, other.function)


def _is_right(graph: UncutGraph, index: int, cut: Cut, wanted: set[int]) -> bool:
    """Was something cut here that could learn, and is that as it should be?

    Where nothing that is cut carries a gradient (the call runs under `no_grad`), opening the cut would change nothing.
    """
    if graph.ends_unknown((index,)) or not (cut.switch is not None or _carries(graph, index)):
        return False
    leaves = {i for i in graph.behind((index,)) if (n := graph.node(i)).kind == "leaf" and n.parameter}
    return bool(leaves) and (not leaves & wanted or is_constant_in_a_term(graph, index))


def _carries(graph: UncutGraph, index: int) -> bool:
    """Does a gradient reach what this operation was given, so that its cut makes a difference?"""
    return any(graph.node(i).requires_grad for i in graph.node(index).inputs)


def is_constant_in_a_term(graph: UncutGraph, index: int) -> bool:
    """Does this value meet something that learns, and is not the whole of a term of the loss?"""

    def users_without_gradient(at: int) -> list[int]:
        return [user for user in graph.users.get(at, ()) if not graph.node(user).requires_grad]

    plain = reachable((index,), users_without_gradient)
    met = {user for at in plain for user in graph.users.get(at, ()) if graph.node(user).requires_grad}
    return bool(met) and met.isdisjoint(graph.summing)
