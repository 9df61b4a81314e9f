"""`torch.jit.freeze`: the parameters became constants of the frozen module."""

from __future__ import annotations

from whygrad.causes._base import Cause
from whygrad.evidence.marks import MadeConstant
from whygrad.finding import Finding
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph


class FrozenScript(Cause):
    name = "frozen-script"

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        node = graph.node(index)
        if not isinstance(node.mark, MadeConstant) or not graph.node(parent).parameter:
            return None
        return Cut(self.name, node.mark.chain, index)

    def clause(self, finding: Finding) -> str:
        return f"`{finding.facts['text']}` turned the parameters into constants"

    def label(self, finding: Finding) -> str:
        return "the frozen module has no parameters"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("train the eager or scripted module, and freeze it after training",)
