"""Two modules shared a parameter until one of them was given a new one."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.modules import SeparatedParameters
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph


class BrokenTie(SilentCause):
    name = "broken-tie"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for tie in graph.evidence(SeparatedParameters):
            yield self.finding("warning", tie.chain, names=tie.names)

    def subject(self, finding: Finding) -> str:
        return "`{}` and `{}` are no longer the same parameter".format(*finding.facts["names"])

    def clause(self, finding: Finding) -> str:
        return "the first was replaced, so changes to one no longer reach the other"

    def label(self, finding: Finding) -> str:
        return "gives one of the two a new parameter"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return (
            "assign the new parameter to both, or keep the old one and change its values: `weight.copy_(…)` under "
            "`no_grad`",
        )
