"""Data of which a part is replaced by noise in place, for the input of a network, while it is the target too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from whygrad.evidence.of_one_cause.same_memory import DrawnIntoTarget
from whygrad.ops import CONSTANTS, LOSSES, RANDOM, SCALING, act_of
from whygrad.record.events import PassBegan
from whygrad.record.live.bounded import NEAR, SOME_KEPT, Bounded
from whygrad.record.live.origin import REQUIRES_GRAD, Frames, Origin, comes_from
from whygrad.record.seam import torch_api
from whygrad.record.telling import only_inspected
from whygrad.record.training.loss_terms import is_number
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

WRITES = 256  # of one tensor in one step
SIDES = 2
DRAWN = frozenset({"rand", "rand_like", "randn", "randn_like"})
SETTING = "__setitem__"
WRITING = frozenset({"copy", "masked_scatter", "index_copy", "scatter"})  # in place


class DrawnTargets(Watcher):
    """Asks the losses of inspected passes, by the Origins of what they compare."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._found: Bounded[Frames, tuple[Frames, int]] = Bounded(SOME_KEPT)  # the write -> the loss, and how often

    def of_run(self, copy: Copy) -> Iterator[DrawnIntoTarget]:
        for frames, (used, times) in self._found.items():
            yield DrawnIntoTarget(copy.chain(frames), copy.chain(used), times)

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        if not event.inspected or LOSSES.isdisjoint(event.graph.acts):
            return
        for loss in event.graph.learning:
            if act_of(loss.op) not in LOSSES or len(loss.parents) < SIDES or not is_number(loss):
                continue
            prediction, target = loss.parents[:SIDES]
            if target.flags & REQUIRES_GRAD or not prediction.flags & REQUIRES_GRAD:
                continue
            write = self._drawn_into(target)
            if write is not None and comes_from(prediction, target):
                self._found[write.frames] = (loss.frames, self._found.get(write.frames, ((), 0))[1] + 1)

    def _drawn_into(self, target: Origin) -> Origin | None:
        """The latest write of drawn numbers into data since the step before."""
        at, found, clock = target, None, self.recorder.training.clocks.of_step
        for _ in range(WRITES):
            is_written = act_of(at.op) == SETTING or (act_of(at.op) in WRITING and torch_api.is_in_place(at.op))
            if not is_written or not at.parents:
                break
            if found is None and at.clock >= clock and any(map(_is_drawn, at.parents[1:])):
                found = at
            at = at.parents[0]
        # A tensor that was made to be filled, or drawn as a whole, is no data.
        return found if act_of(at.op) not in CONSTANTS | RANDOM else None


def _is_drawn(value: Origin) -> bool:
    """Is it noise, scaled by numbers or not?"""
    for _ in range(NEAR):
        if act_of(value.op) not in SCALING or len(value.parents) != 1:
            break
        value = value.parents[0]
    return act_of(value.op) in DRAWN
