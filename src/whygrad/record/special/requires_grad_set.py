"""`requires_grad` is set: a leaf is frozen or unfrozen, or a result is made a leaf."""

from __future__ import annotations

from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.record.live.origin import LEAF, PARAMETER, REQUIRES_GRAD, Origin
from whygrad.record.seam import torch_api

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder


def note_requires_grad(recorder: Recorder, tensor: torch.Tensor, frame: FrameType) -> None:
    origin = recorder.origin_of(tensor, frame)
    frames = recorder.stack.capture(frame)
    if not torch_api.requires_grad(tensor):
        if not origin.flags & (REQUIRES_GRAD | PARAMETER) and recorder.stack.foreign_caller(frames):
            return  # a library that rebuilds a tensor sets every flag: nothing is frozen by that
        if origin.flags & REQUIRES_GRAD and (origin.extra or {}).get("learnt"):
            recorder.training.stopped(origin)
        elif (origin.extra or {}).get("stopped") and frames == (origin.extra or {}).get("frozen"):
            recorder.training.frozen_again(origin)
        was_frozen = not origin.flags & REQUIRES_GRAD
        origin.flags &= ~REQUIRES_GRAD
        origin.dtype = tensor.dtype
        origin.add(frozen=frames, was_frozen=was_frozen, frozen_by=recorder.stack.foreign_call(frame))
    elif not origin.flags & REQUIRES_GRAD:
        if origin.flags & LEAF or not origin.parents:
            origin.flags |= REQUIRES_GRAD | LEAF
            origin.add(frozen=(), thawed=bool((origin.extra or {}).get("stopped")))
            if len(recorder.run.optimizers):
                origin.add(unfrozen=frames)
            if not origin.extra or not origin.extra.get("held"):
                recorder.training.flag_switched()
        else:
            # A result of other operations that is made to require a gradient: what it came from stays visible.
            recorder.origins.put(tensor, Origin("requires_grad", (origin,), frames, REQUIRES_GRAD | LEAF))


def is_a_librarys_choice(function: str) -> bool:
    """Did the library's function that the program called decide to freeze? `requires_grad_` does as it is told."""
    return bool(function) and not function.endswith(".requires_grad_")
