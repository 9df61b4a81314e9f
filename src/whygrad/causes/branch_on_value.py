"""`if tensor > 0:`: the value steers the program, but nothing of it goes into the result."""

from __future__ import annotations

from whygrad.causes._base import Cause, node_cut
from whygrad.finding import Finding
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph


class BranchOnValue(Cause):
    name = "branch-on-value"
    inferred = "which values a branch decides about is read from the source"

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        node = graph.node(index)
        return node_cut(self, node, index, 2.0) if node.kind == "branch" else None

    def clause(self, finding: Finding) -> str:
        root, text = finding.facts["root"], finding.facts["text"]
        return f"only the branch on `{text}` leads to `{root}`, and a branch has no derivative"

    def label(self, finding: Finding) -> str:
        taken = "taken" if finding.facts["detail"] == "True" else "not taken"
        return f"was {finding.facts['detail']}: with this input the branch was {taken}"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return (
            "compute both sides and choose with `torch.where(condition, a, b)`, so that every input reaches the result",
        )
