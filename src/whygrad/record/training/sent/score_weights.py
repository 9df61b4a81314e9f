"""Weights of log-probabilities that carry a gradient: of `log_prob(action) * advantage` the first factor alone should.

The gradient of an expectation over drawn values is that of their log-probability, times a weight that is a mere number.
A weight with a history of its own is trained by the product, which is not what it is to learn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from whygrad.ops import CASTING, DRAWING, PLUS_OR_MINUS, SCALING, SQUARES, SUMMING, VIEWS, act_of
from whygrad.record.copying.module_owners import is_held, leaves_behind
from whygrad.record.live.bounded import NEAR_LOSS
from whygrad.record.live.origin import CUT, OUTSIDE, REQUIRES_GRAD, Frames, Origin, learning_parents, parents_of
from whygrad.record.seam.torch_aside import is_torchs_file
from whygrad.walk import breadth_first

BEHIND = 512  # what is behind a value that may be drawn
SIDES = 2
PRODUCTS = frozenset({"mul", "dot", "inner"})
SHAPING = VIEWS | CASTING | {"clone", "contiguous", "cat", "stack"}
CHOOSING = frozenset({"clamp", "max", "maximum", "min", "minimum", "where", "masked_select"})
PICKING = frozenset({"gather", "__getitem__", "take_along_dim", "nll_loss", "cross_entropy", "index_select"})
LOGARITHMS = frozenset({"log", "log_softmax", "cross_entropy", "logsigmoid"})
DISTRIBUTIONS = "distributions"


@dataclass(frozen=True)
class AttachedWeight:
    """A product of a log-probability and something that learns."""

    product: Frames
    weight: Frames
    leaves: frozenset[int]  # ids of the Origins of what learns from being the weight alone


def attached_weights(roots: list[Origin]) -> Iterator[AttachedWeight]:
    """The products in a loss that train their weight."""
    for product in islice(breadth_first(roots, _parts), NEAR_LOSS):
        if act_of(product.op) not in PRODUCTS or len(learning_parents(product)) < SIDES:
            continue
        one, other = learning_parents(product)[:SIDES]
        for score, weight in ((one, other), (other, one)):
            if one is not other and _is_score_for(score, weight):
                own = {id(leaf) for leaf in leaves_behind([score])}
                leaves = {id(k) for k in leaves_behind([weight]) if is_held(k)} - own
                if leaves:
                    yield AttachedWeight(product.frames, weight.frames, frozenset(leaves))


def _parts(origin: Origin) -> list[Origin]:
    """What a loss is a sum or a choice of, weighted or not."""
    act, parts = act_of(origin.op), learning_parents(origin)
    if act in SUMMING or act in SHAPING or act in CHOOSING or (act in SCALING and len(parts) == 1):
        return parts
    return []


def _is_score_for(score: Origin, weight: Origin) -> bool:
    """Is it the log-probability of a value that was drawn?

    Where nobody saw the draw, as of actions that come out of a buffer, the weight has to be a difference from data.
    """
    for at in islice(breadth_first((score,), _inside_score), NEAR_LOSS):
        if not _is_log_probability(at):
            continue
        given = [p for o in islice(breadth_first((at,), _inside_density), NEAR_LOSS) for p in _values(o)]
        if any(map(_is_drawn, given)) or (given and _is_difference_from_data(weight)):
            return True
    return False


def _values(origin: Origin) -> list[Origin]:
    return [parent for parent in origin.parents if not parent.flags & REQUIRES_GRAD]


def _inside_density(origin: Origin) -> list[Origin]:
    """How a density is computed of a value: by elements, until a layer gives its mean or its logits."""
    act = act_of(origin.op)
    by_elements = act in SUMMING or act in SCALING or act in SHAPING or act in SQUARES or act == "broadcast_tensors"
    return learning_parents(origin) if by_elements else []


def _inside_score(origin: Origin) -> list[Origin]:
    """A ratio `exp(new - old)` is a score too. One to itself is 1, and there for the gradient of both factors."""
    act, parts = act_of(origin.op), learning_parents(origin)
    if act == "exp" and any(_is_to_itself(part) for part in parts):
        return []
    linear = act in SUMMING or act in SHAPING or act in CHOOSING or act == "exp"
    return parts if linear or (act in SCALING and len(parts) == 1) or _is_of_distribution(origin) else []


def _is_to_itself(difference: Origin) -> bool:
    return act_of(difference.op) == "sub" and any(
        parent in side.parents for side in difference.parents for parent in difference.parents
    )


def _is_log_probability(at: Origin) -> bool:
    if _is_of_distribution(at):
        return True
    if act_of(at.op) not in PICKING:
        return False
    behind = islice(breadth_first((at,), lambda o: learning_parents(o) if act_of(o.op) not in LOGARITHMS else ()), 8)
    return any(act_of(o.op) in LOGARITHMS for o in behind)


def _is_of_distribution(at: Origin) -> bool:
    """Was it computed inside the `log_prob` of a distribution of torch's?"""
    code = at.frames[0] if at.frames else None
    file = getattr(code, "co_filename", "")
    return getattr(code, "co_name", "") == "log_prob" and DISTRIBUTIONS in file and is_torchs_file(file)


def _is_drawn(value: Origin) -> bool:
    """Was it drawn by chance, from what something that learns has made?"""
    behind = list(islice(breadth_first((value,), parents_of), BEHIND))
    drawn = next((at for at in behind if act_of(at.op) in DRAWING), None)
    if drawn is None:
        return False
    return any(at.flags & CUT for at in islice(breadth_first((drawn,), parents_of), BEHIND))


def _is_difference_from_data(weight: Origin) -> bool:
    """Is it, shifted and scaled or not, what data are above or below something that learns?"""

    def linear(at: Origin) -> list[Origin]:
        act = act_of(at.op)
        return learning_parents(at) if act in SUMMING or act in SCALING or act in SHAPING else []

    for at in islice(breadth_first((weight,), linear), NEAR_LOSS):
        is_difference = act_of(at.op) in PLUS_OR_MINUS and len(at.parents) > 1 and not at.flags & OUTSIDE
        if is_difference and _values(at):
            return True
    return False
