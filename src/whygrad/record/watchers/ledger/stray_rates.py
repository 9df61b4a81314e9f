"""Are the learning rates that a program sets those that the next step uses?

Whoever holds an optimizer's groups besides the optimizer itself (an object around it, a list, another optimizer with a
scheduler) may be left with groups of the past: `load_state_dict` gives an optimizer new ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING, Any

import torch

from whygrad.evidence.rates import StrayRate
from whygrad.record.copying.variables import variables_of
from whygrad.record.events import ScheduleMade, StateLoaded, StepBegan
from whygrad.record.live.bounded import FEW_KEPT, Bounded
from whygrad.record.live.origin import Frames
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam.as_is import attribute_of, attributes_of, class_name, is_a, is_exactly, items_of
from whygrad.record.seam.holdings import groups_of, params_of
from whygrad.record.telling import only_inspected
from whygrad.record.training.history import History
from whygrad.record.training.schedule import is_looked_at
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FRAMES = 8  # of the program's, around a step
VARIABLES = 64  # of each of them

Groups = list[dict[str, Any]]


@dataclass
class _Stray:
    """Other groups of the same parameters, at the inspected steps of one optimizer."""

    kind: str
    owner: str
    history: History
    looks: int = 0
    apart: int = 0
    used: tuple[float, float] = (float("inf"), 0.0)
    rates: tuple[float, float] = (float("inf"), 0.0)
    loaded: Frames = ()
    scheduled: Frames = ()
    is_late: bool = False
    owner_steps: int = -1  # of an optimizer that has the other groups
    is_over: bool = False  # it takes steps of its own

    def look(self, used: float, other: float) -> None:
        self.looks += 1
        self.apart += used != other
        self.used = min(self.used[0], used), max(self.used[1], used)
        self.rates = min(self.rates[0], other), max(self.rates[1], other)


class StrayRates(Watcher):
    """Compares the groups that a step uses with others of the same parameters, on inspected steps."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._loaded: WeakKeys[torch.optim.Optimizer, Frames] = WeakKeys()
        # Where a scheduler was made for an optimizer, and how many optimizers there were by then.
        self._scheduled: WeakKeys[torch.optim.Optimizer, tuple[Frames, int]] = WeakKeys()
        self._found: Bounded[tuple[int, str], _Stray] = Bounded(FEW_KEPT)

    def on_state_loaded(self, event: StateLoaded) -> None:
        self._loaded[event.optimizer] = self.recorder.stack.capture(event.frame)

    def on_schedule_made(self, event: ScheduleMade) -> None:
        frames = self.recorder.stack.capture(event.frame)
        self._scheduled[event.optimizer] = (frames, self.recorder.training.optimizers_made)

    @only_inspected
    def on_step_began(self, event: StepBegan) -> None:
        history = event.history
        if event.is_over or not is_looked_at(history.steps, history.number):
            return
        groups = groups_of(event.optimizer)
        for owner, others, is_around in self._others(event.optimizer, event.frame):
            if _are_of_the_same(groups, others):
                used, other = _rates(groups, others)
                name = class_name(owner) if owner is not None else ""
                key = history.serial, name
                stray = self._found.setdefault(key, _Stray(class_name(event.optimizer), name, history))
                stray.look(used, other)
                self._explain(stray, event.optimizer, owner, is_around)

    def _explain(self, stray: _Stray, optimizer: torch.optim.Optimizer, owner: object, is_around: bool) -> None:
        """Why there are other groups: one of the two was given new ones, or a scheduler has those of its optimizer."""
        stray.loaded = self._loaded.get(optimizer, ())
        if not is_a(owner, torch.optim.Optimizer):
            return
        stray.loaded = stray.loaded or self._loaded.get(owner, ())
        stray.scheduled, made = self._scheduled.get(owner, ((), 0))
        stray.is_late = stray.history.serial > made
        steps = self.recorder.training.history_of(owner).steps if not is_around else 0
        stray.is_over = stray.is_over or stray.owner_steps not in (-1, steps)
        stray.owner_steps = steps

    def _others(self, optimizer: torch.optim.Optimizer, frame: FrameType) -> list[tuple[object, Groups, bool]]:
        """The groups that others hold: objects whose methods have called the step, variables around it, schedulers."""
        met: dict[int, tuple[object, Groups, bool]] = {}
        for frame_of_program in self._around(frame):
            variables = variables_of(frame_of_program)
            own = variables.get("self")
            if own is not None and own is not optimizer:
                _meet(met, own, attribute_of(own, "param_groups"), True)
                for value in list(attributes_of(own).values())[:VARIABLES]:
                    _meet(met, None, value, False)
            for value in list(variables.values())[:VARIABLES]:
                _meet(met, None, value, False)
        for other in list(self._scheduled):
            if other is not optimizer:
                _meet(met, other, groups_of(other), False)
        return list(met.values())

    def _around(self, frame: FrameType) -> list[FrameType]:
        """The program's own frames around a step, the innermost first."""
        found, at = list[FrameType](), [frame]
        while at and len(found) < FRAMES:
            if self.recorder.stack.ownership[at[0].f_code.co_filename]:
                found.append(at[0])
            at = [at[0].f_back] if at[0].f_back is not None else []
        return found

    def of_run(self, copy: Copy) -> Iterator[StrayRate]:
        for stray in self._found.values():
            varied = stray.rates[0] < stray.rates[1]
            if stray.apart and varied and not stray.is_over and stray.used[0] == stray.used[1]:
                yield StrayRate(
                    stray.kind,
                    stray.owner,
                    stray.looks,
                    stray.apart,
                    stray.used[0],
                    stray.rates,
                    copy.chain(stray.history.frames),
                    copy.chain(stray.loaded),
                    copy.chain(stray.scheduled),
                    stray.is_late,
                )


def _meet(met: dict[int, tuple[object, Groups, bool]], owner: object, value: object, is_around: bool) -> None:
    """Note what may be a list of groups, each once; `is_around` where its owner has called the step."""
    groups = items_of(value) if is_a(value, list) else []
    if groups and all(is_a(group, dict) and dict.__contains__(group, "params") for group in groups):
        found = [group for group in groups if is_a(group, dict)]
        met.setdefault(id(found[0]), (owner, found, is_around))


def _are_of_the_same(groups: Groups, others: Groups) -> bool:
    """Are there other groups of the same parameters for each, with learning rates that are plain numbers?"""
    pairs = _pairs(groups, others)
    found = bool(groups) and len(pairs) == len(groups) and all(one is not other for one, other in pairs)
    return found and all(is_exactly(dict.get(group, "lr"), int, float) for group in pairs[0])


def _pairs(groups: Groups, others: Groups) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The groups with those among the others that begin with the same parameter."""
    by_first = {id(first): other for other in others for first in params_of(other)[:1]}
    firsts = ((group, first) for group in groups for first in params_of(group)[:1])
    return [(group, by_first[id(first)]) for group, first in firsts if id(first) in by_first]


def _rates(groups: Groups, others: Groups) -> tuple[float, float]:
    one, other = _pairs(groups, others)[0]
    return one["lr"], other["lr"]
