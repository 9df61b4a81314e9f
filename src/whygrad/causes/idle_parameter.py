"""A parameter that an optimizer holds and that took no part in any loss of this run: perhaps as it should be."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._asleep import left_in_eval
from whygrad.causes._silent import SilentCause, counted, idle_leaves, names, puts_without_effect, reachable
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict


class IdleParameter(SilentCause):
    name = "idle-parameter"
    also = "also idle"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind == "asleep":
            used = reachable(graph)
            for chain, leaves in left_in_eval(graph).items():
                if idle := [i for i in leaves if i not in used]:
                    yield self.finding("warning", chain, names(graph, idle), left=True)
        if graph.query.kind != "silent":
            return
        put = {i for d in (False, True) for _, lost in puts_without_effect(graph, verdict, d) for i in lost}
        idle = [i for i in idle_leaves(graph, verdict) if i not in put]
        if idle:
            yield self.finding("note", graph.node(idle[0]).chain, names(graph, idle), steps=graph.query.facts["steps"])

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("left"):
            verb = "has" if len(finding.lost) == 1 else "have"
            return f"{counted(finding.lost)} {verb} no part in the loss any more"
        return f"{counted(finding.lost)} got no gradient in this run"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("left"):
            return "the module is in `eval()` mode since then, and the training goes on"
        return "not part of any loss"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("left"):
            return "switched here, and not switched back by `train()`"
        return "made here, and used for no loss"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("left"):
            return ("call `train()` before the training goes on",)
        return ("let the loss depend on what should learn; what should not can be left out of the optimizer",)
