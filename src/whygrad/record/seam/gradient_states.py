"""Which gradient a tensor has, and how often that was written: as long as both are the same, nobody has changed it."""

from __future__ import annotations

from typing import NamedTuple

import torch

from whygrad.record.seam.nodes import gradient_of
from whygrad.record.seam.torch_api import version_of


class GradientState(NamedTuple):
    gradient: int  # its id, which another may get when it is gone: it is compared within a pass or a step
    writes: int


def gradient_state(tensor: torch.Tensor | None) -> GradientState | None:
    """None where it has no gradient."""
    gradient = gradient_of(tensor) if tensor is not None else None
    return None if gradient is None else GradientState(id(gradient), version_of(gradient))
