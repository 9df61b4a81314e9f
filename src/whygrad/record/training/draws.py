"""Draws that no gradient passes: those with a pathwise form, `mean + std * noise`, and others that autograd knows."""

from __future__ import annotations

from pathlib import PurePath
from types import CodeType

from whygrad.ops import FLAT_DRAWS, act_of, is_in_place
from whygrad.record.live.origin import REQUIRES_GRAD, Origin, learning_parents
from whygrad.record.seam.torch_api import short_name_of

# Distributions over choices and counts, and the choice between others: of these there is no pathwise draw.
DISCRETE = frozenset({
    "bernoulli", "binomial", "categorical", "geometric", "mixture_same_family", "multinomial", "negative_binomial",
    "one_hot_categorical", "poisson",
})  # fmt: skip


def is_flat_draw(origin: Origin) -> bool:
    """Is it `torch.normal(mean, std)` or `torch.bernoulli(p)`? Their results require a gradient and hand back zeros."""
    if not origin.flags & REQUIRES_GRAD or act_of(origin.op) not in FLAT_DRAWS:
        return False
    return bool(learning_parents(origin)) and not is_in_place(short_name_of(origin.op))


def is_lost_draw(cut: Origin) -> bool:
    """Is it one, or `dist.sample()` of a distribution that has an `rsample()`, where gradients are on otherwise?"""
    if is_flat_draw(cut):
        return True
    switch = cut.switch
    code = switch.frames[0] if switch is not None and switch.outer is None and switch.frames else None
    if type(code) is not CodeType or code.co_name not in ("sample", "sample_n"):
        return False
    path = PurePath(code.co_filename)
    return path.parent.name == "distributions" and path.stem not in DISCRETE


def is_discrete(cut: Origin) -> bool:
    """Has it no pathwise form?"""
    return act_of(cut.op) in FLAT_DRAWS - {"normal"}
