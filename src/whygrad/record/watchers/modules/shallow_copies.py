"""Modules that `copy.copy` made: the copy has the very parameters of the original."""

from __future__ import annotations

import copy as copying
import weakref
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING

from torch import nn

from whygrad.evidence.of_one_cause.shallow_copies import ShallowCopy
from whygrad.record.events import StepEnded
from whygrad.record.live.bounded import MOST
from whygrad.record.live.origin import Frames
from whygrad.record.seam.as_is import attributes_of, class_name, is_a
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.holdings import parameters_in
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.telling import only_inspected
from whygrad.record.training.schedule import is_looked_at
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

NEAR = 3  # frames between a module's `__setstate__` and what copies it: those of its subclasses


@dataclass(eq=False)
class _Copied:
    module: weakref.ref[nn.Module]
    original: weakref.ref[nn.Module]
    kind: str
    frames: Frames
    steps: int = 0


class ShallowCopies(Watcher):
    """Hears of each module that is given its state; one that `copy.copy` makes is asked whether it is trained."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._copied: deque[_Copied] = deque(maxlen=MOST)

    def begin_anew(self) -> None:
        """What was copied stays so; whether it is trained is asked anew."""
        for copied in self._copied:
            copied.steps = 0

    def install(self, undo: Patches) -> None:
        given_state = followed(self.recorder, before=self._given_state, names=(FIRST, "state"))
        replace(undo, "torch.nn:Module.__setstate__", given_state)

    def _given_state(self, known: Given, frame: FrameType) -> None:
        module, maker = known.get(FIRST), _copying_frame(frame)
        user = maker.f_back.f_back if maker is not None and maker.f_back is not None else None
        if user is None or not is_a(module, nn.Module):
            return
        original = maker.f_locals.get("x") if maker is not None else None
        if is_a(original, nn.Module) and self.recorder.stack.ownership[user.f_code.co_filename]:
            frames = self.recorder.stack.capture(user)
            self._copied.append(_Copied(weakref.ref(module), weakref.ref(original), class_name(module), frames))

    @only_inspected
    def on_step_ended(self, event: StepEnded) -> None:
        for copied in self._copied if is_looked_at(event.history.steps) else ():
            module, original = copied.module(), copied.original()
            if module is None or original is None or _differs(module, original):
                continue  # what has outlived the original has the parameters for itself
            if any(id(p) in event.history.learners for p in parameters_in(module)):
                copied.steps = event.history.steps

    def of_run(self, copy: Copy) -> Iterator[ShallowCopy]:
        for copied in self._copied:
            if copied.steps:
                yield ShallowCopy(copied.kind, copy.chain(copied.frames), copied.steps)


def _differs(module: nn.Module, original: nn.Module) -> bool:
    """Has it a setting of its own? Then the parameters may well be shared on purpose."""
    own, others = attributes_of(module), attributes_of(original)
    return any(others.get(name) is not value for name, value in own.items() if name != "training")


def _copying_frame(frame: FrameType) -> FrameType | None:
    """The frame that puts a shallow copy together; what `deepcopy` and pickle make has parameters of its own."""
    at: FrameType | None = frame
    for _ in range(NEAR):
        if at is None or at.f_code is copying._reconstruct.__code__:  # type: ignore[attr-defined]
            break
        at = at.f_back
    if at is None or at.f_code is not copying._reconstruct.__code__:  # type: ignore[attr-defined]
        return None
    return None if at.f_locals.get("deep") else at
