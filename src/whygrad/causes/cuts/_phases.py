"""Where a result begins to depend on the phase of eigenvectors or singular vectors, which is arbitrary."""

from __future__ import annotations

from collections import deque

from whygrad.graph.uncut import UncutGraph

PARTS = frozenset({"real", "imag", "view_as_real", "angle", "float", "double"})  # of a complex value
FREE = frozenset({"abs", "norm", "vector_norm", "matrix_norm"})  # they are the same whatever the phase is


def phase_read_at(graph: UncutGraph, decomposition: int) -> int | None:
    """The first operation that takes a part of the vectors, or of what is computed from them and other values.

    Where two values that depend on the phase meet, it may cancel: nothing behind that is known.
    """
    behind = graph.behind_passes if graph.query.roots else set()
    found = {
        i for i in graph.nodes_at.get(graph.node(decomposition).chain[-1], ()) if _is_vectors(graph, i, decomposition)
    }
    waiting = deque(sorted(found))
    while waiting:
        at = waiting.popleft()
        users = [i for i in graph.users.get(at, ()) if i in behind and i not in found and graph.node(i).requires_grad]
        for user in sorted(users, key=lambda i: graph.node(i).clock):
            node = graph.node(user)
            if node.act in PARTS and node.chain:
                return user
            if node.act not in FREE and not found.intersection(i for i in node.inputs if i != at):
                found.add(user)
                waiting.append(user)
    return None


def _is_vectors(graph: UncutGraph, index: int, decomposition: int) -> bool:
    """Is it a result of the same call with as many dimensions as its input? The values have one less."""
    node, other = graph.node(index), graph.node(decomposition)
    same = (node.act, node.chain, node.inputs) == (other.act, other.chain, other.inputs)
    return same and bool(node.inputs) and len(node.shape) == len(graph.node(node.inputs[0]).shape)
