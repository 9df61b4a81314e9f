"""Parameters that were frozen and unfrozen again before any pass: with others, or after new parts were put in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.woken_statistics import ChosenFreezeUndone, UndoneFreeze
from whygrad.ops import CASTING, DETACHING
from whygrad.record.events import FlagKept, FlagSet, OptimizerMade, PartAdded, StepBegan
from whygrad.record.live.bounded import FEW_KEPT, MOST_ORIGINS, Bounded, BoundedSet
from whygrad.record.live.origin import Frames, Origin, made_at
from whygrad.record.live.weak_tables import WeakThings
from whygrad.record.seam.torch_api import short_act_of
from whygrad.record.telling import only_inspected
from whygrad.record.training.history import Learner
from whygrad.record.watchers._base import Watcher
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

MOST_FROZEN = 10_000  # parameters of one line
FIRST_STEP = 1
COPYING = DETACHING | CASTING | {"clone"}


@dataclass
class _Freeze:
    """What one line has frozen."""

    passes: int  # that had run by then
    optimizers: int  # that were made by then
    frozen: WeakThings[torch.Tensor] = field(default_factory=WeakThings)  # parameters that still are
    unfrozen: Frames = ()  # the latest line that unfroze some of them
    is_used: bool = False  # a pass ran meanwhile
    is_chosen: bool = False  # the other line sets the flags of more than those, and nothing has used the frozen ones
    grafted: Frames = ()
    learners: list[Learner] = field(default_factory=list)


class UndoneFreezes(Watcher):
    """Counts flags where they are set, and asks at the first step of each optimizer what it trains."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._freezes: Bounded[Frames, _Freeze] = Bounded(FEW_KEPT)
        self._for_all: BoundedSet[Frames] = BoundedSet(FEW_KEPT)  # lines that set flags which were set
        self._optimizers = 0

    def on_flag_set(self, event: FlagSet) -> None:
        if not event.learns:
            known = self._freezes.get(event.frames)
            if known is None or known.unfrozen or known.passes != self.recorder.run.passes:
                known = self._freezes[event.frames] = _Freeze(self.recorder.run.passes, self._optimizers)
            if len(known.frozen) < MOST_FROZEN:
                known.frozen.add(event.tensor)
        elif (known := self._freezes.get(event.before)) is not None:
            if not known.unfrozen:
                known.is_chosen = known.optimizers == self._optimizers and not self._is_read(known.frozen)
            known.frozen.discard(event.tensor)
            known.unfrozen = event.frames
            known.is_used = known.is_used or known.passes != self.recorder.run.passes

    def _is_read(self, frozen: WeakThings[torch.Tensor]) -> bool:
        """Was anything computed from them that still lives? So they may have been frozen for that."""
        own = {id(self.recorder.origins.get(tensor)) for tensor in frozen}
        living = (ref.origin for ref in self.recorder.origins.refs() if ref.origin is not None)
        behind = breadth_first((o for o in living if id(o) not in own), attrgetter("parents"), MOST_ORIGINS)
        return any(_computes_from(origin, own) for origin in behind)

    def on_flag_kept(self, event: FlagKept) -> None:
        if self._freezes:
            self._for_all.add(event.frames)

    def on_optimizer_made(self, event: OptimizerMade) -> None:
        self._optimizers += 1

    def on_part_added(self, event: PartAdded) -> None:
        for freeze in self._freezes.values():
            if not freeze.unfrozen:
                freeze.grafted = event.frames

    @only_inspected
    def on_step_began(self, event: StepBegan) -> None:
        if event.history.steps > FIRST_STEP or not self._freezes:
            return
        for frames, freeze in self._freezes.items():
            freeze.is_chosen = freeze.is_chosen and freeze.unfrozen in self._for_all
            for_something = freeze.grafted or freeze.is_chosen
            undone = freeze.unfrozen and for_something and not freeze.is_used and not freeze.learners
            if undone and not len(freeze.frozen):
                both = (frames, freeze.unfrozen)
                learners = event.history.learners.values()
                freeze.learners = [k for k in learners if (k.origin.extra or {}).get("freed") == both]

    def of_run(self, copy: Copy) -> Iterator[UndoneFreeze | ChosenFreezeUndone]:
        for frames, freeze in self._freezes.items():
            trained = tuple(k.name for k in freeze.learners if k.name and k.got)
            if trained:
                both = copy.chain(frames), copy.chain(freeze.unfrozen)
                if freeze.grafted:
                    yield UndoneFreeze(*both, copy.chain(freeze.grafted), trained)
                else:
                    yield ChosenFreezeUndone(*both, copy.chain(made_at(freeze.learners[0].origin)), trained)


def _computes_from(origin: Origin, own: set[int]) -> bool:
    """Is it a result, and no copy, of one of these?"""
    is_result = id(origin) not in own and short_act_of(origin.op) not in COPYING
    return is_result and any(id(parent) in own for parent in origin.parents)
