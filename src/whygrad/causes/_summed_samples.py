"""Scores of all samples of a batch that are added up before the function that bends them: one number stands for all.

`logsigmoid` of a sum over the batch is flat as soon as most samples are right, and those that are wrong learn nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from whygrad.evidence.marks import AlongDimension, CalledByLibrary
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import INDEXING, NORMS, PLUS_OR_MINUS, SCALING
from whygrad.recording import Node
from whygrad.walk import breadth_first

BENDING = frozenset({"logsigmoid", "softplus", "sigmoid", "relu", "binary_cross_entropy_with_logits"})
REDUCING = NORMS | {"sum"}
ONE_NUMBER = PLUS_OR_MINUS | SCALING | {"neg"}  # what is done to a score before it is bent
LOOKUPS = frozenset({"__getitem__", "embedding", "index_select"})
DRAWN = frozenset({"randint", "randperm", "multinomial", "random", "randint_like"})
COLLATING = frozenset({"stack", "tensor", "as_tensor"})
# What a score is made of, sample by sample. A layer in between may well mix them.
EACH_BY_ITSELF = PLUS_OR_MINUS | SCALING | NORMS | {"neg", "sum", "pow", "square", "abs", "normalize", "dropout"}
FOLLOWED = 64
FEW = 8


@dataclass(frozen=True)
class SummedSamples:
    reduced: int  # the node that adds up all samples
    bent: int
    samples: int


def summed_samples(graph: UncutGraph, among: Iterable[int]) -> Iterator[SummedSamples]:
    """Where rows that two lists of ids have looked up, one for each sample, become one number and are bent then."""
    for index in among:
        node = graph.node(index)
        if node.act not in BENDING or node.shape or not node.inputs or not node.requires_grad:
            continue
        for at in _reduced(graph, node.inputs[0]):
            samples = _looked_up(graph, graph.node(at).inputs[0])
            if samples:
                yield SummedSamples(at, index, samples)
                break


def _reduced(graph: UncutGraph, score: int) -> Iterator[int]:
    """The operations that made a single number of several, behind sums and differences of such numbers."""

    def onward(at: int) -> list[int]:
        node = graph.node(at)
        is_number = not node.shape and node.kind == "operation" and node.requires_grad
        return list(node.inputs) if is_number and node.act in ONE_NUMBER else []

    for at in islice(breadth_first((score,), onward), FEW):
        node = graph.node(at)
        whole = not node.shape and not isinstance(node.mark, AlongDimension)
        if node.act in REDUCING and whole and node.inputs and graph.node(node.inputs[0]).shape:
            yield at


def _looked_up(graph: UncutGraph, at: int) -> int:
    """How many rows it has, if two lists of as many ids, drawn or from a loader, have looked up what it is made of."""
    rows = graph.node(at).shape[0]
    if rows < 2:
        return 0

    def onward(index: int) -> list[int]:
        node = graph.node(index)
        if node.act not in EACH_BY_ITSELF:
            return []
        return [i for i in node.inputs if graph.node(i).shape[:1] == (rows,) and graph.node(i).requires_grad]

    ids: set[int] = set()
    for index in islice(breadth_first((at,), onward), FOLLOWED):
        node = graph.node(index)
        if node.act in LOOKUPS and len(node.inputs) == 2:
            ids.update(i for i in node.inputs if _is_list_of_ids(graph.node(i), rows) and _are_samples(graph, i))
    return rows if len(ids) > 1 else 0


def _is_list_of_ids(node: Node, rows: int) -> bool:
    return node.shape == (rows,) and not node.requires_grad and node.dtype.startswith("int")


def _are_samples(graph: UncutGraph, ids: int) -> bool:
    """Were they drawn, picked or collated? The words of one text are not."""
    for at in islice(breadth_first((ids,), lambda i: graph.node(i).inputs), FEW):
        node = graph.node(at)
        picked = node.act in INDEXING and len(node.inputs) > 1
        collated = node.act in COLLATING and isinstance(node.mark, CalledByLibrary)
        if node.act in DRAWN or picked or collated:
            return True
    return False
