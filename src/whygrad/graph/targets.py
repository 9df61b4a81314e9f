"""Values that are meant to have no gradient: a teacher's, with which the loss compares what learns, and counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from whygrad.graph.uncut import UncutGraph, values_in
from whygrad.graph.verdict import Blame
from whygrad.ops import DETACHING, LOSSES, LOSSES_OF_SEVERAL, SIZING, is_in_place
from whygrad.walk import breadth_first

COMPARING = LOSSES | {"cosine_similarity", "pairwise_distance"}
# Losses that torch gives the prediction first and the target second; the others compare more than two values.
TARGET_SECOND = LOSSES - LOSSES_OF_SEVERAL
SIDES = 2
MOST = 2_000  # nodes of one walk
DEEP = 64  # writes, one after the other


def is_a_teacher(graph: UncutGraph, blame: Blame) -> bool:
    """Is all that is stopped here a part by itself, and the loss computed from its results only as from targets?

    A student must learn from it, one that an optimizer holds. Where that is behind the targets too, one network is
    compared with itself: there is no teacher.
    """
    live = graph.learning_behind(graph.query.roots)  # what the passes of the look bring gradients to
    if not any(graph.node(i).optimized for i in live):
        return False
    meetings = _meetings(graph, (route.leaf for route in blame.routes), live)
    if not meetings or not all(_compares(graph, at, target) for at, target in meetings):
        return False
    behind = breadth_first((target for _, target in meetings), lambda at: _made_from(graph, at))
    return not any(i in live and graph.node(i).kind == "leaf" for i in behind)


def are_targets(graph: UncutGraph, leaves: Collection[int]) -> bool:
    """Is what gets a gradient from the loss by these leaves only compared with what an optimizer's parameters learn?"""

    def carrying(at: int) -> Iterator[int]:
        return (user for user in graph.users.get(at, ()) if graph.node(user).requires_grad)

    held = [i for i, node in enumerate(graph.nodes) if node.kind == "leaf" and node.optimized and node.requires_grad]
    live = set(breadth_first(held, carrying))
    came = breadth_first(leaves, lambda at: (user for user in carrying(at) if user not in live))
    meetings = [(user, at) for at in came for user in carrying(at) if user in live]
    return bool(meetings) and all(_compares(graph, at, target) for at, target in meetings)


def is_declared_constant(graph: UncutGraph, blame: Blame) -> bool:
    """A count or a mask that is detached besides: who wrote that knows that it is constant."""
    nodes = blame.routes[0].nodes
    return any(graph.node(i).act in DETACHING and not graph.can_carry(i) for i in nodes)


def is_kept_state(graph: UncutGraph, blame: Blame) -> bool:
    """Is what cuts a write into another parameter, of an average for one? That takes values over, and no gradient."""
    at, routes = blame.cut.node, 0
    while routes < DEEP and graph.node(at).inputs and is_in_place(graph.node(at).op):
        at, routes = graph.node(at).inputs[0], routes + 1
    return bool(routes) and graph.node(at).parameter


def compares_one_value(graph: UncutGraph, term: int) -> bool:
    """Is a term a comparison of two values that are computed from one and the same, and from nothing else?"""

    def single(at: int) -> tuple[int, ...]:
        return graph.node(at).inputs if len(graph.node(at).inputs) == 1 else ()

    compared = graph.node(list(breadth_first((term,), single))[-1])
    if compared.act not in COMPARING or len(compared.inputs) < SIDES:
        return False
    one, other = (set(breadth_first((side,), single)) for side in compared.inputs[:SIDES])
    return any(graph.node(at).kind == "operation" for at in one & other)


def target_side(graph: UncutGraph, one: int, other: int) -> tuple[int, int] | None:
    """Which of two values goes into a loss of torch's as its target alone, while the other is its input; and the loss.

    That is asked where they meet first.
    """

    def carrying(at: int) -> Iterator[int]:
        return (user for user in graph.users.get(at, ()) if graph.node(user).requires_grad)

    first, second = (set(breadth_first((start,), carrying, MOST)) for start in (one, other))
    loss = min(first & second, key=lambda at: graph.node(at).clock, default=None)
    if loss is None or graph.node(loss).act not in TARGET_SECOND or len(graph.node(loss).inputs) < SIDES:
        return None
    place = graph.node(loss).place
    if place is not None and "input=" in graph.text(place):  # by keyword, in whatever order
        return None
    given, target = graph.node(loss).inputs[:SIDES]
    if given in first and target in second:
        return other, loss
    return (one, loss) if given in second and target in first else None


def _made_from(graph: UncutGraph, at: int) -> tuple[int, ...]:
    """What a value was computed from: a copy of a parameter goes its own way, and is no other network's any more."""
    return () if graph.node(at).parameter else values_in(graph.node(at))


def _meetings(graph: UncutGraph, leaves: Iterable[int], live: set[int]) -> list[tuple[int, int]]:
    """The operations in which what came from these leaves meets what learns, each with the value that came."""
    came = breadth_first(leaves, lambda at: (u for u in graph.users.get(at, ()) if u not in live))
    return [(user, at) for at in came for user in graph.users.get(at, ()) if user in live]


def _compares(graph: UncutGraph, at: int, target: int) -> bool:
    """Does this operation measure how far a value that learns is from the target?"""
    node = graph.node(at)
    others = [graph.node(i) for i in node.inputs if i != target]
    if not any(other.requires_grad for other in others):
        return False
    if node.act == "sub":
        users = [graph.node(u) for u in graph.users.get(at, ())]
        users = [user for user in users if user.requires_grad]  # what counts or chooses sends nothing back
        return bool(users) and all(user.act in SIZING for user in users)
    if node.act == "mul":  # a cross entropy by hand
        return any(other.act == "log_softmax" for other in others)
    return node.act in COMPARING
