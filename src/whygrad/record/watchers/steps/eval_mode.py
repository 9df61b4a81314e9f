"""Counts the steps that train a module which was switched to `eval()` in the midst of the training."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import nn

from whygrad.evidence.of_one_cause.eval_mode import StepsInEvalMode
from whygrad.record.events import StepEnded
from whygrad.record.live.bounded import MOST
from whygrad.record.live.origin import Frames
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam.as_is import attribute_of, is_a, is_exactly
from whygrad.record.seam.holdings import modules_in, named_tensors_in
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.training.history import History
from whygrad.record.training.schedule import ALL_OF_THE_FIRST, is_power_of_two
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

DROPOUTS = (nn.Dropout, nn.Dropout1d, nn.Dropout2d, nn.Dropout3d, nn.AlphaDropout, nn.FeatureAlphaDropout)
BATCH_NORMS = (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d, nn.SyncBatchNorm)


@dataclass
class _Trained:
    """A module that was switched, and its steps since."""

    kind: str
    affected: str  # empty: nothing in it does something else in that mode
    frames: Frames = ()
    steps: int = 0
    of: int = 0
    by: weakref.ref[History] | None = None  # the optimizer that was found to train it
    asked: int = 0  # how often none was

    def is_trained_by(self, history: History, module: torch.nn.Module) -> bool:
        """Does the optimizer hold parameters of the module, with gradients? A large one is asked a few times only."""
        if self.by is not None or (self.asked > ALL_OF_THE_FIRST and not is_power_of_two(self.asked)):
            self.asked += 1
            return self.by is not None and self.by() is history
        held = (p for _, p in named_tensors_in(module, "_parameters") if id(p) in history.learners)
        if any(gradient_of(p) is not None for p in held):
            self.by = weakref.ref(history)
        self.asked += 1
        return self.by is not None


class EvalMode(Watcher):
    """Asks at each step whether a module that was switched is still so; there are few, mostly one."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._trained: WeakKeys[torch.nn.Module, _Trained] = WeakKeys()
        self._kept: list[_Trained] = []  # modules may be gone when the run is over

    def on_step_ended(self, event: StepEnded) -> None:
        for module, (frames, passes) in list(self.recorder.watching.steps.evals.switched.items()):
            if attribute_of(module, "training") is not False or passes >= self.recorder.run.passes:
                continue  # it is back, or no pass has run since
            trained = self._trained.get(module)
            if trained is None:
                if len(self._kept) >= MOST:
                    return
                trained = self._trained[module] = _Trained(type(module).__name__, _affected(module))
                self._kept.append(trained)
            if trained.affected and trained.is_trained_by(event.history, module):
                trained.frames, trained.of = frames, event.history.steps
                trained.steps += 1

    def of_run(self, copy: Copy) -> Iterator[StepsInEvalMode]:
        for trained in self._kept:
            if trained.steps:
                chain = copy.chain(trained.frames)
                yield StepsInEvalMode(trained.kind, chain, trained.steps, trained.of, trained.affected)


def _affected(module: torch.nn.Module) -> str:
    """A dropout or batch norm inside that is in the other mode too; the module itself may well be switched alone."""
    for path, inner in modules_in(module):
        if path and attribute_of(inner, "training") is False and _does_otherwise(inner):
            return type(inner).__name__
    return ""


def _does_otherwise(module: torch.nn.Module) -> bool:
    if is_a(module, DROPOUTS):
        rate = attribute_of(module, "p")
        return is_exactly(rate, int, float) and rate > 0
    return is_a(module, BATCH_NORMS) and attribute_of(module, "track_running_stats") is True
