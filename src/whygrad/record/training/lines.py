"""The lines that make optimizers: a program may make one in every iteration, so those of a line count together."""

from __future__ import annotations

import weakref

import torch

from whygrad.record.live.bounded import MANY_KEPT, Bounded
from whygrad.record.live.origin import Frames
from whygrad.record.training.history import History
from whygrad.record.training.schedule import FEW_OF_THE_FIRST


class Lines:
    """Gives the optimizers of a line their Histories."""

    def __init__(self) -> None:
        self._known: Bounded[Frames, tuple[int, weakref.ref[History]]] = Bounded(MANY_KEPT)  # how many, and the latest

    def history_of(self, optimizer: torch.optim.Optimizer, frames: Frames) -> History:
        """The History that an optimizer goes on with, where one of the same line stepped the same parameters before it.

        Else one of its own.
        """
        made, before = self._known.get(frames, (0, None)) if frames else (0, None)
        history = before() if before is not None else None
        if history is not None and history.steps and history.holds_the_same_as(optimizer):
            history.optimizer = weakref.ref(optimizer)
            return history
        history = History(optimizer, frames)
        history.number = made + 1
        if history.number > FEW_OF_THE_FIRST:
            history.inspections.spare_looks = 0
        if frames:
            self._known[frames] = (history.number, weakref.ref(history))
            self._known.move_to_end(frames)
        return history
