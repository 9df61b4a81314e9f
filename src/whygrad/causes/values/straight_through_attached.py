"""`x + (q - x)` without `detach()`: the gradients of the two `x` cancel."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import root_name
from whygrad.causes._silent import SilentCause, leaves_behind, names
from whygrad.causes.values._straight_through import attached_sums
from whygrad.evidence.values import StarvingLeaf
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph


class StraightThroughAttached(SilentCause):
    name = "straight-through-attached"
    also = "also all zeros, for the same reason"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        starving = {s.leaf for s in graph.evidence(StarvingLeaf) if s.got and s.leaf is not None}
        told = set()
        for index in attached_sums(graph) if starving else ():
            lost = sorted(starving & leaves_behind(graph, index))
            node = graph.node(index)
            if lost and node.chain[-1:] not in told:
                told.add(node.chain[-1:])
                yield self.finding("error", node.chain, names(graph, lost), root=root_name(graph))

    def subject(self, finding: Finding) -> str:
        if len(finding.lost) == 1:
            return f"the gradient of `{finding.lost[0]}` is all zeros"
        return f"the gradients of {len(finding.lost) or 'some'} parameters are all zeros"

    def clause(self, finding: Finding) -> str:
        return "the straight-through sum is not detached, so the added and the subtracted value cancel out"

    def label(self, finding: Finding) -> str:
        return "autograd sees the rounded value here too"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("detach the difference: `x + (q - x).detach()`",)
