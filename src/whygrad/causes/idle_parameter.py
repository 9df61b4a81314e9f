"""A parameter that an optimizer holds and that took no part in any loss of this run: perhaps as it should be."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted, names, reachable
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict


class IdleParameter(SilentCause):
    name = "idle-parameter"
    also = "also idle"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind != "silent":
            return
        told = {route.leaf for blame in verdict.blames for route in blame.routes} | reachable(graph)
        idle = [i for i in graph.query.wrt if i not in told]
        if idle:
            yield self.finding("note", graph.node(idle[0]).chain, names(graph, idle), steps=graph.query.facts["steps"])

    def subject(self, finding: Finding) -> str:
        return f"{counted(finding.lost)} got no gradient in this run"

    def clause(self, finding: Finding) -> str:
        return "nothing that was computed from it went into a loss"

    def label(self, finding: Finding) -> str:
        return "made here, and not used on the way to a loss"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("if it should learn, use its result in the loss; if not, leave it out of the optimizer",)
