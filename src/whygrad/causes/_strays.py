"""Parameters that get gradients and that no optimizer holds: which of them were made too late to be held."""

from __future__ import annotations

from whygrad.evidence.modules import LateLeaf, StrayLeaf
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


def late(graph: UncutGraph) -> list[StrayLeaf]:
    """What a model that the optimizer holds in part got after the optimizer was made, before any training."""
    leaves = {seen.leaf for seen in graph.evidence(LateLeaf)}
    strays = [s for s in graph.evidence(StrayLeaf) if s.leaf in leaves and not s.born]
    return [s for s in strays if s.owner.module and s.owner.partly_held and s.owner.hidden is None]


def function_of(place: Place) -> str:
    return place.function.rpartition(".")[2]
