"""Batches that a DataLoader gives and that no pass learns from: a loop draws several before each pass.

Followed at inspected steps, by the Origins of what was drawn; no value is read for it.
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.passes import LastBatchOnly
from whygrad.record.events import PassBegan, PassEnded, PassFailed, StepBegan
from whygrad.record.live.bounded import MOST, Bounded, BoundedSet
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.seam.as_is import each, is_a
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.patched import BATCH_IS_DRAWN
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

MOST_DRAWN = 1024  # batches before one pass
FEW = 8  # tensors of a batch
DEEP = 3  # containers in containers


@dataclass(eq=False)
class _Drawn:
    frames: Frames
    tensors: list[weakref.ref[Origin]]

    def is_in(self, values: set[int]) -> bool:
        return any((origin := ref()) is not None and id(origin) in values for ref in self.tensors)


@dataclass
class _Skipping:
    batches: int
    passes: int = 0


class SkippedBatches(Watcher):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._drawn: deque[_Drawn] = deque(maxlen=MOST_DRAWN)  # since the latest pass
        self._found: Bounded[tuple[Frames, Frames], _Skipping] = Bounded(MOST)
        self._waiting: tuple[tuple[Frames, Frames], int] | None = None  # a pass that no step has used yet
        self._thrifty: BoundedSet[Frames] = BoundedSet(4 * MOST)  # passes that some time used all that was drawn

    def install(self, undo: Patches) -> None:
        replace(undo, BATCH_IS_DRAWN, followed(self.recorder, self._is_drawn, unless_away=True, names=(FIRST,)))

    def _is_drawn(self, known: Given, batch: object, frame: FrameType) -> None:
        if not self.recorder.probe.active:
            return  # mostly
        origins = [self.recorder.origins.get(tensor) for tensor in _tensors_in(batch)]
        refs = [weakref.ref(origin) for origin in origins if origin is not None]
        # What was made out of sight, as by a worker, is not known again in a loss.
        self._drawn.append(_Drawn(self.recorder.stack.capture(frame) if refs else (), refs))

    @rests_without("_drawn", "_waiting")
    def on_pass_began(self, event: PassBegan) -> None:
        drawn, self._waiting = self._drawn, None
        if not event.inspected or not drawn or not drawn[-1].frames or not event.known:
            return
        ran, last = self.recorder.stack.capture(event.frame), drawn[-1]
        alike = [batch for batch in drawn if batch.frames == last.frames]
        values = set(map(id, event.graph.values)) if len(alike) > 1 and event.graph.is_whole else set()
        used = [batch for batch in alike if batch.is_in(values)]
        if used != [last]:
            self._thrifty.add(ran)
        else:
            self._waiting = (last.frames, ran), len(alike)

    @rests_without("_waiting")
    def on_step_began(self, event: StepBegan) -> None:
        """A pass that no step uses may be there for a picture of its gradients."""
        if self._waiting is not None:
            (key, batches), self._waiting = self._waiting, None
            found = self._found.setdefault(key, _Skipping(batches))
            found.batches, found.passes = min(found.batches, batches), found.passes + 1

    @rests_without("_drawn")
    def on_pass_ended(self, event: PassEnded) -> None:
        self._drawn.clear()

    def on_pass_failed(self, event: PassFailed) -> None:
        self._drawn.clear()

    def of_run(self, copy: Copy) -> Iterator[LastBatchOnly]:
        if self.recorder.steady.wanted:
            return  # it did not see all that was computed from them
        for (drawn, ran), found in self._found.items():
            if ran not in self._thrifty:
                yield LastBatchOnly(copy.chain(drawn), copy.chain(ran), found.batches, found.passes)


def _tensors_in(batch: object, depth: int = DEEP) -> list[torch.Tensor]:
    if is_a(batch, torch.Tensor):
        return [batch]
    if not depth:
        return []
    return [tensor for part in each(batch) for tensor in _tensors_in(part, depth - 1)][:FEW]
