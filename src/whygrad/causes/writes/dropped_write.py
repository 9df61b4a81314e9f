"""`x[rows].copy_(y)`: indexing has made a copy, the copy was written, and nobody has kept it."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted, names, puts_without_effect
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import QueryKind


class DroppedWrite(SilentCause):
    name = "dropped-write"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind is QueryKind.SILENT:
            for chain, lost in puts_without_effect(graph, verdict, dropped=True):
                yield self.finding("error" if lost else "warning", chain, names(graph, lost))

    def subject(self, finding: Finding) -> str:
        if not finding.lost:
            return "a write has no effect"
        return f"{counted(finding.lost)} {'gets' if len(finding.lost) == 1 else 'get'} no gradient"

    def clause(self, finding: Finding) -> str:
        return "indexing created a copy, and the write to that copy is lost"

    def label(self, finding: Finding) -> str:
        return "writes to a copy; the indexed tensor stays unchanged"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("write in one step, `x[index] = values`, or create a new tensor: `torch.where(mask, values, x)`",)
