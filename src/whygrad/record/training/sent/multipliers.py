"""Numbers that learn and weigh a loss, as a temperature does, or the multiplier of a constraint.

Such a number has a loss of its own, in which what it weighs is detached: each of both is trained by its own loss alone.
Where it weighs the other's loss with its history, that loss trains the number too, and mostly the other way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from whygrad.ops import SCALING, SUMMING, act_of
from whygrad.record.copying.module_owners import is_held, leaves_behind
from whygrad.record.live.bounded import NEAR_LOSS
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Frames, Origin, learning_parents, parents_of
from whygrad.record.training.sent.score_weights import BEHIND, CHOOSING, PRODUCTS, SHAPING
from whygrad.walk import breadth_first

FEW = 16  # operations between such a number and what it weighs


@dataclass(frozen=True)
class Multiplier:
    """A product, in a loss, of a value and of what was computed from one leaf alone."""

    product: Frames
    weight: Frames
    leaf: int  # id of its Origin
    weighed: frozenset[int]  # and of the leaves behind the value
    is_cut: bool  # they learn nothing from it

    def is_trained_by_both(self, own: Multiplier) -> bool:
        """Is `own` the loss of the number itself, of what this product weighs?"""
        is_one = self.leaf == own.leaf and not self.is_cut and own.is_cut
        return is_one and bool(self.weighed & own.weighed)


def multipliers(roots: list[Origin]) -> Iterator[Multiplier]:
    for product in islice(breadth_first(roots, _factors_and_terms), NEAR_LOSS):
        if act_of(product.op) not in PRODUCTS:
            continue
        for weight in learning_parents(product):
            leaf = _only_leaf(weight)
            for value in product.parents if leaf is not None else ():
                weighed = frozenset(id(other) for other in _behind(value)) - {id(leaf)}
                if value is not weight and weighed:
                    is_cut = not value.flags & REQUIRES_GRAD
                    yield Multiplier(product.frames, weight.frames, id(leaf), weighed, is_cut)


def _factors_and_terms(origin: Origin) -> list[Origin]:
    act = act_of(origin.op)
    passes = act in SUMMING or act in SHAPING or act in CHOOSING or act in SCALING or act in PRODUCTS
    return learning_parents(origin) if passes else []


def _only_leaf(weight: Origin) -> Origin | None:
    """The one leaf that a weight was computed from, in a few operations."""
    behind = list(islice(breadth_first((weight,), learning_parents), FEW + 1))
    leaves = [at for at in behind if at.flags & LEAF]
    return leaves[0] if len(behind) <= FEW and len(leaves) == 1 and is_held(leaves[0]) else None


def _behind(value: Origin) -> list[Origin]:
    """What a value learns from, or was computed from before it was cut off."""
    if value.flags & REQUIRES_GRAD:
        found = leaves_behind([value])
    else:
        found = [at for at in islice(breadth_first((value,), parents_of), BEHIND) if at.flags & LEAF]
    return [leaf for leaf in found if is_held(leaf)]
