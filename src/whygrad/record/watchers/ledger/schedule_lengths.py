"""How long is a schedule of learning rates, how far does it come, and how many steps does its optimizer take then?"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING

from whygrad.evidence.rates import ScheduleRun
from whygrad.record.events import ScheduleMade, ScheduleStepped
from whygrad.record.live.bounded import FEW_KEPT
from whygrad.record.live.origin import Frames
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam.as_is import (
    attribute_of,
    attributes_of,
    class_name,
    enclosed_by,
    function_of,
    is_exactly,
    items_of,
    module_of_class,
)
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.holdings import rates_of
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.training.history import History
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    import torch

    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

NUMBERS = 16  # that a function knows
FAR_BEHIND = 4  # steps of the optimizer for each of the scheduler's
SCHEDULERS = "torch.optim.lr_scheduler"
LENGTHS = {
    "OneCycleLR": "total_steps",
    "CosineAnnealingLR": "T_max",
    "CosineAnnealingWarmRestarts": "T_0",
    "LinearLR": "total_iters",
    "PolynomialLR": "total_iters",
}


@dataclass
class _Schedule:
    kind: str
    lengths: tuple[int, ...]
    known: bool
    frames: Frames
    history: History
    began: int  # the optimizer's steps when it was made
    ended: int = 0  # and when the next one took over
    each_epoch: int = 0
    steps: int = 0
    reached: int = 0
    stepped: Frames = ()
    low: float = float("inf")
    high: float = 0.0

    def read(self, optimizer: torch.optim.Optimizer) -> None:
        """The learning rate that the optimizer has used since the step before."""
        rate = next(iter(rates_of(optimizer)), None)
        if is_exactly(rate, int, float):
            self.low, self.high = min(self.low, rate), max(self.high, rate)


class ScheduleLengths(Watcher):
    """Counts the steps of each scheduler. Those in a sequence count as one."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._of: WeakKeys[object, _Schedule] = WeakKeys()
        self._kept: list[_Schedule] = []  # schedulers may be gone when the run is over

    def install(self, undo: Patches) -> None:
        chained = followed(self.recorder, self._chained, names=(FIRST, "optimizer", "schedulers", "milestones"))
        replace(undo, f"{SCHEDULERS}:SequentialLR.__init__", chained)
        replace(undo, f"{SCHEDULERS}:OneCycleLR.__init__", followed(self.recorder, self._cycle_made))

    def on_schedule_made(self, event: ScheduleMade) -> None:
        if len(self._kept) >= FEW_KEPT or self.recorder.steady.wanted:
            return  # steps are not counted while nobody is there
        history = self.recorder.training.history_of(event.optimizer)
        for earlier in self._kept:
            if earlier.history is history and not earlier.ended and history.steps > earlier.began:
                earlier.ended = history.steps
        kind, frames = class_name(event.scheduler), self.recorder.stack.capture(event.frame)
        lengths, known = _lengths(event.scheduler, kind)
        schedule = _Schedule(kind, lengths, known, frames, history, history.steps)
        self._of[event.scheduler] = schedule
        self._kept.append(schedule)

    def on_schedule_stepped(self, event: ScheduleStepped) -> None:
        schedule = self._of.get(event.scheduler)
        if schedule is not None:
            schedule.steps += 1
            last = attribute_of(event.scheduler, "last_epoch")
            schedule.reached = max(schedule.reached, last + 1 if is_exactly(last, int) else 0)
            schedule.stepped = self.recorder.stack.capture(event.frame)
            schedule.read(event.optimizer)

    def _cycle_made(self, known: Given, out: object, frame: FrameType) -> None:
        """Some are told how many batches an epoch has: then they want to be stepped at each of them."""
        schedule, each = self._of.get(known[FIRST]), known.get("steps_per_epoch")
        if schedule is not None and known.get("total_steps") is None and is_exactly(each, int):
            schedule.each_epoch = each

    def _chained(self, known: Given, out: object, frame: FrameType) -> None:
        """Several schedulers take turns: their steps are those of one, which ends with the last of them."""
        parts = [self._of.get(part) for part in items_of(known.get("schedulers"))]
        turns = [turn for turn in items_of(known.get("milestones")) if is_exactly(turn, int)]
        last = parts[-1] if parts else None
        if last is None:
            return
        whole = _Schedule(class_name(known[FIRST]), (), last.known, (), last.history, last.began)
        whole.lengths = tuple(length + max(turns, default=0) for length in last.lengths)
        whole.frames = self.recorder.stack.capture(frame)
        self._kept = [kept for kept in self._kept if not any(kept is part for part in parts)] + [whole]
        for part in items_of(known.get("schedulers")):
            self._of[part] = whole

    def of_run(self, copy: Copy) -> Iterator[ScheduleRun]:
        for schedule in self._kept:
            updates = (schedule.ended or schedule.history.steps) - schedule.began
            if schedule.lengths and updates and updates >= FAR_BEHIND * schedule.steps:
                yield ScheduleRun(
                    schedule.kind,
                    schedule.lengths,
                    schedule.known,
                    schedule.each_epoch,
                    schedule.steps,
                    schedule.reached,
                    updates,
                    copy.chain(schedule.frames),
                    copy.chain(schedule.stepped),
                    (schedule.low, schedule.high),
                )


def _lengths(scheduler: object, kind: str) -> tuple[tuple[int, ...], bool]:
    """How long a scheduler of torch's is; of a function or a class of the program's the numbers that it knows."""
    if module_of_class(scheduler) == SCHEDULERS and kind != "LambdaLR":
        length = attribute_of(scheduler, LENGTHS.get(kind, ""))
        return ((length,) if is_exactly(length, int) else ()), True
    numbers = _whole(attributes_of(scheduler).values()) if kind != "LambdaLR" else []
    for function in items_of(attribute_of(scheduler, "lr_lambdas")):
        numbers += _numbers_known_to(function)
    return tuple(dict.fromkeys(numbers))[:NUMBERS], False


def _numbers_known_to(function: object) -> list[int]:
    """The whole numbers among what a function was given, encloses, and reads of its module."""
    values: list[object] = list(attributes_of(function).values())
    if type(function) is functools.partial:
        values += [*function.args, *function.keywords.values()]
    found = function_of(function)
    if found is not None:
        values += [value for _, value in enclosed_by(found)]
        values += [found.__globals__.get(name) for name in found.__code__.co_names]
        values += items_of(found.__defaults__)
    return _whole(values)


def _whole(values: object) -> list[int]:
    return [value for value in list(values) if is_exactly(value, int)]  # type: ignore[call-overload]  # of our own
