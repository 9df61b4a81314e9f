"""Probabilities given to a loss that expects logits: the activation is applied twice."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import root_name
from whygrad.causes._silent import SilentCause, reachable
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph

# What each loss applies itself, and what must therefore not have been applied before.
APPLIES = {
    "cross_entropy": ("softmax", ("softmax", "sigmoid")),
    "binary_cross_entropy_with_logits": ("sigmoid", ("sigmoid", "softmax")),
    "multilabel_soft_margin_loss": ("sigmoid", ("sigmoid",)),
    "nll_loss": ("", ("softmax", "sigmoid")),
    "kl_div": ("", ("softmax", "sigmoid")),
    "logsumexp": ("softmax", ("softmax", "sigmoid")),  # as in `Categorical(logits=…)`
    "gumbel_softmax": ("softmax", ("softmax", "sigmoid")),
    "sigmoid": ("sigmoid", ("sigmoid", "softmax")),
    "softmax": ("softmax", ("softmax",)),
    "log_softmax": ("softmax", ("softmax", "sigmoid")),
}
SAME_VALUES = frozenset({"view", "reshape", "squeeze", "unsqueeze", "flatten", "transpose", "permute", "contiguous",
                         "float", "to", "__getitem__", "clone", "double", "view_as", "reshape_as",
                         "broadcast_tensors", "expand"})  # fmt: skip
GIVEN = "broadcast_tensors"  # what a distribution does with its parameters
FEW = 8


class DoubleActivation(SilentCause):
    name = "double-activation"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told = set()
        for index in sorted(reachable(graph)):
            node = graph.node(index)
            loss = node.act
            applied, before = APPLIES.get(loss, ("", ()))
            if not before or not node.inputs or node.chain[-1:] in told:
                continue
            way = _way_to_activation(graph, node.inputs[0])
            made = graph.node(way[-1]) if way else None
            op = made.act if made is not None else ""
            if made is not None and op in before:
                told.add(node.chain[-1:])
                path = (Step(op, made.place, "turns the logits into probabilities"),) if made.place else ()
                facts = {"loss": loss, "op": op, "applies": applied, "root": root_name(graph)}
                # A distribution takes the values when it is made, and applies its activation when it is asked.
                given = [i for i in way if graph.node(i).act == GIVEN and graph.node(i).chain]
                chain = graph.node(given[-1]).chain if given else node.chain
                yield Finding(self.name, "warning", "observed", chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        if not finding.facts["applies"]:
            return "probabilities go into a loss that expects their logarithms"
        return "probabilities go into a loss that expects logits"

    def clause(self, finding: Finding) -> str:
        loss, op, applies = (finding.facts[k] for k in ("loss", "op", "applies"))
        if not applies:
            return f"`{loss}` expects the result of `log_softmax`, but gets that of `{op}`"
        return f"`{loss}` applies `{applies}` itself, and the `{op}` before it makes the gradient smaller"

    def label(self, finding: Finding) -> str:
        return "expects log-probabilities" if not finding.facts["applies"] else "expects logits"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if not finding.facts["applies"]:
            return ("use `F.log_softmax`, or pass the logits to `F.cross_entropy`",)
        return (f"pass the logits themselves, and use `{finding.facts['op']}` only where probabilities are needed",)


def _way_to_activation(graph: UncutGraph, at: int) -> list[int]:
    """Back to the operation that gave the values their meaning, through changes of shape; empty where it is far."""
    way = [at]
    for _ in range(FEW):
        node = graph.node(at)
        if node.act not in SAME_VALUES or not node.inputs:
            return way
        at = node.inputs[0]
        way.append(at)
    return []
