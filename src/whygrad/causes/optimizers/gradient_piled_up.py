"""No `zero_grad()`: each pass adds to gradients that were used already."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._silent import SilentCause, counted, names
from whygrad.evidence.of_one_cause.closure_passes import ClosureWithoutClearing
from whygrad.evidence.of_one_cause.idle_clearings import IdleClearing
from whygrad.evidence.steps import LeafAccumulation, OptimizerRun
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind

REPEATED = 3  # steps of this kind are a habit, also where others are clean


class GradientPiledUp(SilentCause):
    name = "gradient-piled-up"
    drives = True
    kind = QueryKind.TRAINING
    yields_to = ("foreign-gradient",)  # that one knows whose gradient it is
    also = "also accumulated"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        closures = graph.evidence(ClosureWithoutClearing)
        for closure in closures:
            yield self.finding("warning", closure.chain, closure.names, how="closure")
        for optimizer in graph.evidence(OptimizerRun):
            mixed, clean = optimizer.mixed_steps, optimizer.clean_steps
            if any(optimizer.mixed == closure.chain for closure in closures):
                continue
            if mixed and (not clean or mixed >= max(REPEATED, 2 * clean)):
                found = self.finding("warning", optimizer.mixed, optimizer.names, how="step", steps=mixed)
                yield _at_idle_clearing(graph, found)
        for pile in graph.evidence(LeafAccumulation):
            how = "update" if pile.updated else "again"
            yield self.finding("warning", pile.chain, names(graph, pile.leaves), how=how)

    def subject(self, finding: Finding) -> str:
        return f"gradients of several passes accumulate in {counted(finding.lost, 'the parameters')}"

    def clause(self, finding: Finding) -> str:
        if finding.facts["how"] == "elsewhere":
            return f"`zero_grad()` clears a different `{finding.facts['cleared']}`, which never has a gradient"
        if finding.facts["how"] == "step":
            return "the next pass adds to gradients that `step()` already used"
        if finding.facts["how"] == "closure":
            return "`step()` calls the closure several times, and the closure does not clear them"
        if finding.facts["how"] == "update":
            return "the next pass adds to a gradient that an update already used"
        return "an earlier pass already started from this loss, so its gradient counts twice"

    def label(self, finding: Finding) -> str:
        if finding.facts["how"] == "elsewhere":
            return f"called {finding.facts['times']} times, with nothing to clear"
        return "adds to the existing gradients"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["how"] == "elsewhere":
            return ("clear the module that is trained, or call `zero_grad()` of the optimizer that steps",)
        if finding.facts["how"] == "step":
            return ("call `optimizer.zero_grad()` once per `step()`, before the next `backward()`",)
        if finding.facts["how"] == "closure":
            return ("call `optimizer.zero_grad()` inside the closure, before `backward()`",)
        return (
            "set `.grad = None` before the next `backward()`, or use `torch.autograd.grad`, which does not accumulate",
        )


def _at_idle_clearing(graph: UncutGraph, found: Finding) -> Finding:
    """Told at the clearing, where that is of something else with the same shapes that never has a gradient."""
    idle = [c for c in graph.evidence(IdleClearing) if c.names and c.names == found.lost and c.times >= REPEATED]
    if len(idle) != 1 or not idle[0].chain:
        return found
    facts = {**found.facts, "how": "elsewhere", "cleared": idle[0].kind, "times": idle[0].times}
    path = (Step("", found.chain[-1], "adds to the existing gradients"),) if found.chain else ()
    return replace(found, chain=idle[0].chain, path=path, facts=facts)
