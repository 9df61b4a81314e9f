"""Layers that go through sequences, and whether what follows takes the same dimension for the batch as they do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import prod

from whygrad.evidence.marks import caller_in
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import INDEXING, PLUS_OR_MINUS, RECURRENT
from whygrad.walk import breadth_first

RESHAPING = frozenset({"view", "reshape"})
ATTENDING = frozenset({"multi_head_attention_forward"})
FEW = 4
FOLLOWED = 64  # operations behind a layer


@dataclass(frozen=True)
class SwappedBatch:
    """A layer has its batch in dimension 1, and what follows goes on with a row for each entry of dimension 0."""

    layer: int
    leaf: int | None  # one of its parameters
    taken: int  # the operation that does away with the layer's batch
    shape: tuple[int, ...]  # of what the layer is given
    drawn: bool  # its rows were picked one by one, as samples are and time steps are not


def swapped_batches(graph: UncutGraph, among: Iterable[int], batches: set[int]) -> Iterator[SwappedBatch]:
    """Of the layers among these nodes: those whose result loses its batch, where the loss has `batches` rows."""
    for index in among:
        node = graph.node(index)
        if node.act not in RECURRENT | ATTENDING or not node.inputs:
            continue
        given = graph.node(node.inputs[0]).shape
        if len(given) != 3 or given[0] == given[1] or given[1] == 1 or given[0] not in batches:
            continue
        if node.act in RECURRENT and _batch_of_state(graph, index) != given[1]:
            continue  # with `batch_first`, or not known
        taken = _without_batch(graph, index, given)
        if taken is not None:
            leaf = next((i for i in node.inputs if graph.node(i).parameter), None)
            yield SwappedBatch(index, leaf, taken, given, _are_picked(graph, node.inputs[0], given[0]))


@dataclass(frozen=True)
class MixedSamples:
    """The numbers of a result were dealt out anew as if its first two dimensions were swapped."""

    layer: int
    reshaped: int
    shape: tuple[int, ...]  # of the result
    batch: int  # the dimension of it that has the samples


def mixed_samples(graph: UncutGraph, among: Iterable[int]) -> Iterator[MixedSamples]:
    """Recurrent layers among these nodes with a view or reshape that puts numbers of several samples into one row.

    What a layer returns is one node, its states and its output: by their sizes it is known which of them is taken.
    """
    for index in among:
        node = graph.node(index)
        given = graph.node(node.inputs[0]).shape if node.inputs else ()
        state = graph.node(node.inputs[1]).shape if len(node.inputs) > 1 else ()
        if node.act not in RECURRENT or len(state) != 3:
            continue
        results: dict[int, tuple[int, ...]] = {prod(state): state}
        if len(given) == 3 and given[0] != given[1] and state[1] in given[:2]:
            results[prod(given[:2]) * state[2]] = (*given[:2], state[2])
            results[prod(given[:2]) * state[2] * 2] = (*given[:2], 2 * state[2])
        for user in graph.users.get(index, ()):
            shape = graph.node(user).shape
            result = results.get(prod(shape), ()) if graph.node(user).act in RESHAPING else ()
            if _are_swapped(result, shape):
                batch = 1 if result == state or result[1] == state[1] else 0
                yield MixedSamples(index, user, result, batch)


def _are_swapped(before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """Is `after` what a transposition of the first two dimensions and a flattening would have made of `before`?"""
    if len(before) != 3:
        return False
    first, second, last = before
    return first != second and 1 not in (first, second) and after in ((second, first * last), (second, first, last))


def _are_picked(graph: UncutGraph, given: int, rows: int) -> bool:
    """Did an index of several numbers, or a loader, put the rows together that the layer is given?"""
    for at in islice(breadth_first((given,), lambda i: graph.node(i).inputs), FOLLOWED):
        node = graph.node(at)
        by_index = node.act in INDEXING and len(node.inputs) > 1 and not _are_in_order(graph, node.inputs[1])
        if node.shape[:1] == (rows,) and (by_index or (node.act == "stack" and caller_in(node.mark))):
            return True
    return False


def _are_in_order(graph: UncutGraph, picked: int) -> bool:
    """Is the index a range, moved at most by a number? Then it takes a window."""
    for _ in range(FEW):
        node = graph.node(picked)
        if node.act not in PLUS_OR_MINUS or not node.inputs:
            return node.act == "arange"
        picked = node.inputs[0]
    return False


def _batch_of_state(graph: UncutGraph, index: int) -> int | None:
    """How many samples the first state of a recurrent layer is for."""
    inputs = graph.node(index).inputs
    shape = graph.node(inputs[1]).shape if len(inputs) > 1 else ()
    return shape[1] if len(shape) == 3 else None


def _without_batch(graph: UncutGraph, index: int, given: tuple[int, ...]) -> int | None:
    """What makes one row for each entry of dimension 0: it picks, pools or flattens along dimension 1."""

    def keeps(at: int) -> bool:
        return at == index or graph.node(at).shape[:2] == given[:2]

    def users(at: int) -> list[int]:
        return graph.users.get(at, []) if keeps(at) else []

    for at in islice(breadth_first((index,), users), FOLLOWED):
        shape = graph.node(at).shape
        if at != index and not keeps(at) and len(shape) == 2 and shape[0] == given[0]:
            return at
    return None
