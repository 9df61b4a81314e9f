"""Nothing that should learn is behind the loss, as far as the program was watched."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import Cause, root_name
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict

ASKING = ("backward", "grad", "not-a-tensor")


class NeverConnected(Cause):
    name = "never-connected"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if verdict.blames or graph.query.kind not in ASKING:
            return
        root = graph.node(graph.query.roots[0]) if graph.query.roots else None
        yield Finding(
            cause=self.name,
            severity="error",
            evidence="observed" if root is not None else "unknown",
            chain=root.chain if root is not None and root.chain else graph.query.chain,
            facts={"root": root_name(graph), "type": graph.query.facts.get("type")},
        )

    def clause(self, finding: Finding) -> str:
        if finding.facts["type"]:
            return f"it is a `{finding.facts['type']}`, and no tensor was seen on the way to it"
        return "nothing that requires a gradient was seen on the way to it"

    def label(self, finding: Finding) -> str:
        return "made here, from nothing that could learn"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("compute the loss from the output of what should learn",)
