"""Parameters that an optimizer has trained, and that the next one, which holds the others, does not hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.holdings import LeftToNobody
from whygrad.record.events import PassBegan, PassEnded, StepBegan
from whygrad.record.live.bounded import FEW_KEPT
from whygrad.record.live.weak_tables import WeakThings
from whygrad.record.seam import torch_api
from whygrad.record.seam.gradient_states import GradientState, gradient_state
from whygrad.record.seam.holdings import groups_of, params_of
from whygrad.record.telling import rests_without
from whygrad.record.training.history import History, Learner
from whygrad.record.training.schedule import is_looked_at
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FIRST_STEP = 1


class _Left:
    """One parameter, and whether gradients still come for it."""

    def __init__(self, learner: Learner, parameter: torch.Tensor, passes: int) -> None:
        self.learner, self.came = learner, False  # a pass has left a gradient in it, since the later optimizer steps
        self._passes, self._version = passes, torch_api.version_of(parameter)
        self._gradient: GradientState | None = None  # before the pass that runs

    def pass_begins(self) -> None:
        self._gradient = gradient_state(self.learner.ref())

    def pass_ended(self) -> None:
        """What was left of a gradient may be scaled or zeroed with the others: only a pass brings one."""
        now = gradient_state(self.learner.ref())
        self.came = now is not None and now != self._gradient

    def is_untouched(self) -> bool:
        """Is it as it was left, and still meant to learn? What is gone has nothing to say."""
        parameter = self.learner.ref()
        if parameter is None:
            return True
        if torch_api.version_of(parameter) != self._version or not torch_api.requires_grad(parameter):
            return False
        return (self.learner.origin.extra or {}).get("written", -1) < self._passes


class _Heir:
    """An optimizer that took over from another one without all of its parameters."""

    def __init__(self, history: History, first: History, left: list[_Left]) -> None:
        self.history, self.first, self.left = history, first.frames, left
        optimizer = history.optimizer()
        groups = groups_of(optimizer) if optimizer is not None else []
        self.empty = not all(len(params_of(group)) for group in groups)

    def is_asked(self) -> bool:
        return is_looked_at(self.history.steps)


class LeftParameters(Watcher):
    """Compares optimizers at the first step of each, and asks on a few steps for what is left over."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._seen: WeakThings[History] = WeakThings()
        self._heirs: list[_Heir] = []
        self._awaiting: list[_Left] = []  # for the end of the pass that runs

    @rests_without("_heirs")
    def on_pass_began(self, event: PassBegan) -> None:
        self._awaiting = [each for heir in self._heirs if heir.is_asked() for each in heir.left if not each.came]
        for each in self._awaiting:
            each.pass_begins()

    @rests_without("_heirs", "_awaiting")
    def on_pass_ended(self, event: PassEnded) -> None:
        for each in self._awaiting:
            each.pass_ended()
        self._awaiting = []

    @rests_without("_heirs")
    def on_step_began(self, event: StepBegan) -> None:
        history = event.history
        for heir in self._heirs:
            if heir.history is not history:
                heir.left = [each for each in heir.left if not _holds(history, each.learner)]
            elif heir.is_asked():
                heir.left = [each for each in heir.left if each.is_untouched()]
        self._heirs = [heir for heir in self._heirs if heir.left]
        if history.steps == FIRST_STEP and history not in self._seen and len(self._heirs) < FEW_KEPT:
            self._seen.add(history)
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
