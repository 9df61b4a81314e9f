"""What torch warned of, with the place and what can only be known at that moment."""

from __future__ import annotations

from types import FrameType

import torch

from whygrad.evidence.processes import WarnedInside
from whygrad.record.live.bounded import Bounded
from whygrad.record.live.origin import Frames
from whygrad.record.live.stack import Stack
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a, owner_of
from whygrad.record.seam.holdings import parameters_in
from whygrad.record.watchers.functions.watched_state import named_by

MOST = 100


class Warned:
    """The first warning of each text and place."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self.entries: Bounded[tuple[str, Frames], WarnedInside | None] = Bounded(MOST)

    def add(self, text: str, frame: FrameType) -> None:
        if len(self.entries) < MOST:
            frames = self._stack.capture(frame)
            learns = _checkpointed_part_learns(frame)
            self.entries.setdefault((text, frames), None if learns is None else WarnedInside(learns))


def _learns(value: object) -> bool:
    if is_a(value, torch.nn.Module):
        return any(map(torch_api.requires_grad, parameters_in(value)))
    return is_a(value, torch.Tensor) and torch_api.requires_grad(value)


def _checkpointed_part_learns(frame: FrameType | None) -> bool | None:
    """Inside `checkpoint(function, …)`: does the function have parameters that require a gradient? None elsewhere."""
    while frame is not None:
        if frame.f_code.co_filename == torch_api.CHECKPOINT_FILE and "function" in frame.f_locals:
            function = frame.f_locals["function"]
            module = function if is_a(function, torch.nn.Module) else owner_of(function)
            if is_a(module, torch.nn.Module):
                return any(map(torch_api.requires_grad, parameters_in(module)))
            # What a plain function calls may hold more than its text names: only what learns is known.
            return any(_learns(value) for _, value in named_by(function)) or None
        frame = frame.f_back
    return None
