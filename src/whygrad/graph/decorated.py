"""A cut inside a decorator of the program's own that other functions have too: the use of it here is to blame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Blame
from whygrad.recording import Node, Place
from whygrad.source.patterns.decorating import Decorated, decorators_around, uses_of


@dataclass(frozen=True)
class Decoration:
    """The use of a decorator by which it does harm, and others by which it does none."""

    place: Place  # `@decorator`
    by: str  # the decorator
    function: str
    inside: Place  # the cut itself
    others: tuple[Place, ...]


def wrong_decoration(graph: UncutGraph, blame: Blame) -> Decoration | None:
    """Where a wrapper cuts what its function computes, and wraps several, the one on whose path that is."""
    cut = blame.cut
    names = decorators_around(cut.chain[-1], graph.sources) if cut.chain else ()
    if not names:
        return None
    uses = uses_of(names, graph.recording.sources, graph.sources)
    on_routes = {index for route in blame.routes for index in route.nodes}
    wrapped = {place for index in on_routes for place in _wrapped(graph, graph.node(index), cut)}
    harmful = {use for place in wrapped for use in uses if use.holds(place)}
    if len(harmful) != 1 or len(uses) < 2 or any(not use.holds(place) for use in harmful for place in wrapped):
        return None
    use: Decorated = harmful.pop()
    others = tuple(other.decorator for other in uses if other is not use)
    return Decoration(use.decorator, use.by, use.function, cut.chain[-1], others)


def _wrapped(graph: UncutGraph, node: Node, cut: Cut) -> Iterator[Place]:
    """The place in the function that the wrapper has called, where the node was computed by it."""
    level, wrapper = len(cut.chain) - 1, cut.chain[-1]
    chain = node.chain
    if len(chain) <= level + 1 or chain[:level] != cut.chain[:level]:
        return
    if (chain[level].file, chain[level].function) == (wrapper.file, wrapper.function):
        yield chain[level + 1]
