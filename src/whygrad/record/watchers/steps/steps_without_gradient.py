"""Counts, for each parameter, the steps since its latest gradient; knows where modules were switched to `eval()`."""

from __future__ import annotations

from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.record.events import ModeSwitched
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam.as_is import attribute_of, is_a
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.nodes import all_have_gradients, gradient_of
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.training.history import LONG, History

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

UNREACHED = 2  # steps without any gradient: one may have lost its own to a clearing


class Evals:
    """Where each module that was training was last switched to `eval()`, and after how many backward passes."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self.switched: WeakKeys[torch.nn.Module, tuple[Frames, int]] = WeakKeys()

    def begin_anew(self) -> None:
        """Passes are counted anew: what was switched before comes before all of them."""
        for module, (frames, _) in self.switched.pairs():
            self.switched[module] = (frames, 0)

    def install(self, undo: Patches) -> None:
        replace(undo, "torch.nn:Module.eval", followed(self._recorder, before=self._switching))
        replace(undo, "torch.nn:Module.train", followed(self._recorder, before=self._training))

    def _training(self, known: Given, frame: FrameType) -> None:
        """`train(False)` is `eval()` by another name; torch's own calls of it go on from one that was noted."""
        if frame.f_globals.get("__name__") == torch.nn.Module.__module__:
            return
        if known.get("mode") is False:
            self._switching(known, frame)
        elif is_a(module := known[FIRST], torch.nn.Module):
            self._recorder.watching.tell(ModeSwitched(module, True, frame))

    def _switching(self, known: Given, frame: FrameType) -> None:
        module = known[FIRST]
        if not is_a(module, torch.nn.Module):
            return
        self._recorder.watching.tell(ModeSwitched(module, False, frame))
        if self._recorder.run.passes and attribute_of(module, "training") is True:
            self.switched[module] = (self._recorder.stack.capture(frame), self._recorder.run.passes)


def losses_of(passes: list[Origin]) -> list[Frames]:
    """Where the values were made that the passes started at."""
    return [loss.frames for ran in passes for loss in ran.parents]


def note_unreached(history: History, has_passed: bool) -> bool:
    """Count the steps one after the other that find no gradient at all; is this one to be looked at for that?

    Passes that add to `.grad` have run, and what they lead to is not what the optimizer holds.
    """
    if history.has_gradients() or not has_passed:
        history.inspections.unreached = 0
        return False
    history.inspections.unreached += 1
    return history.inspections.unreached == UNREACHED


def note_fasts(history: History, passes: list[Origin]) -> bool:
    """Count the steps since each parameter's latest gradient; has one just been without for a while?"""
    progress = history.progress
    if not progress.fasts and all_have_gradients(history.learners):
        progress.fed_by = losses_of(passes)  # mostly: nobody is left out, and nobody was
        return False
    fell = fasts = progress.fasts = False
    for learner in history.learners.values():
        tensor = learner.ref()
        if tensor is None:
            continue
        if gradient_of(tensor) is not None or not tensor.requires_grad:
            if learner.starved:
                learner.longest, learner.starved = max(learner.longest, learner.starved), 0
            continue
        fasts = fasts or learner.got
        if not learner.starved:
            learner.fed_at = history.passes_at_step
        learner.starved += 1
        progress.fasts = True
        fell = fell or (learner.got and learner.starved == LONG)
    if not fasts:
        progress.fed_by = losses_of(passes)
    return fell
