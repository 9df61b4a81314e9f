"""Two parameters in the same memory: each step moves both twice."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph


class SharedMemory(SilentCause):
    name = "shared-memory"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for overlap in graph.query.facts["overlaps"]:
            chain = graph.node(overlap["at"]).chain if overlap["at"] is not None else ()
            yield self.finding("warning", chain, names=[n for n in overlap["names"] if n])

    def subject(self, finding: Finding) -> str:
        names = finding.facts["names"]
        if len(names) == 2:
            return f"`{names[0]}` and `{names[1]}` are two parameters in the same memory"
        return "two parameters lie in the same memory"

    def clause(self, finding: Finding) -> str:
        return "each step of the optimizer moves these values twice, by the gradient of one and of the other"

    def label(self, finding: Finding) -> str:
        return "a parameter of its own, in the memory of the other"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return (
            "to share, assign the other parameter itself; to start from its values, copy them: "
            "`nn.Parameter(….clone())`",
        )
