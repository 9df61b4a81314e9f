"""A custom `autograd.Function` whose result is marked non-differentiable, or that uses tensors behind its back."""

from __future__ import annotations

from whygrad.causes._base import Cause, node_cut
from whygrad.finding import Finding
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph


class NonDifferentiableFunction(Cause):
    name = "non-differentiable-function"

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        node, into = graph.node(index), graph.node(parent)
        if node.detail == "mark_non_differentiable":
            return Cut(self.name, node.detail_chain, index)
        lost = into.requires_grad and not node.requires_grad and node.switch is None
        return node_cut(self, node, index) if node.detail == "autograd.Function" and lost else None

    def switch_cut(self, graph: UncutGraph, index: int, switch: int) -> Cut | None:
        which = graph.switch(switch)
        return Cut(self.name, which.chain, index, switch=switch) if which.kind == "autograd.Function" else None

    def clause(self, finding: Finding) -> str:
        if finding.facts["switch"]:
            return "it is used inside a custom `autograd.Function` without being one of its arguments"
        if finding.facts["detail"] == "mark_non_differentiable":
            return f"`{finding.facts['op_full']}` marks its result as non-differentiable, so its `backward` never runs"
        return f"the result of `{finding.facts['op_full']}` requires no gradient, so its `backward` never runs"

    def label(self, finding: Finding) -> str:
        if finding.facts["switch"]:
            return "`forward` runs without gradients; only its arguments get one"
        return "the gradient ends at this result"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["switch"]:
            return ("pass the tensor to `apply(...)` as an argument, and return its gradient from `backward`",)
        return ("mark only results that have no derivative (indices, masks), and leave this one out",)
