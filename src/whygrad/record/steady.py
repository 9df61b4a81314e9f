"""Recording a few steps only: it leaves when they were recorded, and comes back for one at growing intervals.

While it is away nothing is put between the program and torch but what runs once a step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whygrad.record import torch_api

if TYPE_CHECKING:
    from whygrad.record.recorder import Recorder

FIRST = 3  # steps that are recorded before it leaves
INTERVAL = 16  # steps until it comes back first; twice as many every time after
STRUCTURES = 16  # numbers of operations that it comes back for; sequences may have a length of their own at each step
PROBED = 1  # of the first passes, values are looked at
PROBED_RETURNS = 4  # and at every so many returns


class Steady:
    """Whether the recorder is away; always present unless `wanted`."""

    def __init__(self, recorder: Recorder, wanted: bool) -> None:
        self._recorder = recorder
        self.wanted = wanted
        self.away = False
        self.missed = 0  # optimizer steps since it left
        self._steps = 0
        self._until = FIRST
        self._interval = INTERVAL
        self._returns = 0
        self._count = 0  # autograd's own count of operations, at the latest pass
        self._recorded: set[int] = set()  # how many the recorded steps made

    def pass_ran(self) -> None:
        """A pass is over: has this step made as many operations as the recorded ones?"""
        self._recorder.passes += 1
        count = torch_api.sequence_number()
        made, self._count = count - self._count, count
        if not self.away:
            self._recorded.add(made)
        elif made not in self._recorded and len(self._recorded) < STRUCTURES:
            self._until = self._steps  # another structure: it is recorded when it comes again

    def step_ended(self) -> None:
        """A step is over; while the recorder is away this runs at every step, and does next to nothing."""
        self._steps += 1
        if self.away:
            self.missed += 1
        if self._steps < self._until:
            return
        if self.away:
            self._come_back()
        else:
            self._leave()

    def _leave(self) -> None:
        self.away, self.missed = True, 0
        self._until = self._steps + self._interval
        self._interval *= 2
        self._recorder.presence.leave()

    def _come_back(self) -> None:
        self.away = False
        self._returns += 1
        # One step of each optimizer, where several take turns.
        self._until = self._steps + max(1, len(self._recorder.optimizers))
        self._recorder.presence.return_()
        self._recorder.probe.active = self._returns % PROBED_RETURNS == 0

    @property
    def first_copy(self) -> int:
        """The look at which a step of which nothing is suspicious is copied first: the last before it leaves."""
        return FIRST if self.wanted else 1

    def is_probed(self, passes: int) -> bool:
        """Are the values of the next pass looked at?"""
        return passes < PROBED
