"""A gradient used in a loss without `create_graph=True`: it is a plain number to autograd."""

from __future__ import annotations

from whygrad.causes._base import Cause, edit_call, node_cut
from whygrad.diagnostic import Edit
from whygrad.finding import Finding
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.source.files import SourceFiles

GRADIENTS = ("grad", "torch.autograd.grad", "torch.Tensor.grad")


class MissingCreateGraph(Cause):
    name = "missing-create-graph"
    also = "also behind this gradient"

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        node = graph.node(index)
        if node.op not in GRADIENTS or node.requires_grad or node.kind != "operation":
            return None
        if node.detail == "create_graph":
            return None  # it was passed: something on the way has no second derivative
        return node_cut(self, node, index)

    def clause(self, finding: Finding) -> str:
        return f"`{finding.facts['root']}` is computed from a gradient that was taken without `create_graph=True`"

    def label(self, finding: Finding) -> str:
        return "this gradient has no history of its own"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        where = "torch.autograd.grad(…)" if finding.facts["detail"] != "backward" else "backward(…)"
        return (f"pass `create_graph=True` to `{where}` when its result goes into a loss",)

    def edits(self, finding: Finding, sources: SourceFiles) -> tuple[Edit, ...]:
        return edit_call(finding, "create_graph=True") if "autograd.grad(" in finding.facts["code"] else ()
