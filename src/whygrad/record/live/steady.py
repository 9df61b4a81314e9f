"""Recording a few steps only: it leaves when they were recorded, and comes back for one at growing intervals.

While it is away nothing is put between the program and torch but what runs once a step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whygrad.record.live.bounded import BoundedSet
from whygrad.record.seam.torch_api import sequence_number
from whygrad.record.training.history import History

if TYPE_CHECKING:
    import torch

    from whygrad.record.live.recorder import Recorder

FIRST = 3  # steps that are recorded before it leaves
INTERVAL = 16  # steps until it comes back first
GROWTH = 4  # times as many every time after
LONGEST = 4096  # but no more than these
STRUCTURES = 16  # numbers of operations that it comes back for; sequences may have a length of their own at each step
PROBED = 1  # of the first passes, values are looked at
LONG = 512  # and at the first step after so many: looking costs as much as a few steps of a small model


class Steady:
    """Whether the recorder is away; always present unless `wanted`."""

    def __init__(self, recorder: Recorder, wanted: bool) -> None:
        self._recorder = recorder
        self.wanted = wanted
        self.away = False
        self.looks_closely = False  # the values of this step are looked at, besides those of the schedule
        self.missed = 0  # optimizer steps since it left
        self._until = FIRST  # steps that it still records, or still misses
        self._interval = INTERVAL
        self._count = 0  # autograd's own count of operations, at the latest step
        self._recorded: BoundedSet[int] = BoundedSet(STRUCTURES)  # how many the recorded steps made
        self._stepped = History(None, ())  # whose optimizer stepped last while it was away

    def step_ended(self) -> None:
        """A recorded step is over."""
        count = sequence_number()
        self._recorded.add(count - self._count)
        self._count = count
        self._until -= 1
        if self._until <= 0:
            self._leave()

    def step_missed(self, optimizer: torch.optim.Optimizer) -> None:
        """A step is over that was not recorded. This runs at every one, and does next to nothing."""
        history = self._stepped
        if history.optimizer is None or history.optimizer() is not optimizer:
            history = self._stepped = self._recorder.training.history_of(optimizer)
        history.steps += 1
        if history.is_open:
            self._recorder.training.ask_again(history, optimizer)
        self.missed += 1
        count = sequence_number()
        made, self._count = count - self._count, count
        # Another structure is recorded when it comes again.
        if self.missed >= self._until or (made not in self._recorded and len(self._recorded) < STRUCTURES):
            self._come_back()

    def _leave(self) -> None:
        self.away, self.looks_closely, self.missed = True, False, 0
        self._until = self._interval
        self._interval = min(GROWTH * self._interval, LONGEST)
        self._recorder.training.left()
        self._recorder.suspension.leave()

    def _come_back(self) -> None:
        self.away = False
        self.looks_closely = self.missed >= LONG
        self._recorder.probe.look_next(self.looks_closely, True)
        # One step of each optimizer, where several take turns.
        self._until = max(1, len(self._recorder.run.optimizers))
        self._recorder.suspension.return_()

    @property
    def leaves_next(self) -> bool:
        """Is nobody there at the next step, to compare it with this one?"""
        return self.wanted and self._until <= 1

    @property
    def first_copy(self) -> int:
        """The look at which a step of which nothing is suspicious is copied first: the last before it leaves."""
        return FIRST if self.wanted else 1

    def is_probed(self, passes: int) -> bool:
        """Are the values of the next pass looked at?"""
        return passes < PROBED
