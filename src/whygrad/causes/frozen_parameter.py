"""`requires_grad=False`, set by hand, in a loop, by a helper or by a library: the parameter is frozen."""

from __future__ import annotations

from whygrad.causes._base import Cause, edit_call
from whygrad.diagnostic import Edit
from whygrad.finding import Finding
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.source.files import SourceFiles


class FrozenParameter(Cause):
    name = "frozen-parameter"

    def leaf_cut(self, graph: UncutGraph, index: int) -> Cut | None:
        node = graph.node(index)
        if not (node.parameter or node.frozen):
            return None
        # What an optimizer holds is meant to learn; beside an optimizer that leaves it out, freezing is mostly meant.
        meant = not graph.has_optimizer or index in graph.query.wrt
        cost = 1.0 if node.optimized else 1.2 if meant else 3.0
        return Cut(self.name, node.frozen or node.chain, index, cost)

    def clause(self, finding: Finding) -> str:
        return f"frozen, like everything else that `{finding.facts['root']}` is computed from"

    def label(self, finding: Finding) -> str:
        return "frozen here"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if "from_pretrained" in finding.facts["text"]:
            return ("pass `freeze=False`: `from_pretrained` freezes by default",)
        return ("leave what should learn out of the freezing, or call `.requires_grad_(True)` on it afterwards",)

    def edits(self, finding: Finding, sources: SourceFiles) -> tuple[Edit, ...]:
        return edit_call(finding, "freeze=False") if "from_pretrained(" in finding.facts["text"] else ()
