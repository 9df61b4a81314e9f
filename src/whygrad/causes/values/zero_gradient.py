"""A gradient that became all zeros at an operation of another kind: a selection, a mask, an ignored target."""

from __future__ import annotations

from whygrad.causes.values._zeros import BOUNDED, FLAT, PRODUCTS, ZeroCause, Zeroed
from whygrad.finding import Finding


class ZeroGradient(ZeroCause):
    name = "zero-gradient"

    def claims(self, zero: Zeroed) -> bool:
        return zero.node in SELECTING and zero.node not in (*FLAT, *BOUNDED, *PRODUCTS)

    def clause(self, finding: Finding) -> str:
        return f"`{finding.facts['op']}` masks every element on the path to `{finding.facts['root']}`"

    def label(self, finding: Finding) -> str:
        return "selects nothing that can learn"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("make sure that the mask, index or ignored target keeps some elements",)


SELECTING = ("Where", "MaskedFill", "NllLoss", "NllLoss2D", "Embedding", "MaskedScatter", "MaskedSelect", "Fill")
