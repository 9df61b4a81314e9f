"""Two modules shared a parameter until one of them was given a new one."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, places
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph


class BrokenTie(SilentCause):
    name = "broken-tie"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for tie in graph.query.facts["broken_ties"]:
            yield self.finding("warning", places(tie["chain"]), tie["names"])

    def subject(self, finding: Finding) -> str:
        return "`{}` and `{}` are no longer the same parameter".format(*finding.lost[:2])

    def clause(self, finding: Finding) -> str:
        return "they were tied, and one of them was replaced, so each learns by itself"

    def label(self, finding: Finding) -> str:
        return "a new parameter for one of the two"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("tie them again after this, or change the values in place: `with torch.no_grad(): weight.copy_(…)`",)
