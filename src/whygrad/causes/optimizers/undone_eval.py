"""`train()` of the whole model undoes the `eval()` of a frozen part: its batch norms take in batches again."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.of_one_cause.woken_statistics import WokenStatistics
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.patterns.switched import call_of_switch

STEPS = 2


class UndoneEval(SilentCause):
    name = "undone-eval"
    kind = QueryKind.TRAINING

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told = set()
        for seen in graph.evidence(WokenStatistics):
            woken = call_of_switch(seen.woken, graph.sources)
            if seen.steps >= STEPS and woken and woken[-1] not in told:
                told.add(woken[-1])
                path = [Step("", place, "switched to `eval()` here") for place in seen.rested[-1:]]
                path += [Step("", place, "calls `train()`") for place in seen.woken[-1:] if place != woken[-1]]
                yield Finding(self.name, "warning", "observed", woken, tuple(path), facts={"seen": seen})

    def subject(self, finding: Finding) -> str:
        return f"a frozen `{finding.facts['seen'].part}` is back in training mode"

    def clause(self, finding: Finding) -> str:
        seen: WokenStatistics = finding.facts["seen"]
        where = "it" if seen.affected == seen.part else f"the `{seen.affected}` in it"
        return f"`train()` undoes its `eval()`, and {where} updates its running statistics with every batch"

    def label(self, finding: Finding) -> str:
        return "switches every submodule to training mode"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return (
            "call `eval()` on the frozen part after each `train()`, or override `train()` in the module that holds it",
        )
