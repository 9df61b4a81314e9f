"""Probabilities given to a loss that expects logits: the activation is applied twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from whygrad.causes._base import root_name
from whygrad.causes._silent import SilentCause, reachable
from whygrad.evidence.marks import AlongDimension
from whygrad.finding import Act, Event, Finding, Step
from whygrad.graph.sites import site_of
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import CASTING, MATRIX_PRODUCTS, WEIGHING
from whygrad.recording import Node, Place
from whygrad.source.patterns.inplace_modules import layer_made

TO_PROBABILITIES = ("softmax", "sigmoid")
EXPECTING_SCORES = ("cross_entropy", "binary_cross_entropy_with_logits")
RECTIFYING = "relu"
# What each loss applies itself, and what must therefore not have been applied before.
APPLIES = {
    "cross_entropy": ("softmax", TO_PROBABILITIES),
    "binary_cross_entropy_with_logits": ("sigmoid", TO_PROBABILITIES),
    "multilabel_soft_margin_loss": ("sigmoid", ("sigmoid",)),
    "nll_loss": ("", TO_PROBABILITIES),
    "kl_div": ("", TO_PROBABILITIES),
    "ctc_loss": ("", TO_PROBABILITIES),
    "logsumexp": ("softmax", TO_PROBABILITIES),  # as in `Categorical(logits=…)`
    "gumbel_softmax": ("softmax", TO_PROBABILITIES),
    "sigmoid": ("sigmoid", TO_PROBABILITIES),
    "softmax": ("softmax", ("softmax",)),
    "log_softmax": ("softmax", TO_PROBABILITIES),
}
SAME_VALUES = frozenset({"view", "reshape", "squeeze", "unsqueeze", "flatten", "transpose", "permute", "contiguous",
                         "float", "to", "__getitem__", "clone", "double", "view_as", "reshape_as",
                         "broadcast_tensors", "expand"})  # fmt: skip
OVER_CLASSES = ("cross_entropy", "nll_loss")
GIVEN = "broadcast_tensors"  # what a distribution does with its parameters
LOGITS = re.compile(r"(?:\w+\.)*(\w+)\(.*\blogits\s*=.*\)", re.S)
FEW = 8


class DoubleActivation(SilentCause):
    name = "double-activation"
    inferred = "the layer that applies it is inferred from the source"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told = set()
        for index in sorted(reachable(graph)):
            node = graph.node(index)
            loss = node.act
            applied, before = APPLIES.get(loss, ("", ()))
            if not before or not node.inputs or node.chain[-1:] in told:
                continue
            way = _way_to_activation(graph, node.inputs[0], loss in OVER_CLASSES)
            made = graph.node(way[-1]) if way else None
            op = made.act if made is not None else ""
            if made is not None and made.chain and op == RECTIFYING and loss in EXPECTING_SCORES:
                if _are_scores(graph, made) and all(len(graph.users.get(i, ())) == 1 for i in way):
                    told.add(node.chain[-1:])
                    yield self._rectified(graph, node, made)
            elif made is not None and op in before:
                told.add(node.chain[-1:])
                site = site_of(_events(graph, node, made, way, applied), graph.sources)
                if site is None:
                    continue
                is_made = site.event.act is Act.MADE
                facts = {"loss": loss, "op": op, "applies": applied, "root": root_name(graph), "made": is_made}
                facts |= {"summed": _is_summed(graph, way), "rectified": False}
                facts["taker"] = _distribution(graph, node, way) or loss
                yield Finding(self.name, "warning", site.evidence, site.chain, site.shown, facts=facts)

    def _rectified(self, graph: UncutGraph, loss: Node, made: Node) -> Finding:
        layer = _layer(graph, made)
        chain = (*made.chain[:-1], layer) if layer is not None else made.chain
        path = (Step("", loss.chain[-1], "expects scores of any sign"),) if loss.chain[-1:] != chain[-1:] else ()
        facts = {"loss": loss.act, "op": made.act, "applies": "", "root": root_name(graph), "made": True}
        facts |= {"summed": False, "rectified": True, "taker": loss.act}
        evidence = "inferred" if layer is not None else "observed"
        return Finding(self.name, "warning", evidence, chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        if finding.facts["rectified"]:
            return "scores that are never below 0 go into a loss that expects logits"
        if not finding.facts["applies"]:
            return "probabilities go into a loss that expects their logarithms"
        taker = "a loss" if finding.facts["taker"] == finding.facts["loss"] else "a distribution"
        return f"probabilities go into {taker} that expects logits"

    def clause(self, finding: Finding) -> str:
        loss, op, applies = (finding.facts[k] for k in ("taker", "op", "applies"))
        if finding.facts["rectified"]:
            return f"the `{op}` before `{loss}` sets the negative ones to 0, and these get no gradient"
        if not applies:
            return f"`{loss}` expects the result of `log_softmax`, but gets that of `{op}`"
        if loss == applies:
            return f"it applies `{applies}` itself, and the `{op}` before it makes the gradient smaller"
        return f"`{loss}` applies `{applies}` itself, and the `{op}` before it makes the gradient smaller"

    def label(self, finding: Finding) -> str:
        if finding.facts["rectified"]:
            return "sets scores below 0 to 0"
        if finding.facts["made"]:
            return "turns the logits into probabilities"
        return "expects log-probabilities" if not finding.facts["applies"] else "expects logits"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["rectified"]:
            return (f"remove the `{finding.facts['op']}` after the last layer",)
        if finding.facts["summed"]:
            return ("pass the logarithm of the probabilities to `F.nll_loss`",)
        if not finding.facts["applies"]:
            return ("use `F.log_softmax`, or pass the logits to `F.cross_entropy`",)
        if finding.facts["made"]:
            return (f"remove this `{finding.facts['op']}`, and apply it only where probabilities are needed",)
        return (f"pass the logits themselves, and use `{finding.facts['op']}` only where probabilities are needed",)


def _events(graph: UncutGraph, loss: Node, made: Node, way: list[int], applied: str) -> Iterator[Event]:
    """The activation where it was applied, or its layer made, and the loss that applies it again.

    An activation in a function of its own that serves this loss alone is the one to remove; where its result is used
    for more, or right here, the loss takes the wrong value.
    """
    # A distribution takes the values when it is made, and applies its activation when it is asked.
    given = [i for i in way if graph.node(i).act == GIVEN and graph.node(i).chain]
    chain = graph.node(given[-1]).chain if given else loss.chain
    elsewhere = (
        made.chain
        and chain
        and (made.chain[-1].file, made.chain[-1].function)
        != (
            chain[-1].file,
            chain[-1].function,
        )
    )
    layer = _layer(graph, made)
    serves = all(len(graph.users.get(i, ())) == 1 for i in way)
    # What is added up by class has to be probabilities.
    needed = bool(given) or _is_summed(graph, way)
    removed = bool(applied) and not needed and serves and bool(elsewhere or layer is not None)
    yield Event(
        Act.USED, chain, "expects logits" if applied else "expects log-probabilities", loss.act, cures=not removed
    )
    at = (*made.chain, layer) if layer is not None else made.chain
    yield Event(Act.MADE, at, "turns the logits into probabilities", made.act, layer is None, cures=removed)


def _distribution(graph: UncutGraph, loss: Node, way: list[int]) -> str:
    """The distribution that was given these values as its logits, by name."""
    given = [i for i in way if graph.node(i).act == GIVEN and graph.node(i).chain]
    chain = graph.node(given[-1]).chain if given else loss.chain
    found = LOGITS.fullmatch(graph.text(chain[-1]).strip()) if chain else None
    return found[1] if found else ""


def _are_scores(graph: UncutGraph, made: Node) -> bool:
    """Is it computed by a layer just before, and are these its raw results?"""
    before = graph.node(made.inputs[0]) if made.inputs else None
    return before is not None and before.act in WEIGHING


def _layer(graph: UncutGraph, made: Node) -> Place | None:
    place = made.place
    return layer_made(made.act, place, graph.recording.sources, graph.sources) if place is not None else None


def _way_to_activation(graph: UncutGraph, at: int, by_class: bool) -> list[int]:
    """Back to the operation that gave the values their meaning, through changes of shape; empty where it is far.

    With `by_class` through sums over the members of each class too: those of probabilities are probabilities.
    """
    way, summed = [at], False
    for _ in range(FEW):
        node = graph.node(at)
        if by_class and not summed and _sums_by_class(graph, node):
            summed = True
        elif node.act not in SAME_VALUES or not node.inputs:
            return way if not summed or _is_along_the_last(node) else []
        at = node.inputs[0]
        way.append(at)
    return []


def _is_summed(graph: UncutGraph, way: list[int]) -> bool:
    return any(_sums_by_class(graph, graph.node(i)) for i in way[:-1])


def _sums_by_class(graph: UncutGraph, node: Node) -> bool:
    """Is it a product with rows that are 1 at a class and 0 elsewhere?"""
    if node.act not in MATRIX_PRODUCTS or node.act == "einsum" or len(node.inputs) != 2:
        return False
    at = graph.node(graph.before(node.inputs[1], CASTING))
    if at.act == "__getitem__" and at.inputs:
        return graph.node(at.inputs[0]).act == "eye"
    return at.act == "one_hot"


def _is_along_the_last(node: Node) -> bool:
    """Do its rows, which such a product adds up, sum to 1?"""
    mark = node.mark
    return node.act == "softmax" and isinstance(mark, AlongDimension) and mark.dimension == mark.of - 1
