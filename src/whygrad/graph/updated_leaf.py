"""Values that a result depends on by an update of a leaf alone: a step, or a write with a gradient."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Write

PASS = "backward"


@dataclass(frozen=True)
class Update:
    """A pass depends on a value, and a write after it changed a leaf that both the pass and the result use."""

    write: Write
    ran: int  # the pass
    leaf: int


def update_between(graph: UncutGraph, asked: int, result: set[int]) -> Update | None:
    """The first update that came between a pass which depends on `asked` and a result which does not."""
    if _has_another(graph, asked, result):
        return None
    for ran in _passes(graph):
        behind = graph.behind((ran,))
        if asked not in behind:
            continue
        for write in graph.recording.writes:
            leaf = _updated(graph, write, behind & result) if write.clock >= graph.node(ran).clock else None
            if leaf is not None and asked not in write.parameters and write.chain:
                return Update(write, ran, leaf)
    return None


def _passes(graph: UncutGraph) -> list[int]:
    """The passes before the one that the question is about, the latest first."""
    found = [i for i, node in enumerate(graph.nodes) if node.op == PASS and node.kind == "export" and node.number]
    return sorted(found, key=lambda i: -graph.node(i).number)


def _updated(graph: UncutGraph, write: Write, shared: set[int]) -> int | None:
    """A leaf that was written, of which the result has used the new values."""
    written = write.parameters if write.step else () if write.old is None else (write.old,)
    for leaf in written:
        used = (graph.node(user).clock for user in graph.users.get(leaf, ()))
        if leaf in shared and graph.node(leaf).requires_grad and any(clock > write.clock for clock in used):
            return leaf
    return None


def _has_another(graph: UncutGraph, asked: int, result: set[int]) -> bool:
    """Does the result use another tensor of the same kind, which may have been meant instead of `asked`?"""
    shape = graph.node(asked).shape

    def is_alike(index: int) -> bool:
        node = graph.node(index)
        return node.kind == "leaf" and node.requires_grad and not node.parameter and node.shape == shape

    return any(map(is_alike, result))
