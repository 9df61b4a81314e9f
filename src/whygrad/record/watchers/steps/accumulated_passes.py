"""Several passes of one line for each step: how many were added up, and by what each loss was divided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from types import FrameType
from typing import TYPE_CHECKING, Any

import torch

from whygrad.record.live.origin import Frames, Origin
from whygrad.record.seam.as_is import is_a
from whygrad.record.training.loss_nodes import Scaling, scaling_of

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

MOST_PASSES = 1_024  # of a run that are looked at
MOST_STEPS = 64  # and of an optimizer's steps
DIVIDING = ("div", "__truediv__", "div_", "__itruediv__", "true_divide")
NEAR = 4


@dataclass
class Run:
    """The passes of one line since the latest step."""

    frames: Frames = ()
    scalings: list[Scaling] = field(default_factory=list)
    divided: Frames = ()  # where a loss was divided
    mixed: bool = False  # passes of several lines, or of several losses: no plain accumulation


@dataclass
class Habit:
    """What an optimizer's steps had in common."""

    frames: Frames = ()
    divided: Frames = ()
    counts: Counter[int] = field(default_factory=Counter)  # passes added up -> steps
    divisors: Counter[float] = field(default_factory=Counter)  # divisor of each pass
    uneven: int = 0  # steps of which some passes were divided and others not
    means: bool = True


class Accumulating:
    """Follows the passes between steps, for every optimizer that has no closure."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._run = Run()
        self._passes = 0
        self.habits: dict[int, Habit] = {}  # id of a history -> its habit

    def pass_begins(self, tensors: Iterable[Any], frame: FrameType) -> None:
        self._passes += 1
        if self._run.mixed or self._passes > MOST_PASSES:
            return
        losses = [t for t in tensors if is_a(t, torch.Tensor)]
        run, frames = self._run, self._recorder.stack.capture(frame)
        run.mixed |= len(losses) != 1 or bool(run.frames and run.frames != frames)
        if run.mixed:
            return
        run.frames = frames
        origin = self._recorder.origins.get(losses[0])
        by_scaler = bool(((origin and origin.extra) or {}).get("scaled"))
        run.scalings.append(scaling_of(losses[0], by_scaler, self._recorder.probe.hooked_saves.has))
        if run.scalings[-1].divisor != 1 and origin is not None:
            run.divided = _division(origin)

    def step_begins(self, history: Any, with_closure: bool) -> None:
        """A step uses what the passes since the one before have added up."""
        run = self._run
        if run.mixed or not run.scalings or with_closure or not all(s.is_known for s in run.scalings):
            return
        habit = self.habits.setdefault(id(history), Habit())
        if sum(habit.counts.values()) >= MOST_STEPS or (habit.frames and habit.frames != run.frames):
            return
        habit.frames, habit.divided = run.frames, run.divided or habit.divided
        habit.counts[len(run.scalings)] += 1
        divisors = [round(s.divisor, 6) for s in run.scalings]
        habit.divisors.update(divisors)
        habit.uneven += len(set(divisors)) > 1 and 1.0 in divisors
        habit.means &= all(s.is_mean for s in run.scalings)

    def cleared(self) -> None:
        """Gradients were cleared between passes: these are not added up."""
        self._run.mixed |= bool(self._run.scalings)

    def step_ended(self) -> None:
        self._run = Run()


def _division(origin: Origin) -> Frames:
    """Where the loss was divided, a few operations back."""
    for _ in range(NEAR):
        if getattr(origin.op, "__name__", "") in DIVIDING or not origin.parents:
            break
        origin = origin.parents[0]
    return origin.frames if getattr(origin.op, "__name__", "") in DIVIDING else ()
