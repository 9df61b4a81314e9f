"""Rounding, signs and floors: steps, flat between them, so their derivative is zero everywhere."""

from __future__ import annotations

from whygrad.causes._zeros import FLAT, ZeroCause
from whygrad.finding import Finding

SAMPLING = ("normal", "bernoulli", "poisson")
SIGNS = ("sign", "sgn")


class ZeroDerivative(ZeroCause):
    name = "zero-derivative"
    kinds = FLAT
    severity = "error"
    at_once = True

    def clause(self, finding: Finding) -> str:
        op = finding.facts["op"]
        if op in SAMPLING:
            return f"`{op}` draws a sample, and the derivative of a sample is 0"
        return f"`{op}` is flat between its steps, so its derivative is 0 everywhere"

    def label(self, finding: Finding) -> str:
        return "multiplies every gradient by 0"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        op = finding.facts["op"]
        if op in SIGNS:
            return ("use a smooth step, `torch.tanh(x / t)` with a small `t`, in place of the sign",)
        if op == "normal":
            return ("draw standard values and move them: `mean + std * torch.randn_like(std)`",)
        return (f"let the gradient pass straight through: `x + (torch.{op}(x) - x).detach()`",)
