"""Who overwrote a value that an operation had saved for its gradient."""

from __future__ import annotations

import re
from dataclasses import dataclass

from whygrad import ops
from whygrad.evidence.passes import FailedPass
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Write
from whygrad.walk import reachable

OUTPUT_OF = re.compile(r"is output \d+ of (\w+?)(?:Backward\d*)?,")
RESULTS = ("result", "output", "values", "out")  # names under which an operation saves its own result
VIEWS = ops.VIEWS | ops.DETACHING  # what shows the memory of its input


@dataclass(frozen=True)
class Overwrite:
    """`victim` saved a value (its own result, or an input), and `write` changed it before backward."""

    victim: int | None
    saved_result: bool
    write: Write | None
    old: int | None  # the node whose value was saved and overwritten


def find_overwrite(graph: UncutGraph) -> Overwrite:
    """The first overwriting of a saved value, as far as it was seen."""
    best = Overwrite(None, False, None, None)
    failed = graph.only(FailedPass)
    for broken in failed.broken if failed is not None else ():
        victim = node_of_number(graph, broken.number) if broken.modified else None
        if victim is None:
            continue
        own = broken.saved.startswith(RESULTS)
        found = _write_on(graph, victim, own)
        if (
            found.write is not None and (best.write is None or found.write.clock > best.write.clock)
        ) or best.victim is None:
            best = found
    return best if best.victim is not None else _within_a_view(graph)


def _within_a_view(graph: UncutGraph) -> Overwrite:
    """The overwriting of what a write into a view had kept: autograd hides such a step inside another one.

    Torch names the operation, and its view's tensor is written again through another view.
    """
    named = OUTPUT_OF.search(graph.query.error)
    name = named.group(1).lower() if named else ""
    for index in sorted(range(len(graph.nodes)), key=lambda i: -graph.node(i).clock) if name else ():
        node = graph.node(index)
        op = node.spelling
        if not op.endswith("_") or op.strip("_").replace("_", "") != name:
            continue
        whole = {
            u for u in graph.users.get(index, ()) if graph.node(u).op == node.op and node.chain == graph.node(u).chain
        }
        later = [w for w in graph.recording.writes if w.old in whole and w.clock > node.clock]
        if later:
            return Overwrite(index, True, min(later, key=lambda w: w.clock), index)
    return Overwrite(None, False, None, None)


def renormalised(graph: UncutGraph, found: Overwrite) -> Overwrite:
    """What an embedding with `max_norm` overwrote, its own table: inside of one call, so this is inferred."""
    if found.victim is None or not any("max_norm" in text for text in graph.recording.sources.values()):
        return found
    for source in graph.node(found.victim).inputs:
        for user in graph.users.get(source, ()):
            node = graph.node(user)
            if node.act in ops.EMBEDDINGS and node.clock > graph.node(found.victim).clock and node.chain:
                return Overwrite(found.victim, False, Write(node.op, node.chain, node.clock, source), source)
    return found


def node_of_number(graph: UncutGraph, number: int) -> int | None:
    """The node of the operation that made autograd's node with this sequence number."""
    # A write under `no_grad` is not counted: of several with one number the one furthest back is the operation.
    after = [(n.clock, -i) for i, n in enumerate(graph.nodes) if n.requires_grad and n.clock > number and n.inputs]
    return -min(after)[1] if after else None


def _write_on(graph: UncutGraph, victim: int, saved_own: bool) -> Overwrite:
    inputs = list(graph.node(victim).inputs)
    for sources in ([victim], inputs) if saved_own else (inputs, [victim]):
        for source in sources:
            memory = same_memory(graph, source)
            for write in sorted(graph.recording.writes, key=lambda w: w.clock):
                itself = write.chain == graph.node(victim).chain and write.op == graph.node(victim).op
                hit = write.old in memory or any(p in memory for p in write.parameters)
                if hit and not itself and write.clock >= graph.node(victim).clock:
                    return Overwrite(victim, source == victim, write, source)
    return Overwrite(victim, saved_own, None, None)


def same_memory(graph: UncutGraph, index: int) -> set[int]:
    """The node and what it is a view of."""
    return reachable((index,), lambda at: graph.node(at).inputs[:1] if graph.node(at).act in VIEWS else ())
