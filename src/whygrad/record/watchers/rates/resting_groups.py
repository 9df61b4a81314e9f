"""Does a group of an optimizer stay at a learning rate of 0 while the program sets those of others?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import torch

from whygrad.evidence.rates import RestingGroup
from whygrad.record.events import OptimizerMade, ScheduleMade, StepBegan
from whygrad.record.live.bounded import FEW_KEPT
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam.as_is import attribute_of, is_a, is_exactly, module_of_class
from whygrad.record.seam.holdings import groups_of, has_rates_of_zero, is_zero, params_of, rates_of
from whygrad.record.telling import rests_without
from whygrad.record.training.history import History
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FIRST_STEP = 1


@dataclass
class _Group:
    """A group that has had a learning rate of 0 at all its steps so far."""

    held: list[int]  # the ids of its parameters
    since: int  # the optimizer's step


@dataclass
class _Resting:
    """Such groups of one optimizer."""

    history: History
    by_default: bool  # all that it was made with rests at 0
    groups: int  # that it had at the latest step
    resting: dict[int, _Group] = field(default_factory=dict)  # by the group's place
    steps: int = 0
    rates: tuple[float, float] = (float("inf"), 0.0)  # of the other groups


class RestingGroups(Watcher):
    """Asks at each step for the groups that rested at all steps before."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._of: WeakKeys[torch.optim.Optimizer, _Resting] = WeakKeys()
        self._scheduled: WeakKeys[torch.optim.Optimizer, bool] = WeakKeys()
        self._made_at_rest: WeakKeys[torch.optim.Optimizer, bool] = WeakKeys()
        self._kept: list[_Resting] = []  # optimizers may be gone when the run is over

    def on_optimizer_made(self, event: OptimizerMade) -> None:
        if has_rates_of_zero(event.optimizer):
            self._made_at_rest[event.optimizer] = True

    def on_schedule_made(self, event: ScheduleMade) -> None:
        # One of the program's own may leave groups out.
        if module_of_class(event.scheduler) == torch.optim.lr_scheduler.__name__:
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
        if known is None and event.history.steps <= FIRST_STEP and len(self._kept) < FEW_KEPT:
            by_default = event.optimizer in self._made_at_rest or _rests_by_default(event.optimizer)
            if by_default or (len(rates) > 1 and any(map(is_zero, rates))):
                known = self._of[event.optimizer] = _Resting(event.history, by_default, 0)
                self._kept.append(known)
        if known is not None:
            self._count(event.optimizer, known, rates)

    def _count(self, optimizer: torch.optim.Optimizer, known: _Resting, rates: list[Any]) -> None:
        known.steps += 1
        known.resting = {at: g for at, g in known.resting.items() if at < len(rates) and is_zero(rates[at])}
        for at, group in list(enumerate(groups_of(optimizer)))[known.groups :]:
            if is_zero(rates[at]):
                known.resting[at] = _Group([*map(id, params_of(group))], known.steps)
        known.groups = len(rates)
        others = [rate for at, rate in enumerate(rates) if at not in known.resting]
        if not known.resting and not known.by_default:
            self._end(optimizer)
        elif others:
            known.rates = min(known.rates[0], *others), max(known.rates[1], *others)

    def of_run(self, copy: Copy) -> Iterator[RestingGroup]:
        for known in self._kept:
            if known.rates[1] > 0 and known.steps == known.history.steps:
                for since in sorted({group.since for group in known.resting.values()}):
                    yield from self._since(known, since, copy)

    def _since(self, known: _Resting, since: int, copy: Copy) -> Iterator[RestingGroup]:
        resting = {at: group for at, group in known.resting.items() if group.since == since}
        learners = known.history.learners
        got = [k for g in resting.values() for at in g.held if (k := learners.get(at)) is not None and k.got]
        if got:
            yield RestingGroup(
                tuple(resting),
                tuple(k.name for k in got if k.name),
                known.steps - since + 1,
                known.by_default,
                known.rates,
                copy.chain(known.history.frames),
                since > FIRST_STEP,
            )


def _rests_by_default(optimizer: torch.optim.Optimizer) -> bool:
    defaults = attribute_of(optimizer, "defaults")
    return is_a(defaults, dict) and is_zero(dict.get(defaults, "lr"))
