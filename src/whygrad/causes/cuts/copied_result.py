"""A deep copy of something that holds the result of a computation: its graph cannot be copied."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import Cause
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import QueryKind
from whygrad.source.patterns.stores import attribute_stores

FRAGMENT = "Only Tensors created explicitly by the user"


class CopiedResult(Cause):
    name = "copied-result"
    inferred = "whygrad observed that the tensor is kept; the line that keeps it is inferred from the source"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind is not QueryKind.ERROR or FRAGMENT not in graph.query.error:
            return
        name = graph.query.root_name
        stores = (
            attribute_stores(name.rpartition(".")[2], graph.recording.sources, graph.sources) if "." in name else []
        )
        made = graph.node(graph.roots[0]).chain if graph.roots else ()
        copied = graph.query.chain[-1:]
        yield Finding(
            cause=self.name,
            severity="error",
            evidence="inferred" if stores else "observed" if made else "unknown",
            chain=tuple(stores[:1]) or graph.query.chain,
            path=tuple(Step("deepcopy", p, "copied here") for p in copied if stores),
            facts={"name": name or "a tensor", "kept": bool(stores)},
        )

    def subject(self, finding: Finding) -> str:
        return f"`{finding.facts['name']}` is the result of a computation, and `deepcopy` tries to copy it"

    def clause(self, finding: Finding) -> str:
        return "its graph cannot be copied"

    def label(self, finding: Finding) -> str:
        return "keeps a tensor together with its graph" if finding.facts["kept"] else "tries to copy its graph too"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("store `value.detach()` if you only inspect the value later",)
