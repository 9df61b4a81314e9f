"""A gradient that is too small for half precision: it is rounded to zero."""

from __future__ import annotations

from whygrad.causes._zeros import ZeroCause, Zeroed
from whygrad.finding import Finding

HALF = ("float16", "bfloat16", "float8_e4m3fn", "float8_e5m2")


class Underflow(ZeroCause):
    name = "underflow"

    def claims(self, zero: Zeroed) -> bool:
        return zero.dtype in HALF and not zero.zero_factor and zero.node not in NOT_BY_SIZE

    def clause(self, finding: Finding) -> str:
        return "it is too small for half precision, and was rounded to 0"

    def label(self, finding: Finding) -> str:
        return "the gradient becomes 0 on its way back through this"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("scale the loss: `torch.amp.GradScaler`; or compute in `bfloat16`, which has the range of `float32`",)


NOT_BY_SIZE = ("Round", "Sign", "Floor", "Ceil", "Trunc", "Relu", "Threshold", "Clamp", "ClampMin", "ClampMax", "Where",
               "MaskedFill", "Hardtanh")  # fmt: skip
