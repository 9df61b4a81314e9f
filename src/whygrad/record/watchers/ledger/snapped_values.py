"""Is a parameter rounded to a few values between a step and the next pass, so that small updates are lost?

The values may be spread anew by each write, as by a scale that follows the largest one: an element is back where it was
if it has the same place among them. Who keeps exact values elsewhere puts them back before the step, and is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from operator import and_, eq, ne
from typing import TYPE_CHECKING

from whygrad.evidence.of_one_cause.rewritten_values import SnappedValues
from whygrad.record.events import LeafWritten, PassBegan, StepBegan, StepEnded
from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.origin import Frames
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.telling import rests_without
from whygrad.record.training.history import History, Learner
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FEW = 4  # that are followed
SAMPLE = 1024  # elements of each
LEAST = 32  # elements; fewer may well have few values
MANY_TO_ONE = 4  # elements for each value
MOST_LOOKS = 16
MOST_ASKED = 2 * MOST_LOOKS  # writes: those that do not round are never compared, and may go on for ever
MOST_OF_A_LINE = FEW * MOST_ASKED  # the same of one line that writes the parameters of optimizer after optimizer


@dataclass(eq=False)
class _Followed:
    learner: Learner
    codes: list[int] | None = None  # the place of each element among the values, at the latest pass
    before: list[float] | None = None  # the step
    moved: list[bool] | None = None  # the elements that the step has changed
    values: int = 0
    back: int = 0
    of: int = 0
    asked: int = 0  # writes that were looked at
    looks: int = 0  # those of them that could be compared with the one before
    frames: Frames = ()
    by: str = ""

    def written(self, values: list[float]) -> None:
        """A pass begins, and the parameter was written since the one before."""
        self.asked += 1
        distinct = set(values)
        if len(distinct) < 2 or len(distinct) * MANY_TO_ONE > len(values):  # mostly
            self.codes = self.moved = None
            return
        places = {value: place for place, value in enumerate(sorted(distinct))}
        codes, moved, before = [places[value] for value in values], self.moved, self.codes
        self.codes = self.moved = None
        told = [value != 0 for value in values]  # what is 0 may be pruned
        if len(places) * MANY_TO_ONE > sum(told):
            return
        if before is not None and moved is not None and len(codes) == len(moved):
            moved = list(map(and_, moved, told))
            self.back += sum(map(and_, map(eq, codes, before), moved))
            self.of += sum(moved)
            self.looks += 1
        self.codes, self.values = codes, max(self.values, len(places))


class SnappedParameters(Watcher):
    """Follows a few parameters of each optimizer from their first write on, for a few steps."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._followed: WeakKeys[History, dict[int, _Followed]] = WeakKeys()
        self._asked: Bounded[Frames, int] = Bounded(MOST)  # writes of each line that were looked at, and did not round
        self._due = 0  # passes at which something is to be done: the first since a write, and the one after it

    def of_run(self, copy: Copy) -> Iterator[SnappedValues]:
        for history in self.recorder.training.histories:
            for seen in self._followed.get(history, {}).values():
                if seen.of:
                    chain, step = copy.chain(seen.frames), copy.chain(history.latest_step)
                    share = seen.back / seen.of
                    yield SnappedValues(seen.learner.name, chain, seen.by, step, seen.values, share, seen.looks)

    def on_leaf_written(self, event: LeafWritten) -> None:
        self._due = 2

    @rests_without("_due")
    def on_pass_began(self, event: PassBegan) -> None:
        if not self._due or self.recorder.steady.wanted:
            return  # mostly
        self._due -= 1
        for history in self.recorder.training.followed:
            followed = self._followed.setdefault(history, {})
            for number, learner in islice(history.learners.items(), MOST):
                if number in followed or len(followed) < FEW:
                    self._look(followed, number, learner)

    def _look(self, followed: dict[int, _Followed], number: int, learner: Learner) -> None:
        extra = (self.recorder.origins.get(learner.ref()) or learner.origin).extra or {}
        seen = followed.get(number)
        is_done = seen is not None and (seen.looks >= MOST_LOOKS or seen.asked >= MOST_ASKED)
        line = extra.get("written_frames", ())
        if is_done or self._asked.get(line, 0) >= MOST_OF_A_LINE or extra.get("written") != self.recorder.run.passes:
            if seen is not None:
                seen.codes = seen.moved = None
        else:
            values = _sample(learner)
            if values is not None:
                seen = followed.setdefault(number, _Followed(learner))
                seen.frames, seen.by = line, extra.get("written_by", "")
                seen.written(values)
                if seen.codes is None:
                    self._asked[line] = self._asked.get(line, 0) + 1

    @property
    def _are_few(self) -> bool:
        """Had any of them few values at the latest pass? The next step is asked what it changes of them."""
        for followed in self._followed.of(self.recorder.training.followed):
            for seen in followed.values():
                if seen.codes is not None or seen.before is not None:
                    return True
        return False

    @rests_without("_due", "_are_few")
    def on_step_began(self, event: StepBegan) -> None:
        for seen in self._followed.get(event.history, {}).values():
            seen.before = _sample(seen.learner) if seen.codes is not None and not event.is_over else None
            if seen.before is not None and len(set(seen.before)) > seen.values:
                seen.codes = seen.before = None  # the exact values are back

    @rests_without("_due", "_are_few")
    def on_step_ended(self, event: StepEnded) -> None:
        for seen in self._followed.get(event.history, {}).values():
            before, seen.before = seen.before, None
            after = _sample(seen.learner) if before is not None else None
            seen.moved = None
            if before is not None and after is not None and len(before) == len(after):
                seen.moved = list(map(ne, before, after))


def _sample(learner: Learner) -> list[float] | None:
    """A few elements; None of what cannot be read without waiting for a device, or has nan in it."""
    tensor = learner.ref()
    if tensor is None or not torch_api.is_plain(tensor) or not tensor.is_cpu or not torch_api.values_may_be_read():
        return None
    if not tensor.is_floating_point() or tensor.numel() < LEAST:
        return None
    with torch_api.unseen():
        values: list[float] = torch_api.spread(tensor, 1, SAMPLE).tolist()
    return values if all(map(isfinite, values)) else None
