"""`total += loss`: a sum that keeps the graph of everything that was ever added to it."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, places
from whygrad.diagnostic import Edit
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.source.files import SourceFiles

COUNTED = 256  # additions that are counted at most


class GrowingGraph(SilentCause):
    name = "growing-graph"
    kind = "training"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for growing in graph.query.facts["growing"]:
            chain = places(growing["chain"])
            code = graph.text(chain[-1]).strip() if chain else ""
            yield self.finding("warning", chain, length=growing["length"], code=code, kept=growing["kept"])

    def subject(self, finding: Finding) -> str:
        return "memory grows from step to step"

    def clause(self, finding: Finding) -> str:
        length = finding.facts["length"]
        if finding.facts["kept"]:
            return f"{length} results of this line live on with their graphs, and the latest passes used none of them"
        number = f"more than {COUNTED}" if length > COUNTED else f"the {length}"
        return f"this sum holds the graphs of {number} values that were added, and no backward pass goes through it"

    def label(self, finding: Finding) -> str:
        if finding.facts["kept"]:
            return "what is kept of this keeps its whole history"
        return "keeps the whole history of what is added"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["kept"]:
            return (
                "keep the values alone: `.detach()` before it goes into a list or a buffer, or `no_grad` around it",
            )
        return ("add the plain number: `.item()`, or `.detach()` to stay on the device",)

    def edits(self, finding: Finding, sources: SourceFiles) -> tuple[Edit, ...]:
        code = str(finding.facts["code"])
        left, operator, right = code.partition(" += ")
        if finding.site is None or not operator or not right.isidentifier():
            return ()
        return (Edit(finding.site, f"{left} += {right}.item()"),)
