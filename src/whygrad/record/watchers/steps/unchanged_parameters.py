"""Do an optimizer's steps change anything? Learning rates are read at every step, values where a step is looked at."""

from __future__ import annotations

from collections.abc import Iterable
from types import CodeType, FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.record.events import ScheduleMade, StateLoaded
from whygrad.record.live.bounded import FEW_KEPT
from whygrad.record.live.origin import Frames
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam.as_is import attribute_of, code_of, is_a, items_of, of_class
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.holdings import groups_of, has_rates_of_zero, is_zero, params_of, rates_of
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.training.history import History

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder


class UnchangedParameters:
    """Knows the schedulers of each optimizer, and where its learning rate of 0 comes from."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._schedulers: WeakKeys[object, list[tuple[Frames, list[CodeType]]]] = WeakKeys()
        self._loaded: WeakKeys[object, Frames] = WeakKeys()  # where a learning rate of 0 was

    def install(self, undo: Patches) -> None:
        made = followed(self._recorder, self._scheduler_made)
        replace(undo, "torch.optim.lr_scheduler:LRScheduler.__init__", made)
        loaded = followed(self._recorder, self._state_loaded, before=self._state_given)
        replace(undo, "torch.optim:Optimizer.load_state_dict", loaded)

    def _state_given(self, known: Given, frame: FrameType) -> list[object]:
        optimizer = known.get(FIRST)
        return rates_of(optimizer) if is_a(optimizer, torch.optim.Optimizer) else []

    def _state_loaded(self, known: Given, rates: list[object], out: object, frame: FrameType) -> None:
        """A state with learning rates of its own took the place of what the optimizer was made with."""
        optimizer = known[FIRST]
        if not is_a(optimizer, torch.optim.Optimizer):
            return
        self._recorder.watching.tell(StateLoaded(optimizer, rates or [], frame))
        if has_rates_of_zero(optimizer):
            self._loaded[optimizer] = self._recorder.stack.capture(frame)

    def _scheduler_made(self, known_: Given, out: object, frame: FrameType) -> None:
        scheduler = known_[FIRST]
        optimizer = attribute_of(scheduler, "optimizer")
        if not is_a(optimizer, torch.optim.Optimizer):
            return
        self._recorder.watching.tell(ScheduleMade(scheduler, optimizer, frame))
        known = self._schedulers.setdefault(optimizer, [])
        if len(known) < FEW_KEPT:
            functions = items_of(attribute_of(scheduler, "lr_lambdas"))
            known.append((self._recorder.stack.capture(frame), self._own_codes(functions)))

    def _own_codes(self, functions: Iterable[object]) -> list[CodeType]:
        codes = [code for f in functions if (code := code_of(f)) is not None]
        return [code for code in codes if self._recorder.stack.ownership[code.co_filename]]

    def step_begins(self, history: History, optimizer: torch.optim.Optimizer) -> None:
        if not has_rates_of_zero(optimizer):
            return
        history.progress.zero_rates += 1
        if not history.progress.rate_from:
            history.progress.rate_from = self._where_from(optimizer, history.frames)

    def _where_from(self, optimizer: torch.optim.Optimizer, made: Frames) -> tuple[str, Frames]:
        """What gave it: the optimizer's own arguments, a scheduler or its function, or else the program itself."""
        defaults = attribute_of(optimizer, "defaults")
        rate = dict.get(defaults, "lr") if is_a(defaults, dict) else None
        if all(is_zero(dict.get(group, "initial_lr", rate)) for group in groups_of(optimizer)):
            return "given", made
        schedulers = self._schedulers.get(optimizer, [])
        if not schedulers and optimizer in self._loaded:
            return "loaded", self._loaded[optimizer]
        codes = [code for _, own in schedulers for code in own]
        if codes:
            return "function", (codes[0], -1)
        return ("scheduler", schedulers[-1][0]) if schedulers else ("assigned", ())

    def step_ended(self, history: History, optimizer: torch.optim.Optimizer) -> None:
        """Has the step changed the values that were kept before it? What rests at a rate of 0 is not asked."""
        resting = {id(p) for g in groups_of(optimizer) if is_zero(dict.get(g, "lr")) for p in params_of(g)}
        for update in history.updates:
            tensor = update.learner.ref()
            if tensor is None or id(tensor) in resting:
                continue
            if not update.before.equal(tensor):
                update.learner.moved += 1
            else:
                update.learner.still += 1
                history.progress.own_step = history.progress.own_step or self._own_step(optimizer)

    def _own_step(self, optimizer: torch.optim.Optimizer) -> Frames:
        codes = self._own_codes([of_class(optimizer, "step")])
        return (codes[0], -1) if codes else ()
