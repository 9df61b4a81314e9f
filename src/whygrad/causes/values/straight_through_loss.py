"""A loss on the result of the straight-through trick: what was to be moved stands behind its `detach()`."""

from __future__ import annotations

from whygrad.causes._base import Cause
from whygrad.causes.values._straight_through import straight_through_loss
from whygrad.finding import Finding
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import DETACHING


class StraightThroughLoss(Cause):
    name = "straight-through-loss"

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        if graph.node(index).act not in DETACHING:
            return None
        loss = straight_through_loss(graph, index)
        return Cut(self.name, graph.node(loss).chain, index) if loss is not None else None

    def clause(self, finding: Finding) -> str:
        return "a loss on the straight-through result sends its gradient to another value"

    def label(self, finding: Finding) -> str:
        return "the gradient flows to the value outside the `detach()`"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("compute this loss on the value itself, before `x + (value - x).detach()`",)
