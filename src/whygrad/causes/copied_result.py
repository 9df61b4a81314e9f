"""A deep copy of something that holds the result of a computation: its graph cannot be copied."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.causes._base import Cause
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Chain
from whygrad.source.span import place_of_node

FRAGMENT = "Only Tensors created explicitly by the user"


class CopiedResult(Cause):
    name = "copied-result"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind != "error" or FRAGMENT not in graph.query.error:
            return
        name = graph.query.root_name
        kept = _kept_at(graph, name.rpartition(".")[2]) if "." in name else ()
        made = graph.node(graph.roots[0]).chain if graph.roots else ()
        copied = graph.query.chain[-1:]
        yield Finding(
            cause=self.name,
            severity="error",
            evidence="observed" if made else "unknown",
            chain=kept or made or graph.query.chain,
            path=tuple(Step("deepcopy", p, "copied here") for p in copied),
            facts={"name": name or "a tensor"},
        )

    def subject(self, finding: Finding) -> str:
        return f"`{finding.facts['name']}` is the result of a computation, and a deep copy reaches it"

    def clause(self, finding: Finding) -> str:
        return "its graph cannot be copied"

    def label(self, finding: Finding) -> str:
        return "keeps a tensor together with its graph"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("keep a plain copy, `.detach()`, of what is only looked at later",)


def _kept_at(graph: UncutGraph, attribute: str) -> Chain:
    """Where the attribute is set to a computed value, as the source tells."""
    for file in graph.recording.sources:
        tree = graph.sources.tree(file)
        for node in ast.walk(tree) if tree else ():
            if not isinstance(node, ast.Assign) or isinstance(node.value, ast.Constant):
                continue
            if any(isinstance(t, ast.Attribute) and t.attr == attribute for t in node.targets):
                return (place_of_node(file, node, "", graph.sources),)
    return ()
