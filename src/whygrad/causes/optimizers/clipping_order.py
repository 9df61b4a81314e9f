"""Gradients were clipped before there were any, or while they were still multiplied by the loss scale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from whygrad.causes._base import as_list, is_short
from whygrad.causes._silent import SilentCause
from whygrad.evidence.steps import ClippingOutOfOrder, GradientReadAt, OptimizerRun
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.sites import ordered_at
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, QueryKind
from whygrad.source.values.iterators import used_up_before

USED_UP = "whygrad observed the first loop, and infers from the source that the second gets the same generator"


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
        yield from self._used_up(graph)

    def _used_up(self, graph: UncutGraph) -> Iterator[Finding]:
        """A loop over gradients that never runs: one before it has gone through the same generator."""
        told = set()
        for read in graph.evidence(GradientReadAt):
            chain = read.chain
            places = used_up_before(chain, sorted(graph.recording.sources), graph.sources) if chain else None
            if places is None or places in told:
                continue
            told.add(places)
            made, first, again = places
            facts: dict[str, Any] = {
                "scaled": False,
                "late": False,
                "nothing": False,
                "used_up": graph.text(made).strip(),
            }
            steps = (Step("", first, "uses up the generator"), Step("", again, "finds nothing left"))
            outer = chain[:-2] if made.function != first.function or made.file != first.file else chain[:-1]
            yield replace(self.finding("warning", (*outer, made), (), Wording(inferred=USED_UP), **facts), path=steps)

    def _call(self, graph: UncutGraph, chain: Chain) -> Chain:
        """Up to the call that comes at the wrong time: what is deeper serves other callers too."""
        runs = graph.evidence(OptimizerRun)
        return ordered_at(
            graph.sources, chain, *(other for run in runs for other in (run.latest_pass, run.latest_step))
        )

    def subject(self, finding: Finding) -> str:
        if finding.facts["scaled"]:
            return "gradients are clipped while they are still multiplied by the loss scale"
        if finding.facts.get("used_up"):
            return "a loop over the gradients never runs"
        return "clipping changes nothing"

    def clause(self, finding: Finding) -> str:
        if finding.facts["scaled"]:
            return "`unscale_` did not run first, so the limit applies to the scaled gradients"
        if finding.facts["late"]:
            return "the step already used the gradients, and no backward pass has run since"
        if text := finding.facts.get("used_up"):
            what = f"`{text}`" if is_short(text) else "the generator"
            return f"an earlier loop has used up {what}, which yields each parameter only once"
        times = finding.facts["times"]
        when = "when it ran" if times == 1 else f"all {times} times it ran"
        if finding.facts["nothing"]:
            return f"{when}, it was given no parameters"
        return f"{when}, no parameter had a gradient"

    def label(self, finding: Finding) -> str:
        if finding.facts["scaled"]:
            return "clips scaled gradients"
        if finding.facts.get("used_up"):
            return "can be iterated only once, but two loops use it"
        if finding.facts["nothing"]:
            return "gets no parameters to clip"
        return "too late for this step" if finding.facts["late"] else "nothing to clip here"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["scaled"]:
            return ("call `scaler.unscale_(optimizer)` before the clipping",)
        if text := finding.facts.get("used_up"):
            return (f"keep the parameters in a list: `{as_list(text)}`",)
        if finding.facts["nothing"]:
            return (
                "check this argument, which is empty: a generator or a `filter` yields its items only once, so pass "
                "`list(model.parameters())`",
            )
        return ("clip between `backward()` and `step()`",)
