"""What autograd's nodes tell of a loss before its pass frees them: divisors, means, dimensions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch.autograd.graph import Node

from whygrad.evidence.marks import AlongDimension
from whygrad.ops import SOFTMAXES, act_of
from whygrad.record.live.bounded import NEAREST
from whygrad.record.live.origin import Origin
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.nodes import node_of, saved_by

ALONG_A_DIMENSION = frozenset({"sum", "gather", *SOFTMAXES})
MEAN = 1  # torch's own number of this reduction
TERMS = 16
CHOOSING = frozenset({"Index", "MaskedSelect"})


@dataclass(frozen=True)
class Scaling:
    """How a loss was scaled before `backward()`."""

    divisor: float  # 1 where it was not divided
    is_mean: bool  # an average over its batch, of one term
    is_known: bool = True  # a factor whose value is not at hand makes it unknown


UNKNOWN = Scaling(1.0, False, False)


def scaling_of(loss: torch.Tensor, by_scaler: bool, has_hooked_saves: Callable[[Node], bool]) -> Scaling:
    """By which plain number a loss was divided; what a scaler multiplied it with does not count.

    Where the program's own hooks keep what nodes save, nothing is read: that would call them.
    """
    node = node_of(loss)
    divisor = 1.0
    for _ in range(NEAREST):
        name = name_of_node(node)
        if node is None or name not in ("Div", "Mul"):
            break
        number = None if has_hooked_saves(node) else plain_number(node)
        if by_scaler and name == "Mul":
            by_scaler, number = False, 1.0
        if not number:
            return UNKNOWN
        divisor *= number if name == "Div" else 1 / number
        node = next((following for following, _ in node.next_functions if following is not None), None)
    return Scaling(divisor, name_of_node(node) != "Add" and _is_mean(node))


@dataclass(frozen=True)
class Targets:
    """Over how many targets a loss is a mean."""

    number: int
    divisor: float  # of that mean
    by_hand: bool  # what the program has summed or chosen itself, and no cross entropy


def targets_of(loss: torch.Tensor, has_hooked_saves: Callable[[Node], bool]) -> Targets | None:
    """Of a cross entropy those that it does not ignore; of a sum the number that it is divided by.

    None of other losses, nor of a cross entropy with a weight for each class, whose sum stands in the place of their
    number.
    """
    node, divisor = node_of(loss), 1.0
    for _ in range(NEAREST):
        name = name_of_node(node)
        if node is None or has_hooked_saves(node) or name not in ("Div", "Mul"):
            break
        number = plain_number(node)
        node = next((following for following, _ in node.next_functions if following is not None), None)
        if not number:
            continue  # that of a scaler, on a device
        if name == "Div" and name_of_node(node) == "Sum":
            return Targets(round(number), divisor, True) if number >= 1 and number == round(number) else None
        divisor *= number if name == "Div" else 1 / number
    if node is None or has_hooked_saves(node):
        return None
    number = _chosen_in(node) or _not_ignored_by(node)
    return Targets(number, divisor, name_of_node(node) == "Mean") if number else None


def _chosen_in(node: Node) -> int | None:
    """Of how many elements that the program has chosen it is the mean."""
    before = next((following for following, _ in node.next_functions), None)
    if name_of_node(node) != "Mean" or name_of_node(before) not in CHOOSING:
        return None
    number = saved_by(node, "self_sym_numel")
    return number if is_a(number, int) else None


def _not_ignored_by(node: Node) -> int | None:
    if not name_of_node(node).startswith("NllLoss") or saved_by(node, "reduction") != MEAN:
        return None
    if saved_by(node, "weight") is not None:
        return None
    counted = saved_by(node, "total_weight")
    is_read = is_a(counted, torch.Tensor) and counted.is_cpu and counted.numel() == 1
    return round(counted.item()) if is_read else None


def name_of_node(node: Node | None) -> str:
    return node.name().partition("Backward")[0] if node is not None else ""


def plain_number(node: Node) -> float | None:
    """The number that a node multiplies or divides by; None where it is a tensor that learns, or is elsewhere."""
    if sum(following is not None for following, _ in node.next_functions) != 1:
        return None
    for name in ("other", "self"):
        value = saved_by(node, name)
        if is_a(value, torch.Tensor) and not value.dim() and value.device.type == "cpu":
            return float(value)
    return None


def _is_mean(node: Node | None) -> bool:
    """Is every term of it an average?"""
    queue = [node]
    for at in queue:
        name = name_of_node(at)
        if at is not None and name in ("Add", "Neg", "Mul", "Div") and len(queue) < TERMS:
            queue += [following for following, _ in at.next_functions if following is not None]
        elif name != "Mean" and getattr(at, "_saved_reduction", None) != MEAN:
            return False
    return True


def dimension_of(result: torch.Tensor, origin: Origin) -> AlongDimension | None:
    """Along which dimension it was normalised, summed, or picked from what was."""
    act = act_of(origin.op)
    if act == "sum":
        return _summed(result)
    picked = act == "gather" and origin.parents and act_of(origin.parents[0].op) in SOFTMAXES
    if act not in SOFTMAXES and not picked:
        return None
    dimension = getattr(result.grad_fn, "_saved_dim", None)
    if not is_a(dimension, int) or not result.dim():
        return None
    if dimension >= 2**63:
        dimension -= 2**64  # torch shows a negative number so
    return AlongDimension(dimension % result.dim(), result.dim())


def _summed(result: torch.Tensor) -> AlongDimension | None:
    """Along which one dimension of how many a sum ran."""
    dimensions, sizes = (getattr(result.grad_fn, f"_saved_{name}", None) for name in ("dim", "self_sym_sizes"))
    if not is_a(dimensions, tuple) or len(dimensions) != 1 or not sizes:
        return None
    return AlongDimension(int(dimensions[0]) % len(sizes), len(sizes))
