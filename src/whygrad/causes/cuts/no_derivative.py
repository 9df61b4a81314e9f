"""Operations whose result has no derivative: integers, truth values, indices, counts."""

from __future__ import annotations

from whygrad.causes._base import Cause, node_cut
from whygrad.finding import Finding
from whygrad.graph.precedence import EVERY_OTHER, Plausibility
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import COMPARISONS, SEVERAL_RESULTS, canonical, is_in_place

CHOICES = "use the probabilities: cross entropy, `softmax`, or `F.gumbel_softmax(..., hard=True)` for a hard choice"
INSTEAD = {
    "argmax": CHOICES,
    "argmin": CHOICES,
    "argsort": "sort the values (`torch.sort` passes their gradient), or use a soft ranking",
    "topk": "use the values that `topk` returns, not the indices",
    "sort": "use the values that `sort` returns, not the indices",
    "max": "use the values that `max` returns, not the indices",
    "min": "use the values that `min` returns, not the indices",
    "one_hot": CHOICES,
    "histc": "use a soft histogram: sum a smooth kernel around each bin's centre",
    "bincount": "use a soft histogram: sum a smooth kernel around each bin's centre",
}
COMPARING = COMPARISONS | {"sign", "heaviside"}
CASTING = ("long", "int", "short", "char", "byte", "bool", "to", "type", "type_as")
VALUES = "values"
LOOKING_UP = "for an index, interpolate at the fractional position (`F.grid_sample`) or weight the candidates; for a "
LOOKING_UP += "rounded value, let the gradient pass straight through: `x + (x.round() - x).detach()`"


class NoDerivative(Cause):
    name = "no-derivative"
    yields_to = (EVERY_OTHER,)

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        node, into = graph.node(index), graph.node(parent)
        if node.kind != "operation" or not graph.can_carry(parent):
            return None
        made = _written_into(graph, index)
        if made is not None and parent != node.inputs[0] and graph.node(made).chain:
            return Cut(self.name, graph.node(made).chain, index, Plausibility.NO_DERIVATIVE)
        observed = into.requires_grad and not node.requires_grad and node.switch is None
        if not graph.can_carry(index) or observed:
            return node_cut(self, node, index, _plausibility(graph, index))
        return None

    def clause(self, finding: Finding) -> str:
        if finding.facts["op"].endswith("(scripted)"):
            return "a scripted module returned a result without a gradient; whygrad does not see inside it"
        if _writes(finding.facts["op_full"]):
            return f"the path goes through a tensor of {_kind(finding)}, which has no derivative"
        if _is_of_indices(finding):
            return f"the indices that `{_shown(finding)}` returns have no derivative"
        if _kind(finding) == VALUES:
            return f"`{_shown(finding)}` returns a result without a gradient"
        return f"`{_shown(finding)}` returns {_kind(finding)}, which have no derivative"

    def label(self, finding: Finding) -> str:
        if finding.facts["op"].endswith("(scripted)"):
            return "the gradient is lost inside"
        if _writes(finding.facts["op_full"]):
            return f"a tensor of {_kind(finding)}, into which values are written later"
        if _is_of_indices(finding):
            return "these indices do not vary smoothly with the input"
        if _kind(finding) == VALUES:
            return "no gradient passes here"
        return f"returns {_kind(finding)}, which do not vary smoothly with the input"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        op = finding.facts["op"]
        if op.endswith("(scripted)"):
            return ("run the module without scripting to see the line inside it",)
        if _writes(finding.facts["op_full"]):
            return ("create it with a floating-point dtype, as in `torch.zeros_like(x, dtype=torch.float32)`",)
        act = canonical(op)
        if act in INSTEAD:
            return (INSTEAD[act],)
        if act in COMPARING:
            return ("use a smooth step in the loss, `torch.sigmoid((a - b) / t)`; keep the comparison for logging",)
        if act in CASTING and _kind(finding) == "booleans":
            return ("weight by the value itself, or use a smooth step such as `torch.sigmoid(x / t)`",)
        if act in CASTING:
            return (LOOKING_UP,)
        return ("replace it with operations that have a derivative",)


def _writes(op: str) -> bool:
    return is_in_place(op) or op.endswith("__setitem__")


def _written_into(graph: UncutGraph, index: int) -> int | None:
    """Where the tensor of integers was made that a call writes into, before all such writes."""
    node = graph.node(index)
    if not _writes(node.op) or not node.inputs or graph.can_carry(index) or graph.can_carry(node.inputs[0]):
        return None
    while _writes(graph.node(index).op) and graph.node(index).inputs:
        index = graph.node(index).inputs[0]
    return index


def _plausibility(graph: UncutGraph, index: int) -> Plausibility:
    # Quantizing is meant to stand for the value itself; an index or a comparison mostly is not.
    if graph.node(index).spelling.startswith("quantize"):
        return Plausibility.CERTAIN
    # Of two choices the one that was made for this alone is to blame, and not the one that also picks rows.
    return Plausibility.SHARED_CHOICE if graph.has_another_use(index) else Plausibility.NO_DERIVATIVE


def _shown(finding: Finding) -> str:
    return str(finding.facts["code"] or finding.facts["op"])


def _kind(finding: Finding) -> str:
    dtype = finding.facts["dtype"]
    if dtype == "bool":
        return "booleans"
    if finding.facts["op"].startswith("arg"):
        return "indices"
    if finding.facts["op"].startswith("hist"):
        return "counts"
    return "integers" if "int" in dtype else VALUES


def _is_of_indices(finding: Finding) -> bool:
    """Does the operation return values and their indices, and were the indices used?"""
    return "int" in finding.facts["dtype"] and canonical(finding.facts["op"]) in SEVERAL_RESULTS
