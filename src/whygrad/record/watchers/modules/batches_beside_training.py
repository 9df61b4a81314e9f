"""Does batch norm take in batches that no backward pass learns from? Its own count of batches tells.

Compared are the passes that are looked at, one after the other: between two of them the count should grow by what the
second one goes back through.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.batches_beside_training import BatchesBesideTraining
from whygrad.record.events import PassBegan
from whygrad.record.live.origin import Frames
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.holdings import entries_of
from whygrad.record.seam.nodes import leaf_of
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.telling import only_inspected
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

STEP = "BatchNormBackward"  # in the names of autograd's nodes, on any device
MOST = 8  # modules: those of one model are used together


@dataclass
class _Counted:
    """One batch norm, and what was seen of its count."""

    made: Frames
    count: int = -1
    passes: int = -1  # how many had begun when it was read
    batches: int = 0
    times: int = 0
    regular: int = 0


class BatchCounts(Watcher):
    """Reads the counts of a few modules when a pass begins that is looked at."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._modules: WeakKeys[torch.nn.Module, _Counted] = WeakKeys()
        self._kept: list[_Counted] = []  # modules may be gone when the run is over

    def begin_anew(self) -> None:
        """Modules that were made live on; what was seen of their counts is forgotten."""
        made = [(module, counted.made) for module, counted in self._modules.pairs()]
        super().begin_anew()
        for module, frames in made:
            self._modules[module] = _Counted(frames)
        self._kept = list(self._modules.values())

    def install(self, undo: Patches) -> None:
        made = followed(self.recorder, self._made, unless_away=True, names=(FIRST,))
        replace(undo, "torch.nn.modules.batchnorm:_NormBase.__init__", made)

    def _made(self, known: Given, out: object, frame: FrameType) -> None:
        module = known.get(FIRST)
        if is_a(module, torch.nn.Module) and len(self._kept) < MOST:
            counted = self._modules[module] = _Counted(self.recorder.stack.capture(frame))
            self._kept.append(counted)

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        if not event.inspected or not self._kept or not torch_api.values_may_be_read():
            return
        steps = [node for node in event.graph.nodes if STEP in node.name()]
        used = Counter(id(leaf_of(following)) for node in steps for following, _ in node.next_functions[1:2])
        with torch_api.unseen():
            for module, counted in self._modules.pairs():
                held = dict(entries_of(module, "_buffers") + entries_of(module, "_parameters"))
                count, weight = held.get("num_batches_tracked"), held.get("weight")
                if is_a(count, torch.Tensor) and torch_api.is_plain(count) and id(weight) in used:
                    self._note(counted, int(count), used[id(weight)])

    def _note(self, counted: _Counted, count: int, used: int) -> None:
        passes, before = self.recorder.run.passes, counted.count
        if before >= 0 and passes == counted.passes + 1:
            more = count - before - used
            if more > 0:
                counted.batches, counted.times = max(counted.batches, more), counted.times + 1
            elif more == 0:
                counted.regular += 1
        counted.count, counted.passes = count, passes

    def of_run(self, copy: Copy) -> Iterator[BatchesBesideTraining]:
        for counted in self._kept:
            if counted.times:
                made = copy.chain(counted.made)
                yield BatchesBesideTraining(made, counted.batches, counted.times, counted.regular)
