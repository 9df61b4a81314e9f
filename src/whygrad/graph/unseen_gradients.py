"""A root that was made where nothing is recorded, in an optimizer's step, and that the source computes from `.grad`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from whygrad.evidence.marks import Unseen
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, QueryKind
from whygrad.source.files import SourceFiles
from whygrad.source.span import place_of_node

GRADIENT = "grad"


@dataclass(frozen=True)
class UnseenGradient:
    """The pass that left the gradient, and where the source reads it for the root."""

    left: Chain
    read: Chain


def unseen_gradient(graph: UncutGraph, name: str) -> UnseenGradient | None:
    """What the root of this name is computed from, where whygrad has not seen it made and the source reads `.grad`."""
    chain, roots = graph.query.chain, [graph.node(i) for i in graph.query.roots]
    if graph.query.kind not in (QueryKind.BACKWARD, QueryKind.GRAD) or not name or not chain or not roots:
        return None
    if any(not isinstance(n.mark, Unseen) or n.inputs or n.parameter or n.requires_grad for n in roots):
        return None
    reads = list(_reads(chain, graph.sources))
    found = graph.flow.feeding_name(chain, name, reads) if reads else []
    left = _latest_pass(graph) if found else ()
    return UnseenGradient(left, reads[found[0].index]) if left else None


def _reads(chain: Chain, sources: SourceFiles) -> Iterator[Chain]:
    """Where the functions that were running read a `.grad`."""
    for depth, place in enumerate(chain):
        syntax = sources.syntax(place.file)
        for function in syntax.around(place.line).of(ast.FunctionDef, ast.AsyncFunctionDef)[-1:]:
            called = {call.func for call in syntax.within(function).of(ast.Call)}
            for node in syntax.within(function).of(ast.Attribute):
                if node.attr == GRADIENT and isinstance(node.ctx, ast.Load) and node not in called:
                    yield (*chain[:depth], place_of_node(place.file, node, place.function, sources))


def _latest_pass(graph: UncutGraph) -> Chain:
    """The latest pass that left gradients in what an optimizer holds, where it was not told to keep their history."""
    passes = [
        n for n in graph.nodes if n.op == "backward" and n.chain and "create_graph" not in graph.text(n.chain[-1])
    ]
    for node in sorted(passes, key=lambda n: (n.clock, n.number), reverse=True):
        if any(graph.node(i).optimized for i in graph.learning_behind(node.inputs)):
            return node.chain
    return ()
