"""Optimizers that forget: one that is made in the loop starts without the averages that the one before had gathered."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.remade_optimizers import RemadeOptimizer
from whygrad.record.events import StepBegan, StepEnded
from whygrad.record.live.bounded import SOME_KEPT
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam.as_is import attribute_of, class_name, is_a
from whygrad.record.telling import only_inspected
from whygrad.record.training.history import History
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder


class _Line:
    """The optimizers of one line that step the same parameters, one after the other."""

    def __init__(self, history: History) -> None:
        self.frames = history.frames
        self.latest: weakref.ref[torch.optim.Optimizer] | None = None
        self.kind = self.kept = ""
        self.steps = self.longest = self.all = 0
        self.passes = 0  # at the latest step
        self.times = 0


class RemadeOptimizers(Watcher):
    """Asks at each step whether another optimizer took it than the one before."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._lines: WeakKeys[History, _Line] = WeakKeys()
        self._kept: list[_Line] = []  # histories may be gone when the run is over

    def on_step_began(self, event: StepBegan) -> None:
        line = self._lines.get(event.history)
        if line is None:
            if len(self._kept) >= SOME_KEPT:
                return
            line = self._lines[event.history] = _Line(event.history)
            self._kept.append(line)
        if line.latest is None or line.latest() is not event.optimizer:
            is_next = line.latest is not None
            # What was loaded or drawn anew in between starts a training of its own; so does a state that was restored.
            if is_next and line.kept and not gathered(event.optimizer) and not self._is_fresh(event.history, line):
                line.times += 1
            line.latest, line.steps = weakref.ref(event.optimizer), 0
        line.steps += 1
        line.all += 1
        line.longest = max(line.longest, line.steps)
        line.passes = self.recorder.run.passes

    @only_inspected
    def on_step_ended(self, event: StepEnded) -> None:
        line = self._lines.get(event.history)
        if line is not None and line.steps == 1:
            line.kind, line.kept = class_name(event.optimizer), gathered(event.optimizer)

    def _is_fresh(self, history: History, line: _Line) -> bool:
        """Has the program itself written parameters since the latest step?"""
        written = ((learner.origin.extra or {}).get("written", -1) for learner in history.learners.values())
        return any(at >= line.passes for at in written)

    def of_run(self, copy: Copy) -> Iterator[RemadeOptimizer]:
        for line in self._kept:
            if line.times:
                made = copy.chain(line.frames)
                yield RemadeOptimizer(made, line.kind, line.times, line.longest, line.all, line.kept)


def gathered(optimizer: torch.optim.Optimizer) -> str:
    """What the optimizer keeps of past gradients for its first parameter, by its own name; a count is nothing."""
    state = attribute_of(optimizer, "state")
    for entry in islice(dict.values(state), 1) if is_a(state, dict) else ():
        for name, value in dict.items(entry) if is_a(entry, dict) else ():
            if type(name) is str and name != "step" and is_a(value, torch.Tensor) and value.dim():
                return name
    return ""
