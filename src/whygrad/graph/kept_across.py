"""A value computed where gradients are off, and kept beyond that: the line that keeps it is the one to change.

An evaluation is right to run without gradients. Where a function that it calls keeps what it computes, and a later
training step reads that, neither the switch nor the step is at fault.
"""

from __future__ import annotations

from dataclasses import dataclass

from whygrad.graph.rightful_switches import runs_under
from whygrad.graph.sites import parting
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Blame
from whygrad.recording import Chain, Node, Switch
from whygrad.source.patterns.stores import attributes_in
from whygrad.source.sharing.memos import Keep, keep_of
from whygrad.source.values.handing import hands_over


@dataclass(frozen=True)
class KeptAcross:
    chain: Chain  # up to the statement that keeps the value
    holder: str
    ran_before: bool  # the same line has computed it with gradients on


def kept_across(graph: UncutGraph, blame: Blame) -> KeptAcross | None:
    """The statement, in what the switched block calls, by which a value outlives the block; None where it is returned.

    A value that the block itself keeps, or hands to what comes after it, is the block's own mistake.
    """
    crossing = _crossing(graph, blame)
    if crossing is None or blame.cut.switch is None:
        return None
    last, first_after = crossing
    switch = graph.switch(blame.cut.switch)
    if _is_not_over(graph, switch, first_after) or _is_handed_over(graph, last, first_after):
        return None
    ran = _ran_with_gradients(graph, last)
    for depth in range(len(last.chain) - 1, len(switch.chain) - 1, -1):
        keep = keep_of(last.chain[depth], graph.sources)
        if keep is not None and (keep.asks_first or (ran and _is_read_by(graph, keep, first_after))):
            return KeptAcross((*last.chain[:depth], keep.place), keep.holder, ran)
    return None


def _crossing(graph: UncutGraph, blame: Blame) -> tuple[Node, Node] | None:
    """The last operation on the path that ran under the switch, and the one that takes its result."""
    under = set(graph.nodes_under.get(blame.cut.chain[-1], ())) if blame.cut.chain else set()
    nodes = blame.routes[0].nodes
    met = [position for position, index in enumerate(nodes) if index in under]
    if not met or met[-1] + 1 == len(nodes):
        return None
    last, after = graph.node(nodes[met[-1]]), graph.node(nodes[met[-1] + 1])
    return (last, after) if after.op != "backward" and last.chain and after.chain else None


def _is_not_over(graph: UncutGraph, switch: Switch, after: Node) -> bool:
    """Does the switch still hold, or may it: gradients are only switched on again inside its block?"""
    return switch.left_on or runs_under(graph, after.chain, switch)


def _is_handed_over(graph: UncutGraph, last: Node, after: Node) -> bool:
    """Does the function that called both get the value from one, and pass it on to the other?"""
    level = parting(last.chain, after.chain)
    return level is not None and hands_over(last.chain[level], after.chain[level], graph.sources)


def _ran_with_gradients(graph: UncutGraph, last: Node) -> bool:
    same = graph.nodes_at.get(last.chain[-1], ())
    return any(graph.node(index).requires_grad for index in same)


def _is_read_by(graph: UncutGraph, keep: Keep, after: Node) -> bool:
    return keep.holder.rpartition(".")[2] in attributes_in(after.chain[-1], graph.sources)
