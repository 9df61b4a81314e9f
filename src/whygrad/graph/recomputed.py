"""What is computed twice from the same values, by two calls that differ in a name: of one module under two names."""

from __future__ import annotations

from collections.abc import Iterable

from whygrad.graph.uncut import UncutGraph
from whygrad.ops import CHANCE, CONSTANTS, DISTANCES, RECURRENT, SIZING, SOFTMAXES
from whygrad.recording import Node, Place
from whygrad.source.sharing.named_apart import Parting, one_under_two_names

MOST = 4_000  # pairs of operations that are compared
ONE_LAYER = 4  # weights of a recurrent layer; between several there may be a dropout
UNCERTAIN = CHANCE | {"empty", "empty_like", "new_empty"}  # its results may differ
COMPARING = DISTANCES | {"kl_div"}


def compared_with_itself(graph: UncutGraph, behind: Iterable[int]) -> dict[int, Place]:
    """The comparisons of one module's results with each other, with what gave the module its second name."""
    found = {}
    for index in behind:
        node = graph.node(index)
        if len(node.inputs) == 2 and node.switch is None and _is_comparison(graph, index):
            place = one_under_two_names(_partings(graph, *node.inputs), graph.sources)
            if place is not None:
                found[index] = place
    return found


def _is_comparison(graph: UncutGraph, index: int) -> bool:
    """Does nothing come of it where both sides are equal? Of a plain difference both gradients have to cancel out."""
    node = graph.node(index)
    if node.act != "sub":
        return node.act in COMPARING
    users = graph.users.get(index, ())
    return all(graph.node(i).requires_grad for i in node.inputs) or (
        bool(users) and all(graph.node(u).act in SIZING for u in users)
    )


def _partings(graph: UncutGraph, one: int, other: int) -> set[Parting]:
    """Where the calls go apart that compute two values alike; nothing where the two may differ."""
    found: set[Parting] = set()
    seen: set[tuple[int, int]] = set()
    pairs = [_below_softmax(graph, one, other)]
    while pairs:
        pair = pairs.pop()
        if pair in seen or pair[0] == pair[1]:
            continue
        seen.add(pair)
        first, second = map(graph.node, pair)
        apart = _parting(first, second)
        if len(seen) > MOST or apart is None or not _are_alike(graph, first, second):
            return set()
        found.add(apart)
        pairs += zip(first.inputs, second.inputs, strict=True)
    return found


def _below_softmax(graph: UncutGraph, one: int, other: int) -> tuple[int, int]:
    """Of probabilities and the logarithms of others, what both were made of."""
    nodes = graph.node(one), graph.node(other)
    if {node.act for node in nodes} == SOFTMAXES and all(len(node.inputs) == 1 for node in nodes):
        return nodes[0].inputs[0], nodes[1].inputs[0]
    return one, other


def _are_alike(graph: UncutGraph, one: Node, other: Node) -> bool:
    """Do the two do the same, with as many inputs, and nothing by chance? Two leaves are two values."""
    if one.op != other.op or one.shape != other.shape or one.unknown or other.unknown or one.act in UNCERTAIN:
        return False
    if not one.inputs and not other.inputs:
        return one.act in CONSTANTS and not one.requires_grad and not other.requires_grad
    if one.kind != "operation" or other.kind != "operation" or len(one.inputs) != len(other.inputs):
        return False
    if one.act in RECURRENT:
        return sum(graph.node(i).parameter for i in one.inputs) <= ONE_LAYER
    return "dropout" not in one.act and "rand" not in one.act


def _parting(one: Node, other: Node) -> Parting | None:
    """The one frame of two chains, of one function, in which they differ; None where there are none, or several."""
    if len(one.chain) != len(other.chain):
        return None
    differing = [at for at, pair in enumerate(zip(one.chain, other.chain, strict=True)) if pair[0] != pair[1]]
    if len(differing) != 1:
        return None
    end = differing[0] + 1
    first, second = one.chain[:end], other.chain[:end]
    if (first[-1].file, first[-1].function) != (second[-1].file, second[-1].function):
        return None
    of_tensors = end == len(one.chain) and not one.outside and not other.outside
    return Parting(first, second, one.spelling if end == len(one.chain) else "", of_tensors)
