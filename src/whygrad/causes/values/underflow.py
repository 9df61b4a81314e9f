"""A gradient that is too small for half precision: it is rounded to zero."""

from __future__ import annotations

from dataclasses import replace

from whygrad.causes.values._zeros import PRODUCTS, ZeroCause, Zeroed
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain

HALF = ("float16", "bfloat16", "float8_e4m3fn", "float8_e5m2")
# Steps that make a gradient smaller; others, such as a maximum or an index, make exact zeros whatever its size.
SHRINKING = ("ToCopy", "Mul", "Div", "Mean", "Pow", "MseLoss", "NativeLayerNorm", "NativeGroupNorm", *PRODUCTS)


class Underflow(ZeroCause):
    name = "underflow"

    def claims(self, zero: Zeroed) -> bool:
        return zero.dtype in HALF and not zero.zero_factor and zero.node in SHRINKING

    def found(self, graph: UncutGraph, zero: Zeroed, chain: Chain) -> Finding:
        finding = super().found(graph, zero, chain)
        return replace(finding, facts={**finding.facts, "dtype": zero.dtype})

    def clause(self, finding: Finding) -> str:
        return f"too small for `{finding.facts['dtype']}`, and rounded to 0"

    def label(self, finding: Finding) -> str:
        return "the gradient underflows to 0 here"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["dtype"] == "bfloat16":
            return ("multiply the loss by a constant, and divide the gradients by it before the step",)
        return (
            "keep the parameters in `float32`, compute under `torch.autocast` and scale the loss with "
            "`torch.amp.GradScaler`; or compute in `bfloat16`, which has the range of `float32`",
        )
