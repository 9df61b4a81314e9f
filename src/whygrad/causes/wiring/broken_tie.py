"""Two modules shared a parameter until one of them was given a new one."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.holdings import TieReplaced
from whygrad.evidence.modules import SeparatedParameters
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph


class BrokenTie(SilentCause):
    name = "broken-tie"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for tie in graph.evidence(SeparatedParameters):
            yield self.finding("warning", tie.chain, names=tie.names)
        for replaced in graph.evidence(TieReplaced):
            yield self.finding("warning", replaced.chain, names=replaced.names, both=True)

    def subject(self, finding: Finding) -> str:
        return "`{}` and `{}` are no longer the same parameter".format(*finding.facts["names"])

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("both"):
            return "both were replaced, and changes to one no longer reach the other"
        return "the first was replaced, so changes to one no longer reach the other"

    def label(self, finding: Finding) -> str:
        return f"gives {'the second' if finding.facts.get('both') else 'one of the two'} a new parameter"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("both"):
            return ("tie the two again: assign the weight of one to the other",)
        return (
            "assign the new parameter to both, or keep the old one and change its values: `weight.copy_(…)` under "
            "`no_grad`",
        )
