"""A gradient that became all zeros at an operation of another kind: a selection, a mask, an ignored target."""

from __future__ import annotations

from whygrad.causes.values._zeros import BOUNDED, FLAT, PRODUCTS, ZeroCause, Zeroed
from whygrad.finding import Finding


class ZeroGradient(ZeroCause):
    name = "zero-gradient"
    yields_to = ("unread-frames",)  # for which every loss of a CTC may be infinite

    def claims(self, zero: Zeroed) -> bool:
        return zero.node in SELECTING and zero.node not in (*FLAT, *BOUNDED, *PRODUCTS)

    def clause(self, finding: Finding) -> str:
        if finding.facts["op"] == CTC:
            return f"`{CTC}` replaces infinite losses by 0, and every loss is infinite"
        return f"`{finding.facts['op']}` masks every element on the path to `{finding.facts['root']}`"

    def label(self, finding: Finding) -> str:
        if finding.facts["op"] == CTC:
            return "no target fits into its input length"
        return "selects nothing that can learn"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["op"] == CTC:
            return ("make sure that each of `input_lengths` is at least as long as its target, and longer for repeats",)
        return ("make sure that the mask, index or ignored target keeps some elements",)


CTC = "ctc_loss"
SELECTING = ("Where", "MaskedFill", "NllLoss", "NllLoss2D", "Embedding", "MaskedScatter", "MaskedSelect", "Fill")
