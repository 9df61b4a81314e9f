"""A layer or parameter that is made in `forward`: no optimizer can know it."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted, names
from whygrad.causes._strays import function_of, made_by_forward
from whygrad.evidence.modules import StrayLeaf
from whygrad.finding import Finding
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
            yield self.finding("error", chain, names(graph, leaves), code=graph.text(chain[-1]).strip())

    def subject(self, finding: Finding) -> str:
        one = len(finding.lost) <= 1
        return f"{counted(finding.lost, 'a parameter')} {'is' if one else 'are'} never updated"

    def clause(self, finding: Finding) -> str:
        site = finding.site
        called = "" if site is None or function_of(site) == "forward" else f", by `{function_of(site)}`"
        return f"created in `forward`{called}, and held by no optimizer"

    def label(self, finding: Finding) -> str:
        return "creates parameters that no optimizer holds"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("create the layer in `__init__`, as an attribute of the module, before you create the optimizer",)
