"""Do an optimizer's steps change anything? Learning rates are read at every step, values where a step is looked at."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from sys import _getframe
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

import torch

from whygrad.record.live.origin import Frames
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.training.history import History

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

MOST = 16  # schedulers of one optimizer


class Standstill:
    """Knows the schedulers of each optimizer, and where its learning rate of 0 comes from."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._schedulers: WeakKeys[Any, list[tuple[Frames, list[CodeType]]]] = WeakKeys()

    def install(self, undo: Patches) -> None:
        def init(original: Callable[..., Any]) -> Callable[..., Any]:
            def wrapper(scheduler: Any, /, *args: Any, **kwargs: Any) -> Any:
                out = original(scheduler, *args, **kwargs)
                self._recorder.guarded(self._scheduler_made, scheduler, _getframe(1))
                return out

            return wrapper

        replace(undo, "torch.optim.lr_scheduler:LRScheduler.__init__", init)

    def _scheduler_made(self, scheduler: Any, frame: FrameType) -> None:
        optimizer = getattr(scheduler, "optimizer", None)
        known = self._schedulers.setdefault(optimizer, []) if isinstance(optimizer, torch.optim.Optimizer) else None
        if known is not None and len(known) < MOST:
            functions = getattr(scheduler, "lr_lambdas", ())
            known.append((self._recorder.stack.capture(frame), self._own_codes(functions)))

    def _own_codes(self, functions: Iterable[Any]) -> list[CodeType]:
        codes = [code for f in functions if (code := _code_of(f)) is not None]
        return [code for code in codes if self._recorder.stack.ownership[code.co_filename]]

    def step_begins(self, history: History, optimizer: torch.optim.Optimizer) -> None:
        """Is the learning rate of everything 0 at this step?"""
        for group in optimizer.param_groups:
            if not _is_zero(group.get("lr")):
                return
        history.progress.zero_rates += 1
        if not history.progress.rate_from:
            history.progress.rate_from = self._where_from(optimizer, history.frames)

    def _where_from(self, optimizer: torch.optim.Optimizer, made: Frames) -> tuple[str, Frames]:
        """What gave it: the optimizer's own arguments, a scheduler or its function, or else the program itself."""
        if all(_is_zero(group.get("initial_lr", optimizer.defaults.get("lr"))) for group in optimizer.param_groups):
            return "given", made
        schedulers = self._schedulers.get(optimizer, [])
        codes = [code for _, own in schedulers for code in own]
        if codes:
            return "function", (codes[0], -1)
        return ("scheduler", schedulers[-1][0]) if schedulers else ("assigned", ())

    def step_ended(self, history: History, optimizer: torch.optim.Optimizer) -> None:
        """Has the step changed the values that were kept before it? What rests at a rate of 0 is not asked."""
        resting = {id(p) for g in optimizer.param_groups if _is_zero(g.get("lr")) for p in g["params"]}
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
        codes = self._own_codes([type(optimizer).step])
        return (codes[0], -1) if codes else ()


def _is_zero(rate: Any) -> bool:
    return isinstance(rate, (int, float)) and rate == 0


def _code_of(function: Any) -> CodeType | None:
    """The code behind decorators, or of an object that is called like a function."""
    if not hasattr(function, "__wrapped__") and not inspect.isroutine(function):
        function = type(function).__call__
    code = getattr(inspect.unwrap(function), "__code__", None)
    return code if isinstance(code, CodeType) else None
