"""A gradient that became all zeros at an operation of another kind: a selection, a mask, an ignored target."""

from __future__ import annotations

from whygrad.causes._zeros import BOUNDED, FLAT, PRODUCTS, ZeroCause, Zeroed
from whygrad.finding import Finding


class ZeroGradient(ZeroCause):
    name = "zero-gradient"

    def claims(self, zero: Zeroed) -> bool:
        return zero.node in SELECTING and zero.node not in (*FLAT, *BOUNDED, *PRODUCTS)

    def clause(self, finding: Finding) -> str:
        return f"`{finding.facts['op']}` uses none of the elements that depend on it"

    def label(self, finding: Finding) -> str:
        return f"let nothing through, at each of the {finding.facts['steps']} steps that were looked at"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("look at what selects here: a mask, an index or an ignored target that leaves nothing over",)


SELECTING = ("Where", "MaskedFill", "NllLoss", "NllLoss2D", "Embedding", "MaskedScatter", "MaskedSelect", "Fill")
