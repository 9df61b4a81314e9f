"""Parameters that get gradients and that no optimizer holds: which of them were made too late to be held."""

from __future__ import annotations

from whygrad.evidence.modules import StrayLeaf
from whygrad.evidence.steps import OrphanedParameter
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place


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


def replacing(graph: UncutGraph) -> list[StrayLeaf]:
    """What learns in the place of the parameters that the optimizer still holds; empty where it holds no such."""
    if not graph.evidence(OrphanedParameter):
        return []
    return [s for s in graph.evidence(StrayLeaf) if s.owner.module and s.owner.hidden is None]


def where_ways_part(chain: Chain, other: Chain) -> Chain:
    """`chain` up to the function that leads to the other too, where one does both; else all of it.

    Of two things that were done in the wrong order, helpers that do one of them are well: their calls are not.
    """
    for at, (mine, its) in enumerate(zip(chain, other, strict=False)):
        if mine != its:
            is_one = (mine.file, mine.function) == (its.file, its.function) and mine.line != its.line
            return chain[: at + 1] if is_one else chain
    return chain


def function_of(place: Place) -> str:
    return place.function.rpartition(".")[2]
