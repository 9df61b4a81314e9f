"""A gradient that became all zeros at an operation of another kind: a selection, a mask, an ignored target."""

from __future__ import annotations

from dataclasses import replace

from whygrad.causes.values._born_zero import born_constant
from whygrad.causes.values._zeros import BOUNDED, FLAT, PRODUCTS, ZeroCause, Zeroed
from whygrad.finding import Finding, Step
from whygrad.graph.sites import up_to_parting
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import COMPARISONS
from whygrad.recording import Chain, Node


class ZeroGradient(ZeroCause):
    name = "zero-gradient"
    yields_to = ("unread-frames",)  # for which every loss of a CTC may be infinite

    def claims(self, zero: Zeroed) -> bool:
        return zero.node in SELECTING and zero.node not in (*FLAT, *BOUNDED, *PRODUCTS)

    def found(self, graph: UncutGraph, zero: Zeroed, chain: Chain) -> Finding:
        found = super().found(graph, zero, chain)
        if zero.node.startswith(LABELLED):
            return _where_labels_became_so(graph, zero, found)
        if zero.node not in PICKING:
            return found
        facts = {**found.facts, "empty": True}
        made = _chosen_by(graph, zero.at)
        if made and chain and (made[-1].file, made[-1].line) != (chain[-1].file, chain[-1].line):
            path = (Step("index", chain[-1], "the result is empty"),)
            if compared := _compared_constant(graph, zero.at):
                both = (Step("mask", made[-1], "keeps no element"), *path)
                return replace(found, chain=compared, path=both, facts={**facts, "constant": True})
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
        if finding.facts.get("constant"):
            return "all the same from here on"
        if finding.facts.get("ignored"):
            return "from here on, every label is one that the loss ignores"
        if finding.facts.get("empty"):
            return "keeps no element" if finding.facts.get("mask") else "the result is empty"
        return "selects nothing that can learn"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["op"] == CTC:
            return ("make sure that each of `input_lengths` is at least as long as its target, and longer for repeats",)
        return ("make sure that the mask, index or ignored target keeps some elements",)


CTC = "ctc_loss"
LABELLED = "NllLoss"  # whose gradient is zeros where every label is the one to ignore
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


def _where_labels_became_so(graph: UncutGraph, zero: Zeroed, found: Finding) -> Finding:
    """Told where the labels got the one value that the loss ignores, where that was another line."""
    loss = graph.node(zero.at)
    born = born_constant(graph, loss)
    if born is None or born.place is None or loss.place is None or born.place.line == loss.place.line:
        return found
    path = (Step(loss.op, loss.place, "ignores every label"),)
    return replace(found, chain=born.chain, path=path, facts={**found.facts, "ignored": True})


def _compared_constant(graph: UncutGraph, at: int) -> Chain:
    """Where the values that the mask compares became all the same, where that was on another line than the mask."""
    mask = _chooser(graph, at)
    born = born_constant(graph, mask) if mask is not None and mask.act in COMPARISONS else None
    return born.chain if born is not None and mask is not None and born.chain[-1:] != mask.chain[-1:] else ()


def _chooser(graph: UncutGraph, at: int) -> Node | None:
    chosen = [graph.node(i) for i in graph.node(at).inputs[1:] if not graph.node(i).requires_grad]
    return chosen[0] if len(chosen) == 1 and chosen[0].kind == "operation" else None


def _chosen_by(graph: UncutGraph, at: int) -> Chain:
    """Where the mask or the index was computed, up to the call in the function that picks by it."""
    node, made = graph.node(at), _chooser(graph, at)
    return up_to_parting(made.chain, node.chain) if made is not None else ()
