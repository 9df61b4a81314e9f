"""Modules whose gradients are cleared and that never have any, beside an optimizer of parameters of the same shapes."""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.idle_clearings import IdleClearing
from whygrad.record.events import ModuleCleared, PassEnded, StepBegan
from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.origin import Frames
from whygrad.record.seam.as_is import class_name
from whygrad.record.seam.holdings import parameters_in
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FEW = 8  # modules that have had no gradient yet


@dataclass(eq=False)
class _Cleared:
    module: weakref.ref[torch.nn.Module]
    kind: str
    frames: Frames
    shapes: Counter[tuple[int, ...]]
    times: int = 0
    is_reached: bool = False  # it has had a gradient
    # By the number of an optimizer's history: are its parameters of these shapes?
    beside: Bounded[int, bool] = field(default_factory=lambda: Bounded(MOST))


class IdleClearings(Watcher):
    """Asks after each pass whether what was cleared has a gradient by now; once it has, no more."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._cleared: list[_Cleared] = []

    def on_module_cleared(self, event: ModuleCleared) -> None:
        cleared = next((c for c in self._cleared if c.module() is event.module), None)
        if cleared is None:
            if len(self._cleared) == FEW:
                return
            parameters = parameters_in(event.module)
            frames = self.recorder.stack.capture(event.frame)
            module = weakref.ref(event.module)
            cleared = _Cleared(module, class_name(event.module), frames, _shapes(parameters))
            cleared.is_reached = not parameters or _have_gradients(parameters)
            self._cleared.append(cleared)
        cleared.times += 1

    @rests_without("_cleared")
    def on_pass_ended(self, event: PassEnded) -> None:
        for cleared in self._cleared if event.collects else ():
            if not cleared.is_reached and (module := cleared.module()) is not None:
                cleared.is_reached = _have_gradients(parameters_in(module))

    @rests_without("_cleared")
    def on_step_began(self, event: StepBegan) -> None:
        number = event.history.number
        for cleared in self._cleared:
            if not cleared.is_reached and number not in cleared.beside:
                held = _shapes(event.history.parameters())
                cleared.beside[number] = bool(held) and held <= cleared.shapes

    def of_run(self, copy: Copy) -> Iterator[IdleClearing]:
        for history in self.recorder.training.histories:
            for cleared in self._cleared if history.progress.mixed_steps else ():
                if not cleared.is_reached and cleared.beside.get(history.number):
                    chain = copy.chain(cleared.frames)
                    yield IdleClearing(chain, cleared.kind, tuple(history.names), cleared.times)


def _shapes(tensors: Iterable[torch.Tensor]) -> Counter[tuple[int, ...]]:
    return Counter(tuple(tensor.shape) for tensor in tensors)


def _have_gradients(parameters: Iterable[torch.Tensor]) -> bool:
    return any(gradient_of(parameter) is not None for parameter in parameters)
