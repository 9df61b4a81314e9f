"""A collective such as `all_gather` has filled the tensors that it was given: they have the values, and no history."""

from __future__ import annotations

from whygrad.causes._base import Cause, node_cut
from whygrad.evidence.collectives import FilledByCollective
from whygrad.finding import Finding
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph

# What `torch.distributed.nn.functional` has instead, where it has another name.
DIFFERENTIABLE = {
    "all_gather_into_tensor": "all_gather",
    "all_gather_single": "all_gather",
    "reduce_scatter_single": "reduce_scatter",
    "reduce_scatter_tensor": "reduce_scatter",
}


class CollectiveResult(Cause):
    name = "collective-result"

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        node = graph.node(index)
        filled = isinstance(node.mark, FilledByCollective) and graph.node(parent).requires_grad
        return node_cut(self, node, index) if filled else None

    def clause(self, finding: Finding) -> str:
        return f"`{_call(finding)}` writes values into tensors that have no history"

    def label(self, finding: Finding) -> str:
        return "copies only the values: no gradient passes here"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        call = _call(finding)
        other = (
            f"use `torch.distributed.nn.functional.{DIFFERENTIABLE.get(call, call)}`, which passes gradients between "
        )
        other += "the processes"
        if not finding.facts["mark"].listed:
            return (other,)
        return (f"put this process's own tensor back into the list after the call, `parts[rank] = tensor`, or {other}",)


def _call(finding: Finding) -> str:
    return str(finding.facts["mark"].call)
