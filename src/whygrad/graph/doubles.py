"""Terms that stand in the loss twice: computed from the same values by the same text."""

from __future__ import annotations

from itertools import combinations

from whygrad.graph.sites import parting
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place

DEPTH = 6  # operations of a term that are compared; below that it has to be the same value
MOST = 64  # terms of one loss that are compared with each other
RANDOM = ("dropout", "rand", "normal", "bernoulli", "sample", "multinomial", "gumbel")


def doubled_terms(graph: UncutGraph) -> list[tuple[Place, int]]:
    """Where a term is added that is in the loss already, and the term."""
    terms = sorted({i for at in graph.summing for i in graph.node(at).inputs if _is_term(graph, i)})[:MOST]
    found = []
    for one, other in combinations(terms, 2):
        place = _second_place(graph, graph.node(one).chain, graph.node(other).chain)
        if place is not None and _is_the_same(graph, one, other, DEPTH):
            found.append((place, other))
    return found


def _is_term(graph: UncutGraph, index: int) -> bool:
    node = graph.node(index)
    return index not in graph.summing and node.kind == "operation" and node.requires_grad and bool(node.chain)


def _is_the_same(graph: UncutGraph, one: int, other: int, depth: int) -> bool:
    """Was the same computed twice? What is random is not."""
    if one == other:
        return True
    first, second = graph.node(one), graph.node(other)
    if not depth or not first.inputs or first.op != second.op or len(first.inputs) != len(second.inputs):
        return False
    if any(word in first.op for word in RANDOM):
        return False
    return all(_is_the_same(graph, a, b, depth - 1) for a, b in zip(first.inputs, second.inputs, strict=True))


def _second_place(graph: UncutGraph, one: Chain, other: Chain) -> Place | None:
    """The later of two places of one function that read alike: there the calls of both go apart."""
    at = parting(one, other)
    if at is None or not one[at].column or _words(graph.text(one[at])) != _words(graph.text(other[at])):
        return None
    return max(one[at], other[at], key=lambda place: (place.line, place.column))


def _words(text: str) -> str:
    return "".join(text.split())
