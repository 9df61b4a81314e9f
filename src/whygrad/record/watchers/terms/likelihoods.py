"""Whether a loss grows with the log-probability of given targets, in autograd's own graph before its pass.

A loss that is a weighted sum is followed with the sign of each weight, through what arranges and adds up, to where the
logarithm of a probability is picked by a target: `t * log(p) + (1 - t) * log(1 - p)`, `log_softmax(z)[range(n), t]`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch.autograd.graph import Node

from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a, is_number
from whygrad.record.seam.nodes import leaf_of, saved_by
from whygrad.record.training.linear_forms import kind_of_node
from whygrad.record.training.loss_nodes import plain_number

LOGARITHMS = frozenset({"Log", "LogSoftmax", "LogSigmoid"})
ADDING_UP = frozenset({"Mean", "Sum"})
STEPS_ARRANGING = frozenset({
    "Alias", "Cat", "Clone", "Expand", "Permute", "ReshapeAlias", "Squeeze", "Stack", "T", "ToCopy", "Transpose",
    "UnsafeView", "Unsqueeze", "View",
})  # fmt: skip
CHOOSING = frozenset({"Gather", "Index"})
# What leaves a probability one that grows with it.
STEPS_NEARLY_SAME = STEPS_ARRANGING | {"Clamp", "ClampMin", "ClampMax", "Add", "Maximum"}
NORMALISED = frozenset({"Softmax", "Sigmoid"})
SOFTMAX = frozenset({"Softmax"})
NOTHING: frozenset[str] = frozenset()
LAYERS = frozenset({"Addmm", "Mm", "Bmm", "Convolution", "Linear"})
MOST = 256  # nodes of a loss
NEAR = 12  # nodes between a logarithm and what made its probability
FEW = 16  # nodes of a penalty on parameters
LARGEST = 2**20
SIDES = 2
ROUNDING = 1e-3


@dataclass(frozen=True)
class Logarithm:
    """One that a loss grows with."""

    node: Node
    weights: torch.Tensor | None  # constants between 0 and 1 that it was multiplied with
    chosen: Node | None  # what picks from it, or multiplies it: by a target
    is_score: bool = False  # what a distribution of torch's makes of a value


@dataclass(frozen=True)
class Likelihood:
    logarithms: tuple[Logarithm, ...]
    reduced: Node | None  # what adds up all of them, the nearest to the loss


class NoLikelihood(Exception):
    """Something else is in the loss."""


class _Walk:
    def __init__(self, has_hooked_saves: Callable[[Node], bool], is_score: Callable[[Node], bool]) -> None:
        self._has_hooked_saves, self._is_score = has_hooked_saves, is_score
        self.found: list[Logarithm] = []
        self.reduced: Node | None = None

    def go(self, root: Node) -> None:
        waiting: list[tuple[Node, int, torch.Tensor | None, Node | None]] = [(root, 1, None, None)]
        for count, (node, sign, weights, chosen) in enumerate(waiting):  # grows while it is walked
            if count > MOST or self._has_hooked_saves(node):
                raise NoLikelihood
            kind, is_score = kind_of_node(node), self._is_score(node)
            following = [(to, at) for at, (to, _) in enumerate(node.next_functions) if to is not None]
            if kind in ADDING_UP and self.reduced is None:
                self.reduced = node
            if is_score or kind in LOGARITHMS:
                if sign < 0:
                    raise NoLikelihood
                self.found.append(Logarithm(node, weights, chosen or _chosen_from(node), is_score))
            elif kind in ADDING_UP or kind in STEPS_ARRANGING:
                waiting += [(to, sign, weights, chosen) for to, _ in following]
            elif kind in ("Add", "Sub", "Rsub", "Neg"):
                waiting += [(to, sign * _sign_of(node, kind, at), weights, chosen) for to, at in following]
            elif kind in CHOOSING:
                waiting += [(to, sign, weights, node) for to, _ in following]
            elif kind in ("Mul", "Div") and len(following) == 1:
                ((to, at),) = following
                factor, values = _factor(node, kind, at)
                weights, chosen = (values, node) if values is not None else (weights, chosen)
                waiting.append((to, sign * factor, weights, chosen))
            elif not _is_penalty(node):
                raise NoLikelihood


def likelihood_in(
    root: Node, has_hooked_saves: Callable[[Node], bool], is_score: Callable[[Node], bool]
) -> Likelihood | None:
    """The likelihood of targets that a loss consists of, and grows with; penalties on parameters may be added."""
    walk = _Walk(has_hooked_saves, is_score)
    try:
        walk.go(root)
    except NoLikelihood:
        return None
    return Likelihood(tuple(walk.found), walk.reduced) if walk.found and _are_picked(walk.found) else None


def _sign_of(node: Node, kind: str, at: int) -> int:
    if kind == "Neg":
        return -1
    alpha = getattr(node, "_saved_alpha", 1)
    if not is_number(alpha) or not alpha:
        raise NoLikelihood
    is_scaled = at == (0 if kind == "Rsub" else 1)
    sign = (1 if alpha > 0 else -1) if is_scaled else 1
    return -sign if is_scaled and kind != "Add" else sign


def _factor(node: Node, kind: str, at: int) -> tuple[int, torch.Tensor | None]:
    """The sign of a constant factor, and its values where they are no plain number but lie between 0 and 1."""
    number = plain_number(node)
    if number is not None:
        if not number or at:
            raise NoLikelihood
        return (1 if number > 0 else -1), None
    values = saved_by(node, "self" if at else "other")
    if not is_a(values, torch.Tensor) or not torch_api.is_plain(values) or not 0 < values.numel() <= LARGEST:
        raise NoLikelihood
    least, most = (float(end) for end in values.aminmax())
    if values.numel() == 1 and least:
        return (1 if least > 0 else -1), None
    if kind == "Div" or least < 0 or most > 1 or not most:
        raise NoLikelihood
    return 1, values


def _is_penalty(node: Node) -> bool:
    """Is it computed from parameters alone, without a layer?"""
    seen = [node]
    for one in seen:  # grows while it is walked
        if kind_of_node(one) in LAYERS or len(seen) > FEW or (not kind_of_node(one) and leaf_of(one) is None):
            return False
        seen += [to for to, _ in one.next_functions if to is not None and to not in seen]
    return any(leaf_of(one) is not None for one in seen)


def _are_picked(found: list[Logarithm]) -> bool:
    """Do targets say which probability counts: one class of several, or that of an event and its opposite?"""
    if all(one.is_score for one in found):
        return all(one.weights is None for one in found)
    if all(kind_of_node(one.node) == "LogSoftmax" or _is_of(one.node, SOFTMAX, CHOOSING) for one in found):
        return all(one.chosen is not None and _is_choice(one) for one in found)
    weights = [one.weights.float() for one in found if one.weights is not None]
    if len(found) != SIDES or len(weights) != SIDES or weights[0].shape != weights[1].shape:
        return False
    if float((weights[0] + weights[1] - 1).abs().max()) > ROUNDING:
        return False
    return all(kind_of_node(one.node) == "LogSigmoid" or _is_of(one.node, NORMALISED) for one in found)


def _is_choice(one: Logarithm) -> bool:
    """By an index alone, or by numbers from 0 to 1 of which samples have different ones."""
    if one.chosen is None or kind_of_node(one.chosen) in CHOOSING:
        return one.weights is None
    return one.weights is not None and one.weights.dim() > 1 and bool((one.weights != one.weights[:1]).any())


def _chosen_from(node: Node) -> Node | None:
    """What has picked the probability of which a logarithm is taken."""
    for _ in range(NEAR):
        following = [to for to, _ in node.next_functions if to is not None]
        if len(following) != 1 or kind_of_node(following[0]) not in STEPS_NEARLY_SAME | CHOOSING:
            return None
        node = following[0]
        if kind_of_node(node) in CHOOSING:
            return node
    return None


def _is_of(node: Node, kinds: frozenset[str], through: frozenset[str] = NOTHING) -> bool:
    """Is it computed from the result of such an operation, by what leaves a probability one, or makes the opposite?"""
    for _ in range(NEAR):
        following = [to for to, _ in node.next_functions if to is not None]
        if len(following) != 1:
            return False
        node = following[0]
        kind = kind_of_node(node)
        if kind in kinds:
            return True
        if kind not in STEPS_NEARLY_SAME and kind not in through and kind not in ("Rsub", "Neg", "Sub"):
            return False
    return False
