"""Gradients that the program reads itself, where no optimizer says what should learn: a script that prints `w.grad`."""

from __future__ import annotations

from collections.abc import Callable
from types import FrameType

import torch

from whygrad.record.copying.module_owners import Owners
from whygrad.record.copying.names import search_names
from whygrad.record.live.origin import Origin
from whygrad.record.live.recorder import Recorder
from whygrad.record.questions.spots import spots_of
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.training.history import History, Learner
from whygrad.record.training.schedule import is_looked_at

MOST_LOOKS = 16


class Readings:
    """One History for all leaves whose gradient was read and was missing, zero, not finite, or perhaps wrong."""

    def __init__(self, recorder: Recorder, look: Callable[[History, list[Origin], FrameType], None]) -> None:
        self._recorder = recorder
        self._look = look
        self.history = History(None, ())

    def begin_anew(self) -> None:
        """What was read so far is told no more."""
        self.history = History(None, ())

    def read(self, leaf: torch.Tensor, frame: FrameType) -> None:
        """The program has read the gradient of a leaf after a pass."""
        recorder, known, seen = self._recorder, self.history.learners, self.history.inspections
        if recorder.training.histories or seen.looks >= MOST_LOOKS or not is_looked_at(recorder.run.passes):
            return
        if not self._counts(leaf, frame) or not torch_api.values_may_be_read():
            return
        with torch_api.unseen():
            learner = known.get(id(leaf)) or Learner(leaf, recorder.origin_of(leaf, frame))
            _note(learner, True)
            written = bool(recorder.watching.tensors.untracked.writes) and not seen.looks
            gradient = gradient_of(leaf)
            is_fine = learner.nonzero and gradient is not None and torch_api.all_finite(gradient)
            if not is_fine:
                recorder.probe.suspect()
            told = id(leaf) in known and (seen.looked_closely or not recorder.probe.was_close)
            if (is_fine and not written) or told:
                return
            known[id(leaf)] = learner
            if not learner.got:
                self._add_neighbours(leaf, frame)
            self.history.steps = recorder.run.passes
            self._look(self.history, list(recorder.run.roots), frame)

    def _counts(self, leaf: torch.Tensor, frame: FrameType) -> bool:
        """Is it a leaf that should learn, read by the program's own line?"""
        return torch_api.is_learning_leaf(leaf) and bool(self._recorder.stack.ownership[frame.f_code.co_filename])

    def _add_neighbours(self, leaf: torch.Tensor, frame: FrameType) -> None:
        """Who asks for one parameter of a module asks for all: what is missing of them has one cause, mostly."""
        search = search_names([f for f, _ in spots_of(frame)], self._recorder.stack.ownership)
        for parameter in Owners(search).beside(leaf):
            if torch_api.requires_grad(parameter) and gradient_of(parameter) is None:
                origin = self._recorder.origin_of(parameter, frame)
                self.history.learners.setdefault(id(parameter), Learner(parameter, origin))

    def pass_ended(self) -> None:
        """What was missing may have come."""
        looks = is_looked_at(self._recorder.run.passes)  # values are read on few passes: that may wait for a device
        for learner in self.history.learners.values():
            _note(learner, looks)


def _note(learner: Learner, looks: bool) -> None:
    tensor = learner.ref()
    gradient = gradient_of(tensor) if tensor is not None else None
    learner.got = learner.got or gradient is not None
    if looks and not learner.nonzero and gradient is not None:
        learner.nonzero = torch_api.any_nonzero(gradient)
