"""Does a closure that an optimizer calls several times in one step clear the gradients each time?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.closure_passes import ClosureWithoutClearing
from whygrad.record.events import Cleared, PassBegan, PassEnded, StepEnded
from whygrad.record.live.origin import Frames, OwnRef
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attribute_of, is_a, is_exactly
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.telling import rests_without
from whygrad.record.training.history import History
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

MOST_PASSES = 256  # of one optimizer that are looked at


@dataclass(eq=False)
class _Closure:
    """One optimizer's calls of its closure, which torch counts."""

    calls: int = 0  # at the end of the latest step
    passes: int = 0
    is_cleared: bool = False  # since the first pass of this step
    added: int = 0
    clean: int = 0
    frames: Frames = ()
    left: dict[int, tuple[OwnRef, int]] = field(
        default_factory=dict
    )  # by id: far gradients, and writes to each by then

    def has_left(self, parameter: torch.Tensor) -> bool:
        """Is the gradient of the call before still there? Of one on a device by torch's count of writes alone."""
        gradient = gradient_of(parameter)
        if gradient is None or not torch_api.is_plain(gradient):
            return False
        if _is_near(gradient):
            return torch_api.any_nonzero(gradient)
        ref, writes = self.left.get(id(gradient), (None, 0))
        return writes == torch_api.version_of(gradient) and ref is not None and ref() is gradient


class ClosurePasses(Watcher):
    """Asks at each pass inside a step of LBFGS whether the gradients of the call before are still there."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._closures: WeakKeys[History, _Closure] = WeakKeys()

    def of_run(self, copy: Copy) -> Iterator[ClosureWithoutClearing]:
        for history in self.recorder.training.histories:
            closure = self._closures.get(history)
            if closure is not None and closure.added and not closure.clean:
                names = tuple(filter(None, history.names))
                yield ClosureWithoutClearing(copy.chain(closure.frames), names, closure.added)

    @rests_without("_closures")
    def on_pass_began(self, event: PassBegan) -> None:
        for history in self.recorder.training.followed:
            optimizer = history.optimizer()
            if not is_a(optimizer, torch.optim.LBFGS):
                continue
            closure = self._closures.setdefault(history, _Closure())
            closure.passes += 1
            if closure.passes > MOST_PASSES:
                continue
            if calls_of_closure(optimizer) == closure.calls:
                closure.is_cleared = False  # the first call of this step
            elif not closure.is_cleared and any(map(closure.has_left, history.parameters())):
                closure.added += 1
                closure.frames = self.recorder.stack.capture(event.frame)
            else:
                closure.is_cleared = True
                closure.clean += 1

    @rests_without("_closures")
    def on_pass_ended(self, event: PassEnded) -> None:
        for history, closure in self._closures.pairs() if event.collects else ():
            gradients = [g for p in history.parameters() if (g := gradient_of(p)) is not None and not _is_near(g)]
            closure.left = {id(g): (OwnRef(g), torch_api.version_of(g)) for g in gradients}

    @rests_without("_closures")
    def on_cleared(self, event: Cleared) -> None:
        for closure in self._closures.things():
            closure.is_cleared = True

    @rests_without("_closures")
    def on_step_ended(self, event: StepEnded) -> None:
        closure = self._closures.get(event.history)
        if closure is not None:
            closure.calls = calls_of_closure(event.optimizer)


def calls_of_closure(optimizer: torch.optim.Optimizer) -> int:
    """How often the closure has returned, as the optimizer counts it in the state of its first parameter."""
    state = attribute_of(optimizer, "state")
    first = next(iter(dict.values(state)), None) if is_a(state, dict) else None
    counted = dict.get(first, "func_evals") if is_a(first, dict) else None
    return counted if is_exactly(counted, int) else 0


def _is_near(gradient: torch.Tensor) -> bool:
    """Can its values be read without waiting for a device?"""
    return gradient.is_cpu
