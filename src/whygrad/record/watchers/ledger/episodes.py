"""Writes that end an episode: a model adapts to some data, is used so, and goes back to where it started.

A gradient is taken of the adapted model, for another optimizer; or a few steps see one batch alone, and the next ones
another; or something is computed between a single step and the write that takes it back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from whygrad.evidence.of_one_cause.rewritten_values import EndedEpisodes
from whygrad.ops import PICKING, SEVERAL_RESULTS, VIEWS, act_of
from whygrad.record.copying.module_owners import is_held
from whygrad.record.events import LeafWritten, PassBegan, Written
from whygrad.record.live.bounded import MOST, NEAREST, Bounded
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Frames, Origin
from whygrad.record.live.weak_tables import WeakThings
from whygrad.record.seam import torch_api
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

A_FORWARD = 4  # operations of autograd's: fewer may be a metric of values that are there
MOST_PASSES = 256  # whose data is asked for


@dataclass
class _Episode:
    """The steps since the latest write."""

    before: int = 0  # how many steps there had been by then
    is_asked: bool = True  # the data of all its passes is known
    data: WeakThings[Origin] | None = None  # what all of its passes have in common


@dataclass
class _Ended:
    times: int = 0
    used: int = 0


@dataclass
class _Data:
    """What the passes of an episode were given, and those of the one before."""

    now: WeakThings[Origin] = field(default_factory=WeakThings)
    before: WeakThings[Origin] = field(default_factory=WeakThings)


class Episodes(Watcher):
    """Asks at the first write to a parameter after a step what the values that it overwrites were good for."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._episode = _Episode()
        self._data = _Data()
        self._asked = 0
        self._ended: Bounded[Frames, _Ended] = Bounded(MOST)

    def of_run(self, copy: Copy) -> Iterator[EndedEpisodes]:
        for frames, ended in self._ended.items():
            yield EndedEpisodes(copy.chain(frames), ended.times, ended.used)

    @rests_without("_ended")
    def on_pass_began(self, event: PassBegan) -> None:
        episode = self._episode
        if not self._ended or not event.known or self._asked >= MOST_PASSES:
            episode.is_asked = False
            return
        self._asked += 1
        data = _given(event.graph.learning)
        self._data.now.update(data)
        common = data if episode.data is None else data & set(episode.data)
        episode.data = WeakThings()
        episode.data.update(common)

    def on_written(self, event: Written) -> None:
        if (switch := self.recorder.modes.now) is not None:
            switch.writes = True

    def on_leaf_written(self, event: LeafWritten) -> None:
        if (switch := self.recorder.modes.now) is not None:
            switch.writes = True
        steps = self.recorder.training.clocks.steps
        if steps == self._episode.before or not event.frames or not is_held(event.leaf):
            return
        ended = self._ended.setdefault(event.frames, _Ended())
        ended.times += 1
        ended.used += self._was_used()
        self._episode = _Episode(steps)
        self._data = _Data(before=self._data.now)

    def _was_used(self) -> bool:
        episode, clocks = self._episode, self.recorder.training.clocks
        if clocks.passes:
            return True
        if clocks.steps == episode.before + 1:
            since = self.recorder.modes.since(clocks.switch)
            computed = torch_api.sequence_number() - clocks.of_step
            return computed >= A_FORWARD or not all(switch.writes for switch in since)
        fresh = set(episode.data or ()) - set(self._data.before)
        return episode.is_asked and bool(fresh)


def _given(learning: list[Origin]) -> set[Origin]:
    """The data that went into a loss, with what it was computed from; of a part of something that part alone."""
    found = {p for at in learning for p in at.parents if not p.flags & (REQUIRES_GRAD | LEAF)}
    edge = found
    for _ in range(NEAREST):
        edge = {p for at in edge if not _is_part(at) for p in at.parents if not p.flags & REQUIRES_GRAD} - found
        found |= edge
    return found


def _is_part(origin: Origin) -> bool:
    return act_of(origin.op) in PICKING | VIEWS | SEVERAL_RESULTS
