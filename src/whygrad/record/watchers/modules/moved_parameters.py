"""Parameters that the program moves by its own hand, at almost every pass, by values that others have computed.

So a codebook follows the means of what it is chosen for. No gradient is meant to reach it, whoever holds it. A write of
values that are a parameter's own, as after a normalisation, or a copy of another's, moves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from whygrad.record.copying.module_owners import leaves_behind
from whygrad.record.events import LeafWritten, Written
from whygrad.record.live.bounded import FEW_ORIGINS
from whygrad.record.live.origin import PARAMETER, REQUIRES_GRAD, Frames, Origin
from whygrad.record.special.data_set import leaf_behind
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.ledger.averages import first_of
from whygrad.walk import breadth_first


class MovedParameters(Watcher):
    """Counts the passes between which each parameter that has learnt nothing is moved."""

    def on_written(self, event: Written) -> None:
        leaf = event.leaf
        if leaf is not None and self._is_asked(leaf):
            self._written(leaf, (o for o in event.parents if o is not event.before), event.origin.frames)

    def on_leaf_written(self, event: LeafWritten) -> None:
        if self._is_asked(event.leaf):
            values = (self.recorder.origins.get(value) for value in event.args[1:])
            self._written(event.leaf, (o for o in values if o is not None), event.frames)

    def _is_asked(self, leaf: Origin) -> bool:
        may_starve = leaf.flags & PARAMETER and leaf.flags & REQUIRES_GRAD and not (leaf.extra or {}).get("learnt")
        moved = (first_of(leaf).extra or {}).get("moved")
        return bool(may_starve) and (moved is None or moved[2] != self.recorder.run.passes)

    def _written(self, leaf: Origin, values: Iterable[Origin], frames: Frames) -> None:
        passes = self.recorder.run.passes
        first, times, _, line = (first_of(leaf).extra or {}).get("moved", (passes, 0, passes, ()))
        if (times and line == frames) or any(_is_of_others(at, leaf) for at in _computed(values)):
            first_of(leaf).add(moved=(first, times + 1, passes, frames))


def _computed(values: Iterable[Origin]) -> list[Origin]:
    """The nearest values that were computed with a history; a copy of a parameter has only its numbers."""
    found = breadth_first(values, lambda at: () if at.flags & REQUIRES_GRAD else at.parents, FEW_ORIGINS)
    return [at for at in found if at.flags & REQUIRES_GRAD and leaf_behind(at) is None]


def _is_of_others(at: Origin, leaf: Origin) -> bool:
    """Is it computed from other parameters, and not from this one too, as all of them in one vector are?"""
    leaves = [first_of(behind) for behind in leaves_behind([at])]
    return first_of(leaf) not in leaves and any(behind.flags & PARAMETER for behind in leaves)
