"""Steps that are given a closure, in which no backward pass runs: the closure computes the loss and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.closure_passes import ClosureWithoutPass, IdleClosure
from whygrad.record.events import ClosureBegan, ClosureRan, StepEnded
from whygrad.record.live.origin import Frames, OwnRef
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import code_of, definition_of, is_a
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.telling import rests_without
from whygrad.record.training.history import History
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.ledger.closure_passes import calls_of_closure

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

TORCHS_OWN = "torch.optim."  # an optimizer of the program's own may need no gradient


@dataclass(eq=False)
class _Steps:
    """Those of one optimizer that were given a closure."""

    with_pass: int = 0
    without: int = 0
    stale: bool = False
    passes: int = 0  # of the run, at the latest of them
    iterates: bool = False  # one step is a whole training
    idle: int = 0  # that called it several times, with the same gradients at each
    calls: int = 0  # of the closure, at the end of the latest
    code: CodeType | None = None
    frames: Frames = ()


@dataclass(frozen=True)
class _Noted:
    """A gradient, with the writes to it by then and a few of its values."""

    ref: OwnRef
    writes: int
    values: list[float]


class ClosuresWithoutPass(Watcher):
    """Asks after each such step whether a pass has added to gradients since the step before, of any optimizer."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._steps: WeakKeys[History, _Steps] = WeakKeys()
        self._passes = 0  # at the end of the latest step
        self._left: _Noted | None = None  # a gradient that it left
        self._entered: _Noted | None = None  # the same, when a step with a closure began
        self._passes_before = 0  # and how many passes there had been

    def of_run(self, copy: Copy) -> Iterator[ClosureWithoutPass | IdleClosure]:
        for history in self.recorder.training.histories:
            steps = self._steps.get(history)
            if steps is not None and steps.without == history.steps and (steps.without > 1 or steps.iterates):
                closure = definition_of(steps.code) if steps.code is not None else None
                names = tuple(filter(None, history.names))
                yield ClosureWithoutPass(copy.chain(steps.frames), closure, names, steps.without, steps.stale)
            elif steps is not None and steps.idle == history.steps and steps.code is not None:
                yield IdleClosure(copy.chain(steps.frames), definition_of(steps.code), steps.idle, steps.calls)

    def on_closure_began(self, event: ClosureBegan) -> None:
        self._entered, self._passes_before = _noted(_first_gradient(event.history)), self.recorder.run.collecting

    def on_closure_ran(self, event: ClosureRan) -> None:
        if not type(event.optimizer).__module__.startswith(TORCHS_OWN):
            return
        steps = self._steps.setdefault(event.history, _Steps())
        passes, is_stale = self.recorder.run.collecting, False
        self._count_idle(event, steps)
        if not steps.with_pass and passes == self._passes and (gradient := _first_gradient(event.history)) is not None:
            # A pass for several optimizers of the same parameters is no old one.
            is_stale = self._was_left(gradient) and (not steps.without or passes == steps.passes)
            if not is_stale and any(map(_has_gradient, event.history.parameters())):
                steps.with_pass += 1  # the program has put it there
        if steps.with_pass or passes > self._passes:
            steps.with_pass += 1
            return
        steps.iterates = is_a(event.optimizer, torch.optim.LBFGS)
        steps.without, steps.passes, steps.stale = steps.without + 1, passes, is_stale
        self._keep(event, steps)

    def _count_idle(self, event: ClosureRan, steps: _Steps) -> None:
        """Has the optimizer called the closure again after it had moved the parameters, and got the old gradients?"""
        calls, gradient = calls_of_closure(event.optimizer), _first_gradient(event.history)
        is_again, steps.calls = calls - steps.calls > 1, calls
        is_same = gradient is not None and _is_as_noted(self._entered, gradient)
        if is_again and is_same and self._passes_before == self.recorder.run.collecting:
            steps.idle += 1
            self._keep(event, steps)

    def _keep(self, event: ClosureRan, steps: _Steps) -> None:
        code = code_of(event.closure)
        is_own = code is not None and bool(self.recorder.stack.ownership[code.co_filename])
        steps.code, steps.frames = code if is_own else None, self.recorder.stack.capture(event.frame)

    @rests_without("_steps")
    def on_step_ended(self, event: StepEnded) -> None:
        self._passes, self._left = self.recorder.run.collecting, None
        if self._steps:  # mostly nobody gives a closure
            self._left = _noted(_first_gradient(event.history))

    def _was_left(self, gradient: torch.Tensor) -> bool:
        """Is it the one that the latest step used, and unwritten since?"""
        return _is_as_noted(self._left, gradient)


def _noted(gradient: torch.Tensor | None) -> _Noted | None:
    return None if gradient is None else _Noted(OwnRef(gradient), torch_api.version_of(gradient), _some_of(gradient))


def _is_as_noted(noted: _Noted | None, gradient: torch.Tensor) -> bool:
    if noted is None or noted.ref() is not gradient or noted.writes != torch_api.version_of(gradient):
        return False
    return noted.values == _some_of(gradient)


def _some_of(gradient: torch.Tensor) -> list[float]:
    """A few of its values: numpy and `.data` write without being counted."""
    if not torch_api.is_plain(gradient) or not gradient.is_cpu or not gradient.numel():
        return []
    with torch_api.unseen():
        values: list[float] = torch_api.sample(gradient.detach()).tolist()
    return values


def _first_gradient(history: History) -> torch.Tensor | None:
    return next((g for p in history.parameters() if (g := gradient_of(p)) is not None), None)


def _has_gradient(parameter: torch.Tensor) -> bool:
    """One that is not all zeros, as clearing may leave it."""
    gradient = gradient_of(parameter)
    return gradient is not None and (not torch_api.is_plain(gradient) or torch_api.any_nonzero(gradient))
