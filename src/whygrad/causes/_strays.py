"""Parameters that get gradients and that no optimizer holds: which of them were made too late to be held."""

from __future__ import annotations

from typing import Any

from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place


def made_by_forward(graph: UncutGraph, leaf: int) -> Chain:
    """Where a parameter is made that no optimizer holds: in `forward`, or in what that calls; empty for others.

    Of a layer the place is where it is made, not its own constructor.
    """
    node = graph.node(leaf)
    computed = any(graph.node(i).requires_grad for i in node.inputs)
    chain = node.chain if node.parameter and not computed else ()
    while len(chain) > 1 and function_of(chain[-1]) == "__init__":
        chain = chain[:-1]
    return chain if any(function_of(place) == "forward" for place in chain) else ()


def replacing(graph: UncutGraph) -> list[dict[str, Any]]:
    """What learns in the place of the parameters that the optimizer still holds; empty where it holds no such."""
    facts = graph.query.facts
    return [s for s in facts["strays"] if s["module"] and not s["hidden"]] if facts["orphans"] else []


def function_of(place: Place) -> str:
    return place.function.rpartition(".")[2]
