"""Each update is overwritten before the next pass: the parameters are always the same."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted, places
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph

STEPS = 2


class UpdateUndone(SilentCause):
    name = "update-undone"
    kind = "training"
    also = "also as before"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for optimizer in graph.query.facts["optimizers"]:
            if optimizer["undone"] >= STEPS and not optimizer["lasting"]:
                chain = places(optimizer["undoing"])
                yield self.finding("error", chain, optimizer["names"], steps=optimizer["undone"])

    def subject(self, finding: Finding) -> str:
        return f"{counted(finding.lost, 'every parameter')} never changes for good"

    def clause(self, finding: Finding) -> str:
        return "what `step()` changed was written back to its old values before the next pass"

    def label(self, finding: Finding) -> str:
        return "writes over what the optimizer has just updated"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return (f"so it was at each of the {finding.facts['steps']} steps that were looked at",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("copy in the other direction, from what learns into what follows it",)
