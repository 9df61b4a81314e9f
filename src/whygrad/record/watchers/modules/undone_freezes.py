"""Parameters that were frozen, while new parts were put in, and unfrozen again before any pass."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.woken_statistics import UndoneFreeze
from whygrad.record.events import FlagSet, PartAdded, StepBegan, only_inspected
from whygrad.record.live.bounded import FEW_KEPT, Bounded
from whygrad.record.live.origin import Frames
from whygrad.record.live.weak_tables import WeakThings
from whygrad.record.training.history import Learner
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

MOST_FROZEN = 10_000  # parameters of one line
FIRST_STEP = 1


@dataclass
class _Freeze:
    """What one line has frozen."""

    passes: int  # that had run by then
    frozen: WeakThings[torch.Tensor] = field(default_factory=WeakThings)  # parameters that still are
    unfrozen: Frames = ()  # the latest line that unfroze some of them
    is_used: bool = False  # a pass ran meanwhile
    grafted: Frames = ()
    learners: list[Learner] = field(default_factory=list)


class UndoneFreezes(Watcher):
    """Counts flags where they are set, and asks at the first step of each optimizer what it trains."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._freezes: Bounded[Frames, _Freeze] = Bounded(FEW_KEPT)

    def on_flag_set(self, event: FlagSet) -> None:
        if not event.learns:
            known = self._freezes.get(event.frames)
            if known is None or known.unfrozen or known.passes != self.recorder.run.passes:
                known = self._freezes[event.frames] = _Freeze(self.recorder.run.passes)
            if len(known.frozen) < MOST_FROZEN:
                known.frozen.add(event.tensor)
        elif (known := self._freezes.get(event.before)) is not None:
            known.frozen.discard(event.tensor)
            known.unfrozen = event.frames
            known.is_used = known.is_used or known.passes != self.recorder.run.passes

    def on_part_added(self, event: PartAdded) -> None:
        for freeze in self._freezes.values():
            if not freeze.unfrozen:
                freeze.grafted = event.frames

    @only_inspected
    def on_step_began(self, event: StepBegan) -> None:
        if event.history.steps > FIRST_STEP or not self._freezes:
            return
        for frames, freeze in self._freezes.items():
            undone = freeze.unfrozen and freeze.grafted and not freeze.is_used and not freeze.learners
            if undone and not len(freeze.frozen):
                both = (frames, freeze.unfrozen)
                learners = event.history.learners.values()
                freeze.learners = [k for k in learners if (k.origin.extra or {}).get("freed") == both]

    def of_run(self, copy: Copy) -> Iterator[UndoneFreeze]:
        for frames, freeze in self._freezes.items():
            trained = tuple(k.name for k in freeze.learners if k.name and k.got)
            if trained:
                unfrozen, grafted = copy.chain(freeze.unfrozen), copy.chain(freeze.grafted)
                yield UndoneFreeze(copy.chain(frames), unfrozen, grafted, trained)
