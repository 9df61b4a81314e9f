"""Copies of parameters that take their place for a while, as an average does for an evaluation, and never change.

One parameter of each optimizer is followed. Where the program writes to it the values that it had before the first
step, and then the trained ones again, between passes, what it wrote first is a copy that nothing has updated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from whygrad.evidence.of_one_cause.lost_averages import AverageNeverUpdated
from whygrad.ops import act_of
from whygrad.record.events import LeafWritten, PassBegan
from whygrad.record.live.bounded import MOST_ORIGINS
from whygrad.record.live.kept_values import Values
from whygrad.record.live.origin import Frames, nearest
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.telling import rests_without
from whygrad.record.training.history import History, Learner
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.ledger.averages import first_of
from whygrad.record.watchers.modules.left_copies import has_varied_values, is_at_start, sample_of, targets_of

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

KEEPING_STATISTICS = frozenset({"batch_norm", "instance_norm"})


@dataclass(eq=False)
class _Followed:
    """A parameter with the values that it had before the first step."""

    learner: Learner
    start: Values
    put: Frames = ()  # where they were written to it again
    trained: Values | None = None  # what was written to it after that, since the latest pass
    written: list[bool] = field(default_factory=list)  # since the latest pass: were these the first values?
    times: int = 0
    steps: int = 0  # by the latest of those times
    is_over: bool = False  # it is written for another reason too

    def note(self, frames: Frames) -> None:
        """It was written."""
        tensor = self.learner.ref()
        if tensor is None:
            return
        now = sample_of(tensor)
        is_start = self.start.equal(now)
        if is_start:
            self.put = frames or self.put
        elif self.trained is None:
            self.trained = Values.copied(now)
        self.is_over = not (is_start or (self.trained is not None and self.trained.equal(now)))
        self.written.append(is_start)

    def conclude(self, steps: int) -> None:
        """A pass begins: were the first values written each time before the trained ones, which are there now?"""
        tensor, written = self.learner.ref(), self.written
        in_turn = len(written) % 2 == 0 and written == [True, False] * (len(written) // 2)
        is_back = tensor is not None and self.trained is not None and self.trained.equal(sample_of(tensor))
        self.is_over = self.is_over or not in_turn or not is_back
        if not self.is_over and steps > self.steps:
            self.times, self.steps = self.times + 1, steps
        self.written, self.trained = [], None


class StaleAverages(Watcher):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._followed: WeakKeys[History, _Followed | None] = WeakKeys()

    @property
    def _are_written(self) -> bool:
        all_followed = self._followed.of(self.recorder.training.followed)
        return any(followed is not None and followed.written and not followed.is_over for followed in all_followed)

    @rests_without("_are_written")
    def on_pass_began(self, event: PassBegan) -> None:
        for history in self.recorder.training.followed:
            followed = self._followed.get(history)
            if followed is None:
                if history not in self._followed and torch_api.values_may_be_read():
                    self._followed[history] = _first_of(history) if not history.steps else None
            elif not followed.is_over:
                if followed.written:
                    followed.conclude(history.steps)
                # A reference policy may be the start itself: the loss compares with what it says.
                if event.inspected and followed.times and _is_target(followed, event):
                    followed.is_over = True

    def on_leaf_written(self, event: LeafWritten) -> None:
        for history in self.recorder.training.followed:
            followed = self._followed.get(history)
            if followed is None or followed.is_over or not history.steps:
                continue
            if first_of(followed.learner.origin) is first_of(event.leaf) and torch_api.values_may_be_read():
                with torch_api.unseen():
                    followed.note(event.frames)

    def of_run(self, copy: Copy) -> Iterator[AverageNeverUpdated]:
        for history in self.recorder.training.histories:
            followed = self._followed.get(history)
            if followed is not None and followed.times and not followed.is_over:
                put, step = copy.chain(followed.put), copy.chain(history.latest_step)
                yield AverageNeverUpdated(step, put, followed.times, followed.steps)


def _first_of(history: History) -> _Followed | None:
    """One that has the values that chance gave it: a copy of what was loaded may be there to be compared with."""
    for learner in history.learners.values():
        tensor = learner.ref()
        if tensor is not None and is_at_start(learner) and has_varied_values(tensor):
            return _Followed(learner, Values.copied(sample_of(tensor)))
    return None


def _is_target(followed: _Followed, event: PassBegan) -> bool:
    """Does the loss use a value without a gradient that was computed with it? Running statistics are none."""
    own = first_of(followed.learner.origin)
    values = [at for at in event.graph.values if act_of(at.op) not in KEEPING_STATISTICS]
    return any(first_of(at) is own for at in nearest(targets_of(values), most=MOST_ORIGINS))
