"""Parameters that get gradients and that no optimizer holds: which of them were made too late to be held."""

from __future__ import annotations

import ast

from whygrad.evidence.holdings import CopiedStray
from whygrad.evidence.marks import GradientWithHistory
from whygrad.evidence.modules import StrayLeaf
from whygrad.evidence.steps import OrphanedParameter
from whygrad.graph.sites import parting
from whygrad.graph.targets import are_targets
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import PLUS_OR_MINUS, SCALING
from whygrad.recording import Chain, Node, Place
from whygrad.source.patterns.arguments import function_at
from whygrad.walk import breadth_first

VECTOR = 1  # dimension


def made_by_forward(graph: UncutGraph, leaf: int) -> Chain:
    """Where a parameter is made that no optimizer holds: in `forward`, or in what that calls; empty for others.

    Of a layer the place is where it is made, not its own constructor. One that is first used there may be older.
    """
    node = graph.node(leaf)
    computed = any(graph.node(i).requires_grad for i in node.inputs)
    chain = node.birth if node.parameter and not computed else ()
    while len(chain) > 1 and function_of(chain[-1]) == "__init__":
        chain = chain[:-1]
    return chain if any(function_of(place) == "forward" for place in chain) else ()


def call_of_factory(graph: UncutGraph, chain: Chain) -> Chain:
    """The chain up to the call of a function outside of classes that computes nothing with what it makes."""
    while len(chain) > 1 and (function := function_at(chain[-1], graph.sources)) is not None:
        outside = isinstance(graph.sources.syntax(chain[-1].file).parent[function], ast.Module)
        if not outside or _computes(graph, chain[-1]):
            break
        chain = chain[:-1]
    return chain


def _computes(graph: UncutGraph, inside: Place) -> bool:
    """Is anything that learns computed in the function that the place lies in?"""
    return any(
        (place.file, place.function) == (inside.file, inside.function)
        for node in graph.nodes
        if node.kind == "operation" and node.requires_grad
        for place in node.chain
    )


def synchronised_targets(graph: UncutGraph) -> set[int]:
    """The strays of copies of what learns, if the loss only compares with them, as with a target network's results.

    Such a copy is synchronised, now and then, and nobody wants it to learn, whether the run has come to that or not.
    A vector may have the values of any other: it belongs to the matrices of its module.
    """
    copied = {seen.leaf for seen in graph.evidence(CopiedStray)}
    modules = {stray.owner.module for stray in graph.evidence(StrayLeaf) if stray.leaf in copied}
    leaves = {
        stray.leaf
        for stray in graph.evidence(StrayLeaf)
        if stray.leaf is not None
        and stray.owner.module in modules
        and (stray.leaf in copied or len(graph.node(stray.leaf).shape) <= VECTOR)
    }
    return leaves if leaves and are_targets(graph, leaves) else set()


def replacing(graph: UncutGraph) -> list[StrayLeaf]:
    """What learns in the place of the parameters that the optimizer still holds; empty where it holds no such."""
    if not graph.evidence(OrphanedParameter):
        return []
    return [s for s in graph.evidence(StrayLeaf) if s.owner.module and s.owner.hidden is None]


def is_moved(graph: UncutGraph, stray: StrayLeaf) -> bool:
    """Does the program update a parameter itself: in place, or as a new tensor that its gradient was taken from?"""
    leaf = stray.leaf
    if stray.written or leaf is None:
        return stray.written
    moving = [graph.node(i) for i in graph.users.get(leaf, ()) if graph.node(i).act in PLUS_OR_MINUS]
    behind = breadth_first([i for node in moving for i in node.inputs if i != leaf], lambda i: _factors(graph, i))
    return any(_is_gradient_of(graph.node(i), leaf) for i in behind)


def _factors(graph: UncutGraph, index: int) -> tuple[int, ...]:
    node = graph.node(index)
    return node.inputs if node.act in SCALING | PLUS_OR_MINUS else ()


def _is_gradient_of(node: Node, leaf: int) -> bool:
    return isinstance(node.mark, GradientWithHistory) and leaf in node.inputs


def where_ways_part(chain: Chain, other: Chain) -> Chain:
    """`chain` up to the function that leads to the other too, where one does both; else all of it.

    Of two things that were done in the wrong order, helpers that do one of them are well: their calls are not.
    """
    at = parting(chain, other)
    return chain if at is None or chain[at].line == other[at].line else chain[: at + 1]


def function_of(place: Place) -> str:
    return place.function.rpartition(".")[2]
