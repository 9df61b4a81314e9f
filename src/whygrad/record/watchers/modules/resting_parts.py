"""Modules that were switched to `eval()` by themselves: does an optimizer train all that is in them?"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.eval_mode import RestingPart
from whygrad.record.events import ModeSwitched, StepEnded
from whygrad.record.live.bounded import MOST
from whygrad.record.live.origin import Frames, OwnRef
from whygrad.record.live.stack import pairs_in
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attribute_of, class_name, is_a
from whygrad.record.seam.holdings import groups_of, is_zero, modules_in, named_tensors_in, params_of
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.telling import rests_without
from whygrad.record.training.history import History, Learner
from whygrad.record.training.schedule import is_looked_at
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.steps.eval_mode import BATCH_NORMS, DROPOUTS

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

LATEST = 4  # modules that were switched to `train()`
SWITCHES = BATCH_NORMS + DROPOUTS  # that are switched for what they do in that mode


@dataclass
class _Rest:
    """A module that was switched to `eval()`, and its steps since."""

    kind: str
    frames: Frames
    beside: bool
    steps: int = 0
    of: int = 0
    by: weakref.ref[History] | None = None  # the optimizer that trains all of it
    asked: int = 0  # how often none was found
    learners: list[Learner] = field(default_factory=list)

    def is_trained_by(self, history: History, optimizer: torch.optim.Optimizer, module: torch.nn.Module) -> bool:
        """Does the optimizer train all parameters of the module? It is asked a few times only."""
        if self.by is not None:
            return self.by() is history
        self.asked += 1
        if not is_looked_at(self.asked):
            return False
        inside = [p for _, p in named_tensors_in(module, "_parameters")]
        at_zero = {id(p) for g in groups_of(optimizer) if is_zero(dict.get(g, "lr")) for p in params_of(g)}
        learners = [history.learners.get(id(p)) if id(p) not in at_zero else None for p in inside]
        if inside and all(map(_learns, learners, inside)):
            self.by, self.learners = weakref.ref(history), [k for k in learners if k is not None]
        return self.by is not None


class RestingParts(Watcher):
    """Asks at each step of those that are still in that mode; mostly there are none."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._resting: WeakKeys[torch.nn.Module, _Rest] = WeakKeys()
        self._kept: list[_Rest] = []  # modules may be gone when the run is over
        self._woken: deque[tuple[OwnRef, object, int]] = deque(maxlen=LATEST)

    def on_mode_switched(self, event: ModeSwitched) -> None:
        frames = self.recorder.stack.capture(event.frame)
        if event.training:
            innermost = next(self._codes(frames), None)
            self._woken.append((OwnRef(event.module), innermost, self.recorder.run.passes))
            return
        if is_a(event.module, SWITCHES):
            return
        known = self._resting.get(event.module)
        if known is not None:
            known.frames, known.beside = frames, known.beside or self._is_beside(event.module, frames)
        elif len(self._kept) < MOST:
            known = _Rest(class_name(event.module), frames, self._is_beside(event.module, frames))
            self._resting[event.module] = known
            self._kept.append(known)

    def _codes(self, frames: Frames) -> Iterator[object]:
        own = self.recorder.stack.ownership
        return (code for code, _ in pairs_in(frames) if own[code.co_filename])

    def _is_beside(self, part: torch.nn.Module, frames: Frames) -> bool:
        """Has a function that is still running switched what holds the part to `train()`, with no pass since?"""
        running = set(map(id, self._codes(frames)))
        for ref, code, passes in self._woken:
            whole = ref()
            if whole is None or whole is part or id(code) not in running or passes != self.recorder.run.passes:
                continue
            if any(inner is part for _, inner in modules_in(whole)):
                return True
        return False

    @rests_without("_resting")
    def on_step_ended(self, event: StepEnded) -> None:
        for module, rest in self._resting.pairs():
            if attribute_of(module, "training") is False and rest.is_trained_by(event.history, event.optimizer, module):
                rest.steps, rest.of = rest.steps + 1, event.history.steps

    def of_run(self, copy: Copy) -> Iterator[RestingPart]:
        for rest in self._kept:
            trained = tuple(learner.name for learner in rest.learners if learner.name)
            if rest.steps and trained:
                chain = copy.chain(rest.frames)
                yield RestingPart(rest.kind, chain, rest.steps, rest.of, rest.beside, trained)


def _learns(learner: Learner | None, parameter: torch.Tensor) -> bool:
    return learner is not None and torch_api.requires_grad(parameter) and gradient_of(parameter) is not None
