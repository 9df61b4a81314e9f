"""Where a result begins to depend on the phase of eigenvectors or singular vectors, which is arbitrary."""

from __future__ import annotations

from collections import deque

from whygrad.evidence.passes import VectorReaders
from whygrad.graph.overwrites import node_of_number
from whygrad.graph.uncut import UncutGraph

PARTS = frozenset({"real", "imag", "view_as_real", "angle", "float", "double"})  # of a complex value
FREE = frozenset({"abs", "norm", "vector_norm", "matrix_norm"})  # they are the same whatever the phase is


def phase_read_at(graph: UncutGraph, decomposition: int) -> int | None:
    """The first operation that takes a part of the vectors, or of what is computed from them and other values.

    Where two values that depend on the phase meet, it may cancel: nothing behind that is known.
    """
    behind = graph.behind_passes if graph.query.roots else set()
    readers = _readers(graph)
    inside = decomposition in readers  # the call itself works on the vectors, as `torch.svd` does
    found, waiting = {decomposition}, deque([decomposition])
    while waiting:
        at = waiting.popleft()
        users = [i for i in graph.users.get(at, ()) if i in behind and i not in found and graph.node(i).requires_grad]
        if at == decomposition and not inside:
            users = [i for i in users if i in readers]
        for user in sorted(users, key=lambda i: graph.node(i).clock):
            node = graph.node(user)
            if node.act in PARTS and node.chain:
                return user
            if node.act not in FREE and not found.intersection(i for i in node.inputs if i != at):
                found.add(user)
                waiting.append(user)
    return None


def _readers(graph: UncutGraph) -> set[int]:
    """The operations that autograd knows to read the vectors."""
    seen = graph.only(VectorReaders)
    return {at for n in (seen.numbers if seen else ()) if (at := node_of_number(graph, n)) is not None}
