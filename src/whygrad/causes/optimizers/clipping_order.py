"""Gradients were clipped before there were any, or while they were still multiplied by the loss scale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from whygrad.causes._silent import SilentCause
from whygrad.evidence.steps import ClippingOutOfOrder, OptimizerRun
from whygrad.finding import Finding, Step
from whygrad.graph.sites import ordered_at
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, QueryKind


class ClippingOrder(SilentCause):
    name = "clipping-order"
    drives = True
    kind = QueryKind.TRAINING

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for clipping in graph.evidence(ClippingOutOfOrder):
            scaled, late = clipping.when == "scaled", clipping.when == "late"
            nothing = clipping.when == "nothing"
            facts: dict[str, Any] = {"scaled": scaled, "late": late, "nothing": nothing, "times": clipping.times}
            at = clipping.chain if nothing or scaled else self._call(graph, clipping.chain)
            path = (Step("", clipping.chain[-1], "clips here"),) if at != clipping.chain else ()
            yield replace(self.finding("warning", at, **facts), path=path)

    def _call(self, graph: UncutGraph, chain: Chain) -> Chain:
        """Up to the call that comes at the wrong time: what is deeper serves other callers too."""
        runs = graph.evidence(OptimizerRun)
        return ordered_at(
            graph.sources, chain, *(other for run in runs for other in (run.latest_pass, run.latest_step))
        )

    def subject(self, finding: Finding) -> str:
        if finding.facts["scaled"]:
            return "gradients are clipped while they are still multiplied by the loss scale"
        return "clipping changes nothing"

    def clause(self, finding: Finding) -> str:
        if finding.facts["scaled"]:
            return "`unscale_` did not run before, so the limit applies to the scaled gradients"
        if finding.facts["late"]:
            return "the step already used the gradients, and no backward pass has run since"
        times = finding.facts["times"]
        when = "when it ran" if times == 1 else f"all {times} times it ran"
        if finding.facts["nothing"]:
            return f"{when}, it was given no parameters"
        return f"{when}, no parameter had a gradient"

    def label(self, finding: Finding) -> str:
        if finding.facts["scaled"]:
            return "clips scaled gradients"
        if finding.facts["nothing"]:
            return "gets no parameters to clip"
        return "too late for this step" if finding.facts["late"] else "nothing to clip here"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["scaled"]:
            return ("call `scaler.unscale_(optimizer)` before the clipping",)
        if finding.facts["nothing"]:
            return (
                "check this argument, which is empty: a generator or a `filter` yields its items only once, so pass "
                "`list(model.parameters())`",
            )
        return ("clip between `backward()` and `step()`",)
