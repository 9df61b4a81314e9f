"""Gradients that were put aside as they are: the tensor that the next pass writes into, added to itself in the end."""

from __future__ import annotations

from collections.abc import Iterable

import torch

from whygrad import ops
from whygrad.record.live.origin import Frames, Origin, Origins
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import gradient_of

MULTIPLE = ops.SCALING | {"neg"}
DEEP = 6


def doubled_gradient(parameters: Iterable[torch.Tensor], origins: Origins) -> Frames:
    """Where the gradient was read that a parameter's gradient is now a sum of, twice; empty where there is none."""
    for parameter in parameters:
        gradient = gradient_of(parameter)
        made = origins.get(gradient) if gradient is not None else None
        if made is None or ops.act_of(made.op) not in ops.PLUS_OR_MINUS or len(made.parents) != 2:
            continue
        one, other = (_scaled(parent, DEEP) for parent in made.parents)
        if len(one) == 1 and one == other:
            return next(iter(one.values())).frames
    return ()


def _scaled(origin: Origin, deep: int) -> dict[int, Origin]:
    """The gradients that a value is a multiple of."""
    if torch_api.name_of(origin.op).endswith(".grad"):
        return {id(origin): origin}
    if not deep or ops.act_of(origin.op) not in MULTIPLE:
        return {}
    return {key: found for parent in origin.parents for key, found in _scaled(parent, deep - 1).items()}
