"""Values are loaded into a model whose optimizer steps an older copy, which overwrites them after the first step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.of_one_cause.self_loads import LostLoad
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind


class UndoneLoad(SilentCause):
    name = "undone-load"
    kind = QueryKind.TRAINING

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(LostLoad):
            if not seen.loaded:
                continue
            path = tuple(
                Step("", place, "overwrites them with the copies")
                for place in seen.copied[-1:]
                if place != seen.loaded[-1]
            )
            found = self.finding("warning", seen.loaded, seen=seen)
            yield replace(found, path=path)

    def subject(self, finding: Finding) -> str:
        number = finding.facts["seen"].number
        return f"the values written to {f'{number} parameters' if number > 1 else 'a parameter'} are lost"

    def clause(self, finding: Finding) -> str:
        what = "copies" if finding.facts["seen"].number > 1 else "a copy"
        return f"the optimizer updates {what} with other values, and its next step writes those back"

    def label(self, finding: Finding) -> str:
        return "writes to the parameters, not to the copies that the optimizer holds"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        names = finding.facts["seen"].names
        # One of them may have a loop's name instead of its own.
        return (f"the optimizer holds {counted(names)}",) if names else ()

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("update the copies too after this line, or create the optimizer after it",)
