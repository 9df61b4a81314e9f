"""A gradient that became all zeros at an operation of another kind: a selection, a mask, an ignored target."""

from __future__ import annotations

from dataclasses import replace

from whygrad.causes.values._zeros import BOUNDED, FLAT, PRODUCTS, ZeroCause, Zeroed
from whygrad.finding import Finding, Step
from whygrad.graph.sites import up_to_parting
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain


class ZeroGradient(ZeroCause):
    name = "zero-gradient"
    yields_to = ("unread-frames",)  # for which every loss of a CTC may be infinite

    def claims(self, zero: Zeroed) -> bool:
        return zero.node in SELECTING and zero.node not in (*FLAT, *BOUNDED, *PRODUCTS)

    def found(self, graph: UncutGraph, zero: Zeroed, chain: Chain) -> Finding:
        found = super().found(graph, zero, chain)
        if zero.node not in PICKING:
            return found
        facts = {**found.facts, "empty": True}
        made = _chosen_by(graph, zero.at)
        if made and chain and (made[-1].file, made[-1].line) != (chain[-1].file, chain[-1].line):
            path = (Step("index", chain[-1], "the result is empty"),)
            return replace(found, chain=made, path=path, facts={**facts, "mask": True})
        return replace(found, facts=facts)

    def clause(self, finding: Finding) -> str:
        if finding.facts["op"] == CTC:
            return f"`{CTC}` replaces infinite losses with 0, and every loss is infinite"
        if finding.facts.get("empty"):
            return f"`{finding.facts['code']}` selects no element"
        return f"`{finding.facts['op']}` masks every element on the path to `{finding.facts['root']}`"

    def label(self, finding: Finding) -> str:
        if finding.facts["op"] == CTC:
            return "no target fits into its input length"
        if finding.facts.get("empty"):
            return "keeps no element" if finding.facts.get("mask") else "the result is empty"
        return "selects nothing that can learn"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["op"] == CTC:
            return ("make sure that each of `input_lengths` is at least as long as its target, and longer for repeats",)
        return ("make sure that the mask, index or ignored target keeps some elements",)


CTC = "ctc_loss"
PICKING = ("Index", "IndexSelect", "Slice")  # whose gradient is zeros only where they pick nothing
SELECTING = (
    *PICKING,
    "Where",
    "MaskedFill",
    "NllLoss",
    "NllLoss2D",
    "Embedding",
    "MaskedScatter",
    "MaskedSelect",
    "Fill",
)


def _chosen_by(graph: UncutGraph, at: int) -> Chain:
    """Where the mask or the index was computed, up to the call in the function that picks by it."""
    node = graph.node(at)
    chosen = [graph.node(i) for i in node.inputs[1:] if not graph.node(i).requires_grad]
    made = chosen[0] if len(chosen) == 1 and chosen[0].kind == "operation" else None
    return up_to_parting(made.chain, node.chain) if made is not None else ()
