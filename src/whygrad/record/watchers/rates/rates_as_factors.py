"""By which factors does a schedule scale the learning rates? Torch multiplies what its function returns by them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.rates import RateAsFactor
from whygrad.record.events import ScheduleMade, ScheduleStepped, StepBegan
from whygrad.record.live.bounded import FEW_KEPT
from whygrad.record.live.origin import Frames
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam.as_is import attribute_of, is_a, is_exactly, items_of
from whygrad.record.seam.holdings import rates_of
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

ABOUT = 0.05  # of a rate: some schedules begin one turn later


@dataclass(eq=False)
class _Scaled:
    """The rates of one optimizer with what each was before the schedule, and the highest factors so far."""

    bases: list[float]
    frames: Frames
    highest: list[float]
    turns: int = 0  # of the schedule
    steps: int = 0
    rose: int = 0  # at which of its turns a factor was last the highest so far

    def read(self, rates: list[object]) -> bool:
        """The factors of a step; False where they cannot be told."""
        if len(rates) != len(self.bases):
            return False
        factors = [rate / base for rate, base in zip(rates, self.bases, strict=True) if is_exactly(rate, int, float)]
        if len(factors) != len(self.bases):
            return False
        rose = any(factor > high for factor, high in zip(factors, self.highest, strict=True))
        self.highest = [max(pair) for pair in zip(factors, self.highest, strict=True)]
        self.steps, self.rose = self.steps + 1, self.turns if rose else self.rose
        return True

    def are_rates(self) -> bool:
        """Is the highest factor of each group a learning rate itself: its own, or that of another group?"""
        return all(
            any(abs(high - base) <= ABOUT * base for base in (own, max(self.bases)))
            for high, own in zip(self.highest, self.bases, strict=True)
        )


class RatesAsFactors(Watcher):
    """Reads the rates at each step of an optimizer that has one schedule by a function, from its beginning."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._of: WeakKeys[torch.optim.Optimizer, _Scaled | None] = WeakKeys()
        self._kept: list[_Scaled] = []  # optimizers may be gone when the run is over

    def on_schedule_made(self, event: ScheduleMade) -> None:
        if event.optimizer in self._of:  # two schedules multiply their factors
            return self._end(event.optimizer)
        self._of[event.optimizer] = None
        bases = items_of(attribute_of(event.scheduler, "base_lrs"))
        is_new = attribute_of(event.scheduler, "last_epoch") == 0
        known = [base for base in bases if is_exactly(base, float) and 0 < base < 1]
        is_asked = is_a(event.scheduler, torch.optim.lr_scheduler.LambdaLR) and not self.recorder.steady.wanted
        if is_asked and is_new and known and len(known) == len(bases) and len(self._kept) < FEW_KEPT:
            scaled = _Scaled(known, self.recorder.stack.capture(event.frame), [0.0] * len(known))
            self._of[event.optimizer] = scaled
            self._kept.append(scaled)

    def on_schedule_stepped(self, event: ScheduleStepped) -> None:
        scaled = self._of.get(event.optimizer)
        if scaled is None:
            return
        if attribute_of(event.scheduler, "last_epoch") != scaled.turns:
            self._end(event.optimizer)  # it goes on with that of an earlier run
        scaled.turns += 1

    @rests_without("_kept")
    def on_step_began(self, event: StepBegan) -> None:
        scaled = self._of.get(event.optimizer)
        if scaled is not None and not event.is_over and not scaled.read(rates_of(event.optimizer)):
            self._end(event.optimizer)

    def _end(self, optimizer: torch.optim.Optimizer) -> None:
        scaled = self._of.get(optimizer)
        self._of[optimizer] = None
        self._kept = [kept for kept in self._kept if kept is not scaled]

    def of_run(self, copy: Copy) -> Iterator[RateAsFactor]:
        for scaled in self._kept:
            if scaled.steps and scaled.are_rates():
                base, high = max(zip(scaled.bases, scaled.highest, strict=True))
                yield RateAsFactor(base, high, scaled.steps, scaled.turns - scaled.rose, copy.chain(scaled.frames))
