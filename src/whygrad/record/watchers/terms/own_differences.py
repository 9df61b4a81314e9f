"""Differences of a parameter with itself that the program adds to gradients or parameters by its own hand.

So a pull to what was kept of the parameters pulls nowhere, if they were kept under a second name. A difference in a
loss is found behind the loss.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from whygrad.evidence.of_one_cause.same_memory import OwnDifference
from whygrad.ops import PLUS_OR_MINUS, act_of
from whygrad.record.events import LeafWritten, Written
from whygrad.record.live.bounded import FEW_ORIGINS, SOME_KEPT, Bounded, BoundedSet
from whygrad.record.live.origin import LEAF, PARAMETER, REQUIRES_GRAD, Frames, Origin, nearest
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.tensors.same_memory import base_of

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

LOOKS = 64  # at one line: who compares different things does so soon
SIDES = 2
LEARNING = LEAF | PARAMETER | REQUIRES_GRAD


@dataclass
class _Difference:
    written: Frames
    leaves: set[int] = field(default_factory=set)
    times: int = 0


class OwnDifferences(Watcher):
    """Looks at the first writes of each line."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._looks: Bounded[Frames, int] = Bounded(SOME_KEPT)
        self._found: Bounded[Frames, _Difference] = Bounded(SOME_KEPT)
        self._others: BoundedSet[Frames] = BoundedSet(SOME_KEPT)  # the lines alone, whoever calls them

    def of_run(self, copy: Copy) -> Iterator[OwnDifference]:
        for frames, own in self._found.items():
            if frames[:2] not in self._others:
                yield OwnDifference(copy.chain(frames), copy.chain(own.written), len(own.leaves), own.times)

    def on_written(self, event: Written) -> None:
        if act_of(event.func) in PLUS_OR_MINUS and not event.origin.flags & REQUIRES_GRAD:
            self._look_at((p for p in event.parents if p is not event.before), event.origin.frames)

    def on_leaf_written(self, event: LeafWritten) -> None:
        if act_of(event.func) in PLUS_OR_MINUS:
            values = (self.recorder.origins.get(value) for value in event.args[1:])
            self._look_at((o for o in values if o is not None), event.frames)

    def _look_at(self, added: Iterable[Origin], written: Frames) -> None:
        looks = self._looks[written] = self._looks.get(written, 0) + 1
        if looks > LOOKS:
            return
        for origin in nearest(tuple(added), most=FEW_ORIGINS):
            if len(origin.parents) != SIDES or act_of(origin.op) != "sub":
                continue
            one, other = map(base_of, origin.parents)
            if one is not other or one.flags & LEARNING != LEARNING:
                self._others.add(origin.frames[:2])
                continue
            own = self._found.setdefault(origin.frames, _Difference(written))
            own.leaves.add(id(one))
            own.times += 1
