"""Writes that take an update back after something else has taken it over: the next loss is computed from that.

A correction is added to the value that it corrects, and begins at zero again; low-rank factors are merged into the
weight beside them; increments are collected in a list. A norm that is only printed, or a copy that nothing reads, has
taken nothing over; nor has an average that is written to the parameter itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whygrad.evidence.of_one_cause.rewritten_values import CarriedUpdates
from whygrad.record.copying.module_owners import is_held
from whygrad.record.events import LeafWritten, PassBegan, StepEnded, Written
from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.grad_modes import Switching
from whygrad.record.live.origin import REQUIRES_GRAD, Frames, Origin
from whygrad.record.seam import torch_api
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.ledger.averages import first_of
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

MOST_ASKED = 64  # passes
NEAR = 512  # values without a gradient behind a loss


@dataclass
class _Write:
    """A write to a parameter, and when what it overwrites can have been taken over: since the latest step."""

    leaf: Origin
    sources: list[Origin]  # of the values that were written
    since: int  # autograd's count of operations
    until: int
    switches: set[int]  # the identities of what had turned gradients off in between


@dataclass
class _Counted:
    times: int = 0
    carried: int = 0


class CarriedUpdatesOfWrites(Watcher):
    """Asks at the first pass after a write whether its loss is computed from what was overwritten."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._counted: Bounded[Frames, _Counted] = Bounded(MOST)
        self._writes: list[_Write] = []
        self._steps = self._asked = self._clock = 0
        self._latest: Switching | None = None  # that had turned gradients off last when the latest step was over

    def of_run(self, copy: Copy) -> Iterator[CarriedUpdates]:
        for frames, counted in self._counted.items():
            if counted.carried:
                yield CarriedUpdates(copy.chain(frames), counted.times, counted.carried)

    def on_step_ended(self, event: StepEnded) -> None:
        self._steps += 1
        self._clock, self._latest = torch_api.sequence_number(), self.recorder.modes.latest

    def on_leaf_written(self, event: LeafWritten) -> None:
        is_asked = self._steps and self._asked < MOST_ASKED and len(self._writes) < MOST
        if not is_asked or not is_held(event.leaf) or any(write.leaf is event.leaf for write in self._writes):
            return
        given = (self.recorder.origins.get(value) for value in event.args[1:])
        sources = [o for o in given if o is not None]
        switches = {id(switch) for switch in self.recorder.modes.since(self._latest)}
        write = event.leaf, sources, self._clock, torch_api.sequence_number(), switches
        self._writes.append(_Write(*write))

    @rests_without("_writes")
    def on_written(self, event: Written) -> None:
        """What was written through a view of a leaf, as its `.data` is: of the leaf itself it was told just before."""
        leaf = event.leaf
        for write in self._writes if leaf is not None else ():
            if write.leaf is leaf and not write.sources:
                write.sources += (parent for parent in event.parents if parent is not event.before)

    @rests_without("_writes")
    def on_pass_began(self, event: PassBegan) -> None:
        writes, self._writes = self._writes, []
        if not writes:
            return
        self._asked += 1
        given = {p for at in event.graph.learning for p in at.parents if not p.flags & REQUIRES_GRAD}
        values = [*breadth_first(given, _without_gradient, NEAR)]
        carried: dict[Frames, bool] = {}
        for write in writes:
            frames = (write.leaf.extra or {}).get("written_frames", ())
            carried[frames] = carried.get(frames, True) and _is_carried(write, values)
        for frames, is_carried in carried.items():
            counted = self._counted.setdefault(frames, _Counted())
            counted.times += 1
            counted.carried += is_carried


def _without_gradient(origin: Origin) -> list[Origin]:
    return [parent for parent in origin.parents if not parent.flags & REQUIRES_GRAD]


def _is_carried(write: _Write, values: list[Origin]) -> bool:
    """Was one of these computed from the parameter between the step and the write, and not what was written?"""

    def is_between(at: Origin) -> bool:
        is_inside = at.switch is None or id(at.switch) in write.switches
        return write.since <= at.clock <= write.until and is_inside

    given = set(breadth_first(write.sources, lambda at: at.parents if at.clock >= write.since else (), NEAR))
    taken = [at for at in values if at.parents and is_between(at) and at not in given]
    leaf = first_of(write.leaf)
    behind = breadth_first(taken, lambda at: at.parents if at.clock >= write.since and at.parents else (), NEAR)
    return any(at is write.leaf or first_of(at) is leaf for at in behind)
