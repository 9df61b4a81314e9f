"""A bounded function outside the range in which it has a slope: a dead ReLU, a clamp at its limit."""

from __future__ import annotations

from whygrad.causes._zeros import BOUNDED, ZeroCause
from whygrad.finding import Finding

SMOOTH = {
    "clamp": "bound the value smoothly, by `tanh` or `sigmoid`, or keep it inside the range when it is initialised",
    "relu": "begin with smaller weights or a smaller learning rate, or use `leaky_relu`, whose slope is never 0",
    "softmax": "scale the logits down: a softmax over one element, or with very large logits, is constant",
    "log_softmax": "scale the logits down: a softmax over one element, or with very large logits, is constant",
}


class SaturatedValue(ZeroCause):
    name = "saturated-value"
    kinds = BOUNDED

    def clause(self, finding: Finding) -> str:
        return f"every value that goes into `{finding.facts['op']}` lies where it is flat"

    def label(self, finding: Finding) -> str:
        return f"was flat for all elements, at each of the {finding.facts['steps']} steps that were looked at"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        op = str(finding.facts["op"])
        found = next((text for name, text in SMOOTH.items() if op.startswith(name)), "")
        return (found or "keep the values that go in inside the range where the function has a slope",)
