"""Where values were overwritten that a mask compares: labels that are to be ignored, and are so everywhere."""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.causes.values._born_zero import NEAR
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import CASTING, COMPARISONS, FILLING, VIEWS
from whygrad.recording import Chain, Node
from whygrad.source.patterns.steering import decides

LEAVING_OUT = ("ne", "ge", "gt")  # labels to be ignored are one number, which is below all others
SAME = VIEWS | CASTING | {"clone", "contiguous", "detach", "long", "int"}
MOST_WRITES = 10_000


@dataclass(frozen=True)
class Overwritten:
    chain: Chain  # the last write
    decided: Chain  # where the program took values out of what it had written into already, and decided by them


def overwritten(graph: UncutGraph, mask: Node) -> Overwritten | None:
    """The last write of a constant into the whole numbers that a mask compares with another one."""
    near = (mask, *(graph.node(i) for i in mask.inputs))
    compared = next((node for node in near if node.act in LEAVING_OUT and len(node.inputs) == 1), None)
    way = [compared.inputs[0]] if compared is not None else []
    while way and len(way) < NEAR and graph.node(way[-1]).act in SAME:
        way.append(graph.node(way[-1]).inputs[0])
    written = graph.node(way[-1]) if way else None
    if written is None or not written.chain or not _is_constant(graph, written):
        return None
    kinds = {dtype for at in (*way, *written.inputs[:1]) if (dtype := graph.node(at).dtype)}
    is_whole = bool(kinds) and all(kind.startswith("int") for kind in kinds)
    return Overwritten(written.chain, _decided(graph, way[-1])) if is_whole else None


def _is_constant(graph: UncutGraph, written: Node) -> bool:
    """Is it filled with a number? Another tensor that goes in says where at most."""
    where = map(graph.node, written.inputs[1:])
    return written.act in FILLING and all(node.dtype == "bool" or node.act in COMPARISONS for node in where)


def _decided(graph: UncutGraph, at: int) -> Chain:
    """Where what was written into already decides whether the last write is made."""
    last, writes = graph.node(at), list[int]()
    while graph.node(at).act in FILLING and len(writes) < MOST_WRITES:
        writes.append(at)
        at = graph.node(at).inputs[0]
    # Of the rows of a loop, each is read before its own write: another line has to have written before.
    other = max((i for i, w in enumerate(writes) if graph.node(w).place != last.place), default=-1)
    before = set(writes[: other + 1])
    for export in graph.nodes:
        if export.kind != "export" or not export.inputs or export.place is None or last.place is None:
            continue
        source = export.inputs[0]
        source = graph.node(source).inputs[0] if graph.node(source).act in VIEWS else source
        if source in before and decides(export.place, last.place, graph.sources):
            return export.chain
    return ()
