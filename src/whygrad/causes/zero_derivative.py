"""Rounding, signs and floors: steps, flat between them, so their derivative is zero everywhere."""

from __future__ import annotations

from whygrad.causes._zeros import FLAT, ZeroCause
from whygrad.finding import Finding


class ZeroDerivative(ZeroCause):
    name = "zero-derivative"
    kinds = FLAT
    severity = "error"
    at_once = True

    def clause(self, finding: Finding) -> str:
        return f"`{finding.facts['op']}` is flat between its steps, so its derivative is 0 everywhere"

    def label(self, finding: Finding) -> str:
        return "multiplies every gradient by 0"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["op"] in ("sign", "sgn", "heaviside"):
            return ("use a smooth step: `torch.sigmoid(x / t)` or `torch.tanh(x / t)`",)
        op = finding.facts["op"]
        return (f"let the gradient pass straight through: `x + (torch.{op}(x) - x).detach()`",)
