"""Optimizers whose gradients have all become zeros: from one step on, and before it some were not.

One parameter is asked at each step, a small one. The others are asked where its gradient is zeros, which is rare.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING

from whygrad.record.copying.look import Look
from whygrad.record.events import PassBegan, StepBegan
from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.origin import Frames, OwnRef
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.telling import only_inspected
from whygrad.record.training.schedule import is_looked_at, is_power_of_two
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    import torch

    from whygrad.record.live.recorder import Recorder
    from whygrad.record.training.history import History

SPARE_PROBES = 4  # passes of one optimizer that are looked at closely beyond the schedule

Take = Callable[["History", FrameType], "Look | None"]


class Death:
    """What is known of one optimizer's gradients."""

    def __init__(self) -> None:
        self.witness: OwnRef | None = None  # a parameter whose gradient was not zeros when it was last asked
        self.since = self.seen = 0  # the first step of those at which all were zeros until now, and how many were seen
        self.look: Look | None = None  # at one of them
        self.spare_probes = SPARE_PROBES
        self.loss = self.largest = 0.0  # at that look; the largest of the same line at inspected passes

    def revive(self, witness: torch.Tensor) -> None:
        self.witness, self.since, self.seen, self.look = OwnRef(witness), 0, 0, None


class DeadGradients(Watcher):
    """Asks at each step whether there is anything in the gradients but zeros."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self.of: WeakKeys[History, Death] = WeakKeys()
        self.take: Take | None = None  # set where looks are wanted
        self._largest: Bounded[Frames, float] = Bounded(MOST)  # the losses of each line
        self._latest: Frames = ()
        self._loss = 0.0

    def begin_anew(self) -> None:
        take = self.take
        super().begin_anew()
        self.take = take

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        """What the loss is: gradients that are zeros because it can fall no further are as they should be."""
        if not event.inspected or not event.known:
            return
        self._latest = event.known[0].frames
        values = [t for t in event.tensors if torch_api.is_readable(t)]
        self._loss = sum(abs(torch_api.sum_of(t)) for t in values)
        self._largest[self._latest] = max(self._loss, self._largest.get(self._latest, 0.0))

    def on_step_began(self, event: StepBegan) -> None:
        history, probe = event.history, self.recorder.probe
        death = self.of.get(history) or self.of.setdefault(history, Death())
        if event.is_over or _is_alive(death, history):
            return
        found = sorted((p for p in history.parameters() if _is_asked(p, history)), key=_size)
        witness = next((p for p in found if _has_more_than_zeros(p)), None)
        if witness is not None:
            death.revive(witness)
        elif found and death.witness is not None:
            death.since, death.seen = death.since or history.steps, death.seen + 1
            if death.look is None and probe.was_close and self.take is not None:
                death.look = self.take(history, event.frame)
                death.loss, death.largest = self._loss, self._largest.get(self._latest, 0.0)
            elif death.look is None and death.spare_probes and is_power_of_two(death.seen):
                death.spare_probes -= 1
                probe.look_next(True, True)


def _is_alive(death: Death, history: History) -> bool:
    """Is there something in the gradient that is asked first? Mostly; an accelerator is not waited for."""
    witness = death.witness() if death.witness is not None else None
    gradient = gradient_of(witness) if witness is not None else None
    if gradient is None:
        return False
    if not gradient.is_cpu and not is_looked_at(history.steps, history.number):
        return True
    return torch_api.any_nonzero(gradient)


def _is_asked(parameter: torch.Tensor, history: History) -> bool:
    gradient = gradient_of(parameter)
    return gradient is not None and (gradient.is_cpu or is_looked_at(history.steps, history.number))


def _has_more_than_zeros(parameter: torch.Tensor) -> bool:
    gradient = gradient_of(parameter)
    return gradient is not None and torch_api.any_nonzero(gradient)


def _size(parameter: torch.Tensor) -> int:
    return parameter.numel()
