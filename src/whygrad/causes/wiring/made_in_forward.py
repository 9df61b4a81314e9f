"""A layer or parameter that is made in `forward`: no optimizer can know it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._silent import SilentCause, counted, names
from whygrad.causes._strays import call_of_factory, function_of, made_by_forward
from whygrad.evidence.modules import StrayLeaf
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain


class MadeInForward(SilentCause):
    name = "made-in-forward"
    yields_to = ("copied-tensor",)  # which tells what it was made from
    also = "also created there"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        groups: dict[Chain, list[int]] = {}
        for stray in graph.evidence(StrayLeaf):
            leaf = stray.leaf
            if leaf is not None and (chain := made_by_forward(graph, leaf)):
                groups.setdefault(chain, []).append(leaf)
        for chain, leaves in groups.items():
            called = call_of_factory(graph, chain)
            found = self.finding("error", called, names(graph, leaves), code=graph.text(called[-1]).strip())
            made = (Step("", chain[-1], "creates the layer"),) if called != chain else ()
            yield replace(found, path=made, facts={**found.facts, "made": chain[-1]})

    def subject(self, finding: Finding) -> str:
        one = len(finding.lost) <= 1
        return f"{counted(finding.lost, 'a parameter')} {'is' if one else 'are'} never updated"

    def clause(self, finding: Finding) -> str:
        made = function_of(finding.facts["made"])
        called = "" if made == "forward" else f", by `{made}`"
        return f"created in `forward`{called}, and held by no optimizer"

    def label(self, finding: Finding) -> str:
        return "creates parameters that no optimizer holds"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("create it in `__init__`, as an attribute of the module, before you create the optimizer",)
