"""Does a state that was loaded bring a learning rate along that nothing changes afterwards?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.rates import RestoredRate
from whygrad.record.events import ScheduleMade, StateLoaded, StepBegan
from whygrad.record.live.bounded import FEW_KEPT
from whygrad.record.live.origin import Frames
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam.as_is import function_of, is_exactly, items_of, of_class
from whygrad.record.seam.holdings import groups_of, rates_of
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder


@dataclass
class _Restored:
    given: float
    loaded: list[object]  # of all groups
    initial: float
    frames: Frames
    steps: int = 0
    is_over: bool = False  # the learning rate is another one


class RestoredRates(Watcher):
    """Asks at each step after a state was loaded whether the learning rates are still those of the state."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._of: WeakKeys[torch.optim.Optimizer, _Restored] = WeakKeys()
        self._scheduled: WeakKeys[torch.optim.Optimizer, bool] = WeakKeys()
        self._kept: list[_Restored] = []  # optimizers may be gone when the run is over

    def on_schedule_made(self, event: ScheduleMade) -> None:
        self._scheduled[event.optimizer] = True
        self._end(event.optimizer)

    def on_state_loaded(self, event: StateLoaded) -> None:
        self._end(event.optimizer)
        groups, given = groups_of(event.optimizer), next(iter(event.rates), None)
        if not groups or event.optimizer in self._scheduled or len(self._kept) >= FEW_KEPT:
            return
        initial, loaded = dict.get(groups[0], "initial_lr"), rates_of(event.optimizer)
        if not is_exactly(given, int, float) or not is_exactly(initial, int, float) or given == _usual(event.optimizer):
            return  # nobody has chosen it, or no schedule has set the one that was loaded
        if all(_is_less(rate, before) for rate, before in zip(loaded, event.rates, strict=False)):
            restored = _Restored(given, loaded, initial, self.recorder.stack.capture(event.frame))
            self._of[event.optimizer] = restored
            self._kept.append(restored)

    def _end(self, optimizer: torch.optim.Optimizer) -> None:
        restored = self._of.pop(optimizer, None)
        if restored is not None:
            restored.is_over = True

    @rests_without("_kept")
    def on_step_began(self, event: StepBegan) -> None:
        restored = self._of.get(event.optimizer) if self._kept else None
        if restored is None:
            return  # mostly
        restored.steps += 1
        rates = rates_of(event.optimizer)
        are_numbers = all(is_exactly(rate, int, float) for rate in rates)  # else they are not compared
        if not are_numbers or rates != restored.loaded:
            self._end(event.optimizer)

    def of_run(self, copy: Copy) -> Iterator[RestoredRate]:
        for kept in self._kept:
            rate = kept.loaded[0]
            if kept.steps and not kept.is_over and is_exactly(rate, int, float):
                yield RestoredRate(kept.given, rate, kept.initial, kept.steps, copy.chain(kept.frames))


def _is_less(rate: object, before: object) -> bool:
    return is_exactly(rate, int, float) and is_exactly(before, int, float) and 0 < rate < before


def _usual(optimizer: torch.optim.Optimizer) -> object:
    """The learning rate that an optimizer of this class has where none is given."""
    function = function_of(of_class(optimizer, "__init__"))
    if function is None:
        return None
    code = function.__code__
    last = code.co_varnames[: code.co_argcount]
    values = items_of(function.__defaults__)
    found = dict(zip(reversed(last), reversed(values), strict=False)) | (function.__kwdefaults__ or {})
    rate = found.get("lr")
    return rate if is_exactly(rate, int, float) else None
