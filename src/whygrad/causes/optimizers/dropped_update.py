"""`w = w - lr * w.grad`: an update by hand makes a new tensor, and the parameter keeps its values."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.steps import LostUpdate
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind


class DroppedUpdate(SilentCause):
    name = "dropped-update"
    kind = QueryKind.TRAINING
    also = "also unchanged"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for update in graph.evidence(LostUpdate):
            yield self.finding("warning", update.chain, update.names, copy=update.copy, passes=update.passes)

    def subject(self, finding: Finding) -> str:
        return f"{counted(finding.lost)} never {'changes' if len(finding.lost) < 2 else 'change'}"

    def clause(self, finding: Finding) -> str:
        where = "written into a copy" if finding.facts["copy"] else "written to a new tensor"
        return f"the update is {where}, and the next pass uses the old values"

    def label(self, finding: Finding) -> str:
        return "changes a copy" if finding.facts["copy"] else "creates a new tensor and changes no parameter"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return (f"this happened before all {finding.facts['passes']} inspected passes",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("write to the parameter in place: `with torch.no_grad(): w -= lr * w.grad`",)
