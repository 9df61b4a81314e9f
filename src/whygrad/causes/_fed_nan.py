"""nan that was in the data before a layer took it in: where the program put it there, or else where it goes in."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from whygrad.evidence.values import BadValue, MetNan
from whygrad.finding import Step
from whygrad.graph.became import is_integer
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import BOUNDING, JOINING
from whygrad.recording import Chain
from whygrad.source.patterns.arguments import is_argument
from whygrad.source.span import node_at
from whygrad.source.written_nan import nan_written
from whygrad.walk import reachable

REPLACING = BOUNDING | {"nan_to_num", "where", "masked_fill", "masked_scatter"}  # nan may end there


@dataclass(frozen=True)
class FedNan:
    """The line to change, and what is told beside it."""

    chain: Chain
    birth: BadValue | None  # what made the nan; None where it came from outside of torch
    path: tuple[Step, ...] = ()
    is_written: bool = False  # the text of the line writes it into an array that torch takes in later


def fed_nan(graph: UncutGraph, step: BadValue, results: Sequence[BadValue]) -> FedNan | None:
    """The data that brought nan to a layer, whose backward step multiplied the gradient by it.

    Of a target, which only a loss compares with the prediction, the mask is to be moved, and not the nan.
    """
    if not step.backward or step.at is None or MetNan(step.at) not in graph.evidence(MetNan):
        return None
    data = {given: layer for layer, given in _taken_in(graph, step.at)}
    made = [b for b in results if b.at is not None and b.what == "nan"]
    for birth in reversed(made):
        for given, layer in data.items():
            if birth.at is not None and birth.at in _kept_behind(graph, given) and graph.node(birth.at).chain:
                return _at_birth(graph, birth, birth.at, layer)
    learning = [i for i in _kept_behind(graph, step.at) if graph.node(i).requires_grad and graph.node(i).kind != "leaf"]
    given_at_all = {i for at in learning for i in graph.node(at).inputs if _is_data(graph, i)}
    if made or len(data) != 1 or given_at_all != data.keys() or graph.ends_unknown((step.at,)):
        return None  # another value may have brought it
    (layer,) = data.values()
    chain = _handed_in(graph, graph.node(layer).chain)
    return FedNan(chain, None) if chain else None


def _at_birth(graph: UncutGraph, birth: BadValue, at: int, layer: int) -> FedNan:
    """Where nan was made; of an array that torch took in, the line that wrote nan into it."""
    node, entrance = graph.node(at), _entrance(graph, layer)
    written = nan_written(node.chain[-1], graph.sources) if not node.inputs else None
    if written is None:
        return FedNan(node.chain, birth, entrance)
    label = f"element {list(birth.index)} is nan" if birth.index else "the result is nan"
    path = (Step(node.spelling, node.chain[-1], label), *entrance)
    return FedNan((*node.chain[:-1], written), birth, path, is_written=True)


def _taken_in(graph: UncutGraph, at: int) -> list[tuple[int, int]]:
    """The layers behind a step, each with the data that it is given: values without a gradient, beside its weights.

    Data may be joined to what is learned before a layer takes in both.
    """
    layers = [i for i in sorted(_kept_behind(graph, at)) if _has_weights(graph, i)]
    joined = {i for layer in layers for i in _kept_behind(graph, layer) if graph.node(i).act in JOINING}
    return [(index, i) for index in (*layers, *sorted(joined)) for i in graph.node(index).inputs if _is_data(graph, i)]


def _has_weights(graph: UncutGraph, index: int) -> bool:
    inputs = [graph.node(i) for i in graph.node(index).inputs]
    return any(node.kind == "leaf" and node.requires_grad for node in inputs)


def _is_data(graph: UncutGraph, index: int) -> bool:
    node = graph.node(index)
    return not node.requires_grad and not node.parameter and not is_integer(node.dtype)  # no nan is among those


def _kept_behind(graph: UncutGraph, at: int) -> set[int]:
    """What a value was computed from, up to operations that may have replaced nan."""

    def further(index: int) -> tuple[int, ...]:
        return () if graph.node(index).act in REPLACING else graph.node(index).inputs

    return reachable((at,), further)


def _entrance(graph: UncutGraph, layer: int) -> tuple[Step, ...]:
    chain = _handed_in(graph, graph.node(layer).chain)
    return (Step(graph.node(layer).spelling, chain[-1], "receives the nan"),) if chain else ()


def _handed_in(graph: UncutGraph, chain: Chain) -> Chain:
    """The call by which the data goes in: a layer that only hands on what its own function was given took no part."""
    while len(chain) > 1:
        call = node_at(chain[-1], graph.sources)
        given = call.args if isinstance(call, ast.Call) else []
        names = [value.id for value in given if isinstance(value, ast.Name)]
        if not given or len(names) < len(given) or not all(is_argument(n, chain[-1], graph.sources) for n in names):
            break
        chain = chain[:-1]
    return chain
