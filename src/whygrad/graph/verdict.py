"""Which cuts are to blame: those on the cheapest way back to what is meant to learn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from whygrad.graph.inside_functions import asked_inside
from whygrad.graph.left_out import passed_by
from whygrad.graph.precedence import ALIKE, NOT_WAITING, Plausibility
from whygrad.graph.routes import Cut, CutAt, Route, routes_from
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Node, Place, QueryKind

SHARE = 0.7  # of the time that is left
LEFT_OUT = "some parameters that may be intended to learn were not inspected"

ASKED_ONLY = (
    QueryKind.WHY,
    QueryKind.NO_INF_CHECKS,
    QueryKind.SILENT,
    QueryKind.ASLEEP,
    QueryKind.MISSING_GRADIENT,
    QueryKind.UNUSED,
    QueryKind.UNFINISHED_REDUCTION,
    QueryKind.REFUSED,
)  # a question about certain parameters, while others may well learn

LeafCut = Callable[[UncutGraph, int], "Cut | None"]


@dataclass(frozen=True)
class Blame:
    """One cut, the routes that it stops, and the other cuts on them (nothing arrives while one of them stands)."""

    cut: Cut
    routes: tuple[Route, ...]
    others: tuple[Cut, ...]
    asked: int | None = None  # the result that the question was about, where the cut lies behind it


@dataclass(frozen=True)
class Verdict:
    blames: tuple[Blame, ...] = ()


def decide(graph: UncutGraph, cut_at: CutAt, leaf_cut: LeafCut) -> Verdict:
    """The cuts between the question's roots and what is meant to learn, the one to undo first at the front."""
    routes = routes_from(graph, graph.roots, cut_at, lambda index: _may_learn(graph, index))
    # Who asks of one value means what is behind it, where that is no optimizer's.
    helpers = graph.query.kind is not QueryKind.WHY or any(graph.node(r.leaf).optimized for r in routes.values())
    whole: list[Route] = []
    with graph.budget.share(SHARE, LEFT_OUT):
        for route in routes.values():
            graph.budget.check()
            if (full := _with_leaf(graph, route, leaf_cut, helpers)) is not None:
                whole.append(full)
    if graph.query.kind is QueryKind.NO_INF_CHECKS and any(not r.cuts and graph.node(r.leaf).optimized for r in whole):
        return Verdict()  # the loss itself is well: it was not a loss of this optimizer's parameters
    stopped = [r for r in _meant(graph, whole) if r.cuts]
    if not stopped or passed_by(graph) is not None or asked_inside(graph) is not None:
        return Verdict()
    best = min(stopped, key=lambda r: r.order)
    alike: dict[frozenset[Place | str], list[Route]] = {}
    for route in sorted(stopped, key=lambda r: r.order):
        alike.setdefault(_keys(route), []).append(route)
    blames = {(first := _blame(graph, best, alike[_keys(best)])).cut.key: first}
    covered = {r.leaf for r in first.routes}
    # Another parameter that an optimizer holds may starve for another reason: that is told too.
    for route in sorted(stopped, key=lambda r: r.order):
        same_kind = route.cuts[0].cause == best.cuts[0].cause and route.cost < best.cost + ALIKE
        if route.leaf not in covered and graph.node(route.leaf).optimized and same_kind:
            more = _blame(graph, route, alike[_keys(route)])
            blames.setdefault(more.cut.key, more)
            covered |= {r.leaf for r in more.routes}
    return Verdict(tuple(blames.values()))


def _keys(route: Route) -> frozenset[Place | str]:
    return frozenset(cut.key for cut in route.cuts)


def _may_learn(graph: UncutGraph, index: int) -> bool:
    """A leaf; or what a gradient was asked for or an optimizer holds, although it was computed from something."""
    node = graph.node(index)
    if not graph.can_carry(index) or (index in graph.roots and node.requires_grad):
        return False
    return node.kind == "leaf" or index in graph.query.wrt or node.optimized or _is_end_of_copy(graph, index)


def _is_end_of_copy(graph: UncutGraph, index: int) -> bool:
    """Something that learns is behind this value, further back than the recording goes."""
    node = graph.node(index)
    return node.unknown and node.requires_grad


def _meant(graph: UncutGraph, whole: list[Route]) -> list[Route]:
    """Of all that could learn what is meant to: what was asked for, else what is ready to, else everything."""
    asked = [r for r in whole if r.leaf in graph.query.wrt]
    if asked or graph.query.kind is QueryKind.SILENT or (graph.query.kind in ASKED_ONLY and graph.query.wrt):
        return asked
    # Beside parameters that wait for a gradient, frozen ones are meant to be frozen (a critic in the actor's step).
    ready = [n for r in whole if (n := graph.node(r.leaf)).requires_grad and (_is_held(graph, n) or n.unknown)]
    if not ready:
        return whole
    return [r for r in whole if (n := graph.node(r.leaf)).requires_grad or (n.optimized and not n.parameter)]


def _is_held(graph: UncutGraph, node: Node) -> bool:
    return node.optimized or not graph.has_optimizer


def _with_leaf(graph: UncutGraph, route: Route, leaf_cut: LeafCut, helpers: bool) -> Route | None:
    """The route with what is wrong with its leaf itself; None where the leaf is not meant to learn.

    Where there may be `helpers`, a parameter that no optimizer holds is one of theirs.
    """
    node = graph.node(route.leaf)
    if node.requires_grad:
        if (
            helpers
            and node.parameter
            and graph.has_optimizer
            and not node.optimized
            and route.leaf not in graph.query.wrt
        ):
            return None  # a helper network's: a target, a teacher
        if _is_end_of_copy(graph, route.leaf):
            return route
        waiting = graph.query.waiting
        idle = (not node.optimized and graph.has_optimizer) or (bool(waiting) and route.leaf not in waiting)
        return replace(route, cost=route.cost + (NOT_WAITING if idle else 0))
    is_meant = node.optimized or route.leaf in graph.query.wrt
    # That nothing else could learn is not known, where the recording ends before the graph does.
    cut = leaf_cut(graph, route.leaf) if is_meant or not graph.ends_unknown() else None
    if cut is None:
        return None
    others = tuple(c for c in route.cuts if c.key != cut.key)
    return replace(route, cuts=(cut, *others), cost=route.cost + cut.plausibility)


def _blame(graph: UncutGraph, best: Route, same: list[Route]) -> Blame:
    """The first cut to undo on the best route, with all routes that the same cuts stop."""
    # A comparison behind a branch is its test: to make it smooth does not bring the branch's result back.
    branches = any(graph.node(cut.node).kind == "branch" for cut in best.cuts)
    ordered = sorted(
        best.cuts,
        key=lambda c: c.plausibility is Plausibility.STANDS_ALONE or (branches and graph.node(c.node).dtype == "bool"),
    )
    cut = ordered[0]
    return Blame(cut, tuple(same), tuple(c for c in ordered if c.key != cut.key))
