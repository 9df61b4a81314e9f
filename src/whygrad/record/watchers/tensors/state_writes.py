"""A state dict is no copy: who computes in it, as in a copy of his own, changes the module that it was taken from."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whygrad.evidence.of_one_cause.same_memory import ComputedInState
from whygrad.ops import BOUNDING, DETACHING, FILLING, PUTTING, REDRAWING, act_of
from whygrad.record.copying.module_owners import is_held
from whygrad.record.events import PassBegan, StateGiven, Written
from whygrad.record.live.bounded import MOST, NEAR, Bounded
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Frames, Origin, OwnRef, parents_of
from whygrad.record.seam.holdings import is_put_into_state
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

MOST_OPEN = 1024  # parameters that were written so
# Who replaces values, or keeps them in bounds, means the module itself.
MEANT = PUTTING | FILLING | BOUNDING | REDRAWING | {"zero"}


@dataclass(eq=False)
class _Write:
    leaf: weakref.ref[Origin]
    alias: OwnRef
    taken: Frames
    frames: Frames
    is_used: bool = False  # the result went elsewhere: into another module, or into a loss
    is_trained: bool = False  # the parameter was trained on from the values that were written


@dataclass
class _Place:
    taken: Frames
    leaves: Bounded[int, str]
    times: int = 0
    at: int = -1  # how many passes there had been


class StateWrites(Watcher):
    """Follows parameters that are written through a state dict until the next pass that trains them."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._open: Bounded[int, _Write] = Bounded(MOST_OPEN)  # by id of the leaf's Origin
        self._places: Bounded[Frames, _Place] = Bounded(MOST)

    def on_written(self, event: Written) -> None:
        before = event.before
        if before is None or len(before.parents) != 1 or not before.parents[0].flags & LEAF:
            return  # mostly
        leaf = before.parents[0]
        if not leaf.flags & REQUIRES_GRAD or act_of(before.op) not in DETACHING:
            return
        if not is_held(leaf) or act_of(event.func) in MEANT:
            return
        if (leaf.extra or {}).get("learnt") and is_put_into_state(before.frames[0] if before.frames else None):
            write = _Write(weakref.ref(leaf), OwnRef(event.tensor), before.frames, event.origin.frames)
            self._open[id(leaf)] = write

    def on_state_given(self, event: StateGiven) -> None:
        if self._open:
            origins = (self.recorder.origins.get(tensor) for tensor in event.state.values())
            self._use([at for o in origins if o is not None for at in breadth_first((o,), parents_of, NEAR)])

    @rests_without("_open")
    def on_pass_began(self, event: PassBegan) -> None:
        if not self._open:
            return
        self._use(event.graph.values)
        behind = set(map(id, event.graph.values))
        for key in [key for key in self._open if key in behind]:
            write = self._open[key]
            leaf = write.leaf()
            if leaf is None or (leaf.extra or {}).get("written_frames") != write.frames:
                del self._open[key]  # it was given other values since
                continue
            write.is_trained = True
            if write.is_used:
                del self._open[key]
                self._count(write, leaf)

    def _use(self, origins: Iterable[Origin]) -> None:
        written = {id(self.recorder.origins.get(write.alias())): write for write in self._open.values()}
        for origin in origins:
            write = written.get(id(origin))
            if write is not None:
                write.is_used = True

    def _count(self, write: _Write, leaf: Origin) -> None:
        place = self._places.setdefault(write.frames, _Place(write.taken, Bounded(MOST)))
        names = (k.name for h in self.recorder.training.histories for k in h.learners.values() if k.origin is leaf)
        place.leaves[id(leaf)] = next(names, "")
        if place.at != self.recorder.run.passes:
            place.at, place.times = self.recorder.run.passes, place.times + 1

    def of_run(self, copy: Copy) -> Iterator[ComputedInState]:
        for frames, place in self._places.items():
            names = tuple(filter(None, place.leaves.values()))
            yield ComputedInState(copy.chain(frames), copy.chain(place.taken), names, place.times)
