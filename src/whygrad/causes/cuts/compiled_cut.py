"""A gradient that is lost inside compiled code: the call is known, the line inside it is not."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import Cause, node_cut, root_name
from whygrad.causes._silent import names, reachable
from whygrad.finding import Finding
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.ops import COMPILED
from whygrad.recording import QueryKind


class CompiledCut(Cause):
    name = "compiled-cut"

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        node = graph.node(index)
        if not node.op.endswith(COMPILED) or node.requires_grad or not graph.can_carry(index):
            return None
        return node_cut(self, node, index)

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        """Also those to which autograd leads through compiled code, and whose gradient does not come back."""
        yield from super().find_in_run(graph, verdict)
        if graph.query.kind is not QueryKind.SILENT:
            return
        told = {route.leaf for blame in verdict.blames for route in blame.routes}
        hungry = {leaf for leaf in graph.query.wrt if leaf not in told and graph.node(leaf).requires_grad}
        for index in sorted(reachable(graph)) if hungry else ():
            node = graph.node(index)
            lost = [leaf for leaf in node.inputs if leaf in hungry]
            if lost and node.op.endswith(COMPILED) and node.requires_grad:
                hungry.difference_update(lost)
                facts = {"root": root_name(graph), "some": True}
                yield Finding(self.name, "error", "observed", node.chain, lost=tuple(names(graph, lost)), facts=facts)

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("some"):
            it = "it" if len(finding.lost) == 1 else "them"
            return f"compiled code used {it}, but returned no gradient for {it}"
        return "compiled code returned a result without a gradient"

    def label(self, finding: Finding) -> str:
        return "the gradient is lost inside this call"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("run the program with `whygrad run --eager`: without the compiler, whygrad sees the line inside",)
