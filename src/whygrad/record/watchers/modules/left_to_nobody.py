"""Parameters that an optimizer has trained, and that the next one, which holds the others, does not hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.holdings import LeftToNobody
from whygrad.record.events import StepBegan
from whygrad.record.live.origin import OwnRef
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.holdings import groups_of, params_of
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.training.history import History, Learner
from whygrad.record.training.schedule import ALL_OF_THE_FIRST, is_power_of_two
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

MOST = 16
FIRST_STEP = 1


class _Left:
    """One parameter, and whether gradients still come for it."""

    def __init__(self, learner: Learner, parameter: torch.Tensor, passes: int) -> None:
        self.learner, self.passes = learner, passes
        self.version = torch_api.version_of(parameter)
        self.gradient, self.written_at = self._gradient_of(parameter)
        self.came = False  # a gradient, since the later optimizer steps

    def _gradient_of(self, parameter: torch.Tensor) -> tuple[OwnRef | None, int]:
        gradient = gradient_of(parameter)
        return (None, -1) if gradient is None else (OwnRef(gradient), torch_api.version_of(gradient))

    def ask(self) -> bool:
        """Is it as it was left, and still meant to learn? What is gone has nothing to say."""
        parameter = self.learner.ref()
        if parameter is None:
            return True
        before, version = self.gradient, self.written_at
        self.gradient, self.written_at = self._gradient_of(parameter)
        if self.gradient is not None:
            is_other = before is None or before() is not self.gradient()
            self.came = self.came or is_other or version != self.written_at
        written = (self.learner.origin.extra or {}).get("written", -1)
        untouched = torch_api.version_of(parameter) == self.version and written < self.passes
        return untouched and torch_api.requires_grad(parameter)


class _Heir:
    """An optimizer that took over from another one without all of its parameters."""

    def __init__(self, history: History, first: History, left: list[_Left]) -> None:
        self.history, self.first, self.left = history, first.frames, left
        optimizer = history.optimizer()
        groups = groups_of(optimizer) if optimizer is not None else []
        self.empty = not all(len(params_of(group)) for group in groups)


class LeftParameters(Watcher):
    """Compares optimizers at the first step of each, and asks on a few steps for what is left over."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._seen: WeakKeys[History, None] = WeakKeys()
        self._heirs: list[_Heir] = []

    def on_step_began(self, event: StepBegan) -> None:
        history = event.history
        for heir in self._heirs:
            if heir.history is not history:
                heir.left = [each for each in heir.left if not _holds(history, each.learner)]
            elif history.steps <= ALL_OF_THE_FIRST or is_power_of_two(history.steps):
                heir.left = [each for each in heir.left if each.ask()]
        if history.steps == FIRST_STEP and history not in self._seen and len(self._heirs) < MOST:
            self._seen[history] = None
            self._heirs += self._heir_of(history)

    def _heir_of(self, history: History) -> list[_Heir]:
        for first in reversed(self.recorder.training.histories):
            if first is history or not first.steps or not first.frames or not history.frames:
                continue
            if all(_holds(first, learner) for learner in history.learners.values()):
                left = list(self._left(history, first))
                return [_Heir(history, first, left)] if left else []
        return []

    def _left(self, history: History, first: History) -> Iterator[_Left]:
        for learner in first.learners.values():
            parameter = learner.ref()
            if parameter is None or not learner.got or _holds(history, learner):
                continue
            if torch_api.requires_grad(parameter):
                yield _Left(learner, parameter, self.recorder.run.passes)

    def of_run(self, copy: Copy) -> Iterator[LeftToNobody]:
        for heir in self._heirs:
            lost = tuple(each.learner.name for each in heir.left if each.came and each.learner.name)
            if lost:
                made, first = copy.chain(heir.history.frames), copy.chain(heir.first)
                yield LeftToNobody(made, first, lost, heir.history.steps, heir.empty)


def _holds(history: History, learner: Learner) -> bool:
    parameter = learner.ref()
    known = history.learners.get(id(parameter)) if parameter is not None else None
    return known is not None and known.ref() is parameter
