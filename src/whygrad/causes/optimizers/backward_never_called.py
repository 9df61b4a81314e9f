"""An optimizer steps again and again, and no backward pass was ever run."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.steps import BackwardPasses, OptimizerRun
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind

STEPS = 2


class BackwardNeverCalled(SilentCause):
    name = "backward-never-called"
    kind = QueryKind.TRAINING
    also = "also never updated"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        passes = sum(seen.count for seen in graph.evidence(BackwardPasses))
        for optimizer in graph.evidence(OptimizerRun):
            idle = not optimizer.full_steps and not optimizer.reached and not passes
            if idle and optimizer.steps >= STEPS:
                chain = optimizer.latest_step
                yield self.finding("warning", chain, optimizer.names, steps=optimizer.steps)

    def subject(self, finding: Finding) -> str:
        if not finding.lost:
            return "no parameter is ever updated"
        return f"{counted(finding.lost)} {'is' if len(finding.lost) <= 1 else 'are'} never updated"

    def clause(self, finding: Finding) -> str:
        return f"the optimizer stepped {finding.facts['steps']} times without a backward pass"

    def label(self, finding: Finding) -> str:
        return "has no gradient to apply"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("call `backward()` on the loss before each `step()`",)
