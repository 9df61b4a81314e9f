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
            yield self.finding("warning", chain, [n for n in overlap["names"] if n])

    def subject(self, finding: Finding) -> str:
        if len(finding.lost) == 2:
            return f"`{finding.lost[0]}` and `{finding.lost[1]}` are different parameters in the same memory"
        return "two parameters lie in the same memory"

    def clause(self, finding: Finding) -> str:
        return "each step of the optimizer changes both, once for each"

    def label(self, finding: Finding) -> str:
        return "takes the memory of the other, not a copy"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("copy the values: `nn.Parameter(values.clone())`; to share on purpose, assign the same parameter",)

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return ()
