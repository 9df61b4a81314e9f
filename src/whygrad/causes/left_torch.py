"""A value that left torch (`.item()`, `float()`, `.numpy()`, `.tolist()`) and came back, or stayed outside."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import Cause, cut_finding, node_cut
from whygrad.causes.rebuilt_tensor import RebuiltTensor
from whygrad.finding import Finding
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict

WORDS = {
    "item": "a Python number",
    "__float__": "a Python number",
    "__int__": "a Python integer",
    "__index__": "a Python integer",
    "__complex__": "a Python number",
    "tolist": "Python numbers",
    "numpy": "a NumPy array",
    "__array__": "a NumPy array",
    "__format__": "a text",
}
INTEGERS = ("__int__", "__index__")


class LeftTorch(Cause):
    name = "left-torch"

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        node = graph.node(index)
        if node.kind != "export" or node.op == "backward" or RebuiltTensor().cut_at(graph, index, parent):
            return None
        return node_cut(self, node, index, 1.5 if node.op.rpartition(".")[2] in INTEGERS else 1.0)

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for blame in verdict.blames:
            if blame.cut.cause == self.name:
                finding = cut_finding(graph, blame)
                yield Finding(**{**vars(finding), "facts": {**finding.facts, "type": graph.query.facts.get("type")}})

    def clause(self, finding: Finding) -> str:
        what = WORDS.get(finding.facts["op"], "a plain value")
        if finding.facts["type"]:
            return f"`{finding.facts['code']}` makes {what}, and {what} has no `backward()`"
        return f"`{finding.facts['code']}` takes the value out of torch, and no gradient follows it"

    def label(self, finding: Finding) -> str:
        return f"from here on it is {WORDS.get(finding.facts['op'], 'a plain value')}"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["op"] in ("numpy", "__array__"):
            return ("compute with torch all the way to the loss; keep NumPy for what is only reported",)
        if finding.facts["op"] in INTEGERS:
            return (
                "an index has no derivative: weight the candidates (softmax) or interpolate instead of picking one",
            )
        return (f"use the tensor itself in the loss, and `{finding.facts['code']}` only for what is printed or logged",)
