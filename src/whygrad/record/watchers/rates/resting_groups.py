"""Does a group of an optimizer stay at a learning rate of 0 while the program sets those of others?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch

from whygrad.evidence.rates import RestingGroup
from whygrad.record.events import ScheduleMade, StepBegan, rests_without
from whygrad.record.live.bounded import FEW_KEPT
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam.as_is import attribute_of, is_a, is_exactly
from whygrad.record.seam.holdings import groups_of, is_zero, params_of, rates_of
from whygrad.record.training.history import History
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FIRST_STEP = 1


@dataclass
class _Resting:
    """The groups of one optimizer that had a learning rate of 0 at all its steps so far."""

    history: History
    by_default: bool  # the optimizer was made with a learning rate of 0
    held: dict[int, list[int]]  # by the group's place, the ids of its parameters
    steps: int = 0
    rates: tuple[float, float] = (float("inf"), 0.0)  # of the other groups


class RestingGroups(Watcher):
    """Asks at each step for the groups that rested at all steps before."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._of: WeakKeys[torch.optim.Optimizer, _Resting] = WeakKeys()
        self._scheduled: WeakKeys[torch.optim.Optimizer, bool] = WeakKeys()
        self._kept: list[_Resting] = []  # optimizers may be gone when the run is over

    def on_schedule_made(self, event: ScheduleMade) -> None:
        self._scheduled[event.optimizer] = True
        self._end(event.optimizer)

    def _end(self, optimizer: torch.optim.Optimizer) -> None:
        if (known := self._of.pop(optimizer, None)) is not None:
            self._kept.remove(known)

    @rests_without("_kept")
    def on_step_began(self, event: StepBegan) -> None:
        if event.is_over or event.optimizer in self._scheduled:
            return
        rates = rates_of(event.optimizer)
        if not all(is_exactly(rate, int, float) for rate in rates):
            return self._end(event.optimizer)
        known = self._of.get(event.optimizer)
        if known is None and event.history.steps <= FIRST_STEP and any(map(is_zero, rates)):
            known = self._begin(event.optimizer, event.history)
        if known is not None:
            self._count(event.optimizer, known, rates)

    def _begin(self, optimizer: torch.optim.Optimizer, history: History) -> _Resting | None:
        groups = groups_of(optimizer)
        if len(groups) < 2 or len(self._kept) >= FEW_KEPT:
            return None
        held = {at: [*map(id, params_of(group))] for at, group in enumerate(groups) if is_zero(dict.get(group, "lr"))}
        known = self._of[optimizer] = _Resting(history, _rests_by_default(optimizer), held)
        self._kept.append(known)
        return known

    def _count(self, optimizer: torch.optim.Optimizer, known: _Resting, rates: list[Any]) -> None:
        known.steps += 1
        known.held = {at: ids for at, ids in known.held.items() if at < len(rates) and is_zero(rates[at])}
        others = [rate for at, rate in enumerate(rates) if at not in known.held]
        if not known.held:
            self._end(optimizer)
        elif others:
            known.rates = min(known.rates[0], *others), max(known.rates[1], *others)

    def of_run(self, copy: Copy) -> Iterator[RestingGroup]:
        for known in self._kept:
            low, high = known.rates
            learners = known.history.learners
            got = [k for ids in known.held.values() for at in ids if (k := learners.get(at)) is not None and k.got]
            if got and high > 0 and known.steps == known.history.steps:
                yield RestingGroup(
                    tuple(known.held),
                    tuple(k.name for k in got if k.name),
                    known.steps,
                    known.by_default,
                    (low, high),
                    copy.chain(known.history.frames),
                )


def _rests_by_default(optimizer: torch.optim.Optimizer) -> bool:
    defaults = attribute_of(optimizer, "defaults")
    return is_a(defaults, dict) and is_zero(dict.get(defaults, "lr"))
