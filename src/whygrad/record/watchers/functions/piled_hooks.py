"""Hooks that pile up because they are registered at every step, and gradients that are written in place before one."""

from __future__ import annotations

import weakref
from collections import deque
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.ops import act_of
from whygrad.record.live.bounded import MOST, NEAREST, Bounded
from whygrad.record.live.origin import REQUIRES_GRAD, Frames, Origin, file_of
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attribute_of, is_a, items_of
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.patching import Patches, Wrap, replace

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

BACKWARD = "_backward_hooks"
REGISTERING = {
    "register_forward_hook": "_forward_hooks",
    "register_forward_pre_hook": "_forward_pre_hooks",
    "register_backward_hook": BACKWARD,
    "register_full_backward_hook": BACKWARD,
}
GRADIENT = torch_api.GRADIENT_GETTER
MEASURING = ("abs", "pow", "square", "sqrt", "log", "log1p", "exp")  # of no use as a change
STEPS = 3  # a hook that one line registers in so many steps, and that none of them removes


@dataclass
class _Registrations:
    """The hooks that one line has put on one thing, and that live."""

    steps: int = 0  # in which it did
    latest: int = -1  # of those, by the backward passes before it


class Hooking:
    """Counts the hooks of each line that live on, and notes where gradients are overwritten."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self.piled: Bounded[Frames, int] = Bounded(MOST)  # place -> how many hooks of it one thing has
        self.written: Bounded[Frames, int] = Bounded(
            MOST
        )  # place at which gradients were overwritten before a step -> how often
        self.on_modules: deque[tuple[weakref.ref[torch.nn.Module], Frames]] = deque(
            maxlen=MOST
        )  # forward hooks: where, and by which line
        self._registered: Bounded[tuple[int, Frames], _Registrations] = Bounded(MOST)

    def begin_anew(self) -> None:
        """What was found so far is told no more; hooks that were put live on."""
        self.piled.clear()
        self.written.clear()

    def install(self, undo: Patches) -> None:
        for name, where in REGISTERING.items():
            replace(undo, f"torch.nn:Module.{name}", self._registering(where))

    def _registering(self, where: str) -> Wrap:
        def note(known: Given, out: object, frame: FrameType) -> None:
            if is_a(module := known[FIRST], torch.nn.Module):
                self._registered_on(module, where, frame)
            if where == BACKWARD:
                self._recorder.watching.functions.hooks.registered_on_module(known.get("hook"), frame)

        return followed(self._recorder, note)

    def _registered_on(self, module: torch.nn.Module, where: str, frame: FrameType) -> None:
        self.registered(module, len(items_of(attribute_of(module, where))), frame)
        if where == "_forward_hooks":
            self.on_modules.append((weakref.ref(module), self._recorder.stack.capture(frame)))

    def registered(self, holder: object, living: int, frame: FrameType) -> None:
        """A hook was put on a tensor or module that has so many now."""
        frames = self._recorder.stack.capture(frame)
        known = self._registered.setdefault((id(holder), frames), _Registrations())
        if living <= known.steps:
            known.steps, known.latest = 0, -1  # earlier ones were removed
        if known.latest != self._recorder.run.passes:
            known.steps, known.latest = known.steps + 1, self._recorder.run.passes
        if known.steps >= STEPS and living >= known.steps:
            self.piled[frames] = max(living, self.piled.get(frames, 0))

    def overwritten(self, func: object, before: Origin | None, frames: Frames) -> None:
        """Something was written in place: was a gradient measured so that the next step is about to use?"""
        if before is None or not _is_of_gradient(before):
            return
        if frames and self._recorder.stack.ownership[file_of(frames)]:
            self._recorder.training.gradients_written(frames, getattr(func, "__name__", ""))
        if before.op != GRADIENT:
            return
        if act_of(func) not in MEASURING:
            return
        if any(history.delivered for history in self._recorder.training.followed):
            self.written[frames] = self.written.get(frames, 0) + 1


def _is_of_gradient(origin: Origin) -> bool:
    """Is it what `.grad` gave, perhaps through `.data`, or written before?"""
    for _ in range(NEAREST):
        if origin.op == GRADIENT or origin.flags & REQUIRES_GRAD or not origin.parents:
            break
        origin = origin.parents[0]
    return bool(origin.op == GRADIENT)
