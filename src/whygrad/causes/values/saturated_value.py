"""A bounded function outside the range in which it has a slope: a dead ReLU, a clamp at its limit."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import loss_operations, reachable
from whygrad.causes.values._zeros import BOUNDED, ZeroCause
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph

CONSTANT = "a softmax over one element, or of very large logits, is constant: check its `dim`, or scale the logits down"
SMOOTH = {
    "clamp": "start the value inside the range, or bound it smoothly with `tanh` or `sigmoid`",
    "relu": "start with smaller weights or a smaller learning rate, or use `leaky_relu`, whose slope is never 0",
    "softmax": CONSTANT,
    "log_softmax": CONSTANT,
}
HINGES = ("relu", "clamp", "clip", "threshold", "maximum", "max")


class SaturatedValue(ZeroCause):
    name = "saturated-value"
    kinds = BOUNDED

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        last, behind = loss_operations(graph), reachable(graph)
        for finding in super().find_silent(graph):
            hinge = str(finding.facts["op"]).endswith("_loss") or str(finding.facts["op"]).startswith(HINGES)
            # A margin that is kept already is no mistake, unless the program asks for its gradient. What the loss has
            # another use for is a value that the model computes, not a margin.
            users = [user for user in graph.users.get(finding.facts["at"], ()) if user in behind]
            is_margin = finding.facts["at"] in last and last.issuperset(users)
            if not hinge or finding.facts["read"] or not is_margin:
                yield finding

    def clause(self, finding: Finding) -> str:
        return f"every input is in a range where `{finding.facts['op']}` is flat"

    def label(self, finding: Finding) -> str:
        return "flat for every element, so no gradient passes"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        op = str(finding.facts["op"])
        found = next((text for name, text in SMOOTH.items() if op.startswith(name)), "")
        return (found or "keep the inputs in the range where the function is not flat",)
