"""All units of a layer start equal and get equal gradients, so that they compute the same thing for ever."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.values import EqualUnits
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, QueryKind


class EqualUnitsCause(SilentCause):
    name = "equal-units"
    kind = QueryKind.TRAINING
    also = "also with equal rows"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        by_line: dict[Chain, list[EqualUnits]] = {}
        for seen in graph.evidence(EqualUnits):
            if seen.chain:
                by_line.setdefault(seen.chain, []).append(seen)
        for chain, found in by_line.items():
            names = tuple(dict.fromkeys(seen.name for seen in found if seen.name))
            facts = {"units": found[0].units, "steps": found[0].steps}
            yield Finding(self.name, "warning", "observed", chain, (), names, facts)

    def subject(self, finding: Finding) -> str:
        return f"all {finding.facts['units']} rows of {counted(finding.lost)} stay equal"

    def clause(self, finding: Finding) -> str:
        return "they start with the same values and get the same gradient, so they act as one unit"

    def label(self, finding: Finding) -> str:
        return "gives all units the same values"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return (f"rows and gradients were equal at all {finding.facts['steps']} inspected steps",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("start with random values, as `nn.Linear` does by itself, or `nn.init.xavier_uniform_(…)`",)
