"""`requires_grad` is set: a leaf is frozen or unfrozen, or a result is made a leaf."""

from __future__ import annotations

from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.record.events import FlagKept, FlagSet, IdleFlag
from whygrad.record.live.origin import LEAF, PARAMETER, REQUIRES_GRAD, Frames, Origin
from whygrad.record.seam import torch_api
from whygrad.record.watchers.modules.late_modules import in_method_of_module

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

RUN_OFTEN = ("train", "eval", "forward")  # methods of modules that are not there to freeze


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
        elif origin.flags & REQUIRES_GRAD:
            _note_refrozen(recorder, origin, frame)
        was_frozen = not origin.flags & REQUIRES_GRAD
        origin.flags &= ~REQUIRES_GRAD
        origin.dtype = tensor.dtype
        origin.add(frozen=frames, was_frozen=was_frozen, frozen_by=recorder.stack.foreign_call(frame))
        if not was_frozen:
            recorder.watching.tell(FlagSet(tensor, False, (), frames))
        elif origin.parents and not origin.flags & PARAMETER:
            recorder.watching.tell(IdleFlag(tensor, origin, frames))
    elif not origin.flags & REQUIRES_GRAD:
        _note_unfrozen(recorder, tensor, origin, frames)
    elif origin.flags & PARAMETER:
        recorder.watching.tell(FlagKept(frames))


def _note_unfrozen(recorder: Recorder, tensor: torch.Tensor, origin: Origin, frames: Frames) -> None:
    if origin.flags & LEAF or not origin.parents:
        origin.flags |= REQUIRES_GRAD | LEAF
        if before := (origin.extra or {}).get("frozen"):
            recorder.watching.tell(FlagSet(tensor, True, before, frames))
            origin.add(freed=(before, frames))
        origin.add(frozen=(), thawed=bool((origin.extra or {}).get("stopped")))
        if len(recorder.run.optimizers):
            origin.add(unfrozen=frames, unfrozen_at=recorder.run.passes)
        if not origin.extra or not origin.extra.get("held"):
            recorder.training.flag_switched()
    else:
        # A result of other operations that is made to require a gradient: what it came from stays visible.
        recorder.origins.put(tensor, Origin("requires_grad", (origin,), frames, REQUIRES_GRAD | LEAF))


def _note_refrozen(recorder: Recorder, origin: Origin, frame: FrameType) -> None:
    """A parameter that was unfrozen in the course of a training is frozen again before any pass has used that.

    Noted where a method of a module does it that the program calls for something else: a freezing that is asked for
    may well be one of a schedule.
    """
    extra = origin.extra or {}
    passes, unfrozen = recorder.run.passes, extra.get("unfrozen")
    if not passes or not unfrozen or extra.get("unfrozen_at") != passes or extra.get("refrozen"):
        return
    # What `forward` unfreezes for a while it may freeze again itself.
    is_lasting = all(getattr(code, "co_name", "") != "forward" for code in unfrozen[::2])
    if is_lasting and in_method_of_module(frame, RUN_OFTEN):
        origin.add(refrozen=unfrozen)
        recorder.training.flag_switched()


def is_a_librarys_choice(function: str) -> bool:
    """Did the library's function that the program called decide to freeze? `requires_grad_` does as it is told."""
    return bool(function) and not function.endswith(".requires_grad_")
