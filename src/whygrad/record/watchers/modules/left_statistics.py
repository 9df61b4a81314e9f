"""Batch norms of a network that follows another in its parameters alone: their statistics stay as they started.

Asked at inspected passes, of what the loss was computed from; the statistics of the layers that it used are read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeGuard

import torch

from whygrad.evidence.of_one_cause.lost_averages import StatisticsLeft
from whygrad.ops import act_of
from whygrad.record.events import PassBegan
from whygrad.record.live.bounded import FEW_KEPT, Bounded, BoundedSet
from whygrad.record.live.origin import REQUIRES_GRAD, Frames, Origin
from whygrad.record.seam import torch_api
from whygrad.record.telling import only_inspected
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.modules.left_copies import LeftCopies

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

BATCH_NORM = "batch_norm"
FEW = 64  # layers of one loss
GIVEN = 5  # an input, a mean, a variance, a weight and a bias


@dataclass
class _Left:
    layers: int = 0
    passes: int = 0


class LeftStatistics(Watcher):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._found: Bounded[Frames, _Left] = Bounded(FEW_KEPT)  # by the line that writes the parameters
        self._follow: BoundedSet[Frames] = BoundedSet(8 * FEW_KEPT)  # where statistics have changed all the same

    def of_run(self, copy: Copy) -> Iterator[StatisticsLeft]:
        for frames, left in self._found.items():
            if frames not in self._follow:
                yield StatisticsLeft(copy.chain(frames), left.layers, left.passes)

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        if not event.inspected or BATCH_NORM not in event.graph.acts or not torch_api.values_may_be_read():
            return
        followed = self.recorder.watching.one(LeftCopies).followed()
        norms = [at for at in event.graph.values if act_of(at.op) == BATCH_NORM][:FEW] if followed else []
        copied = {at: lines[0] for at in norms if (lines := _written_by(at, followed))}
        if not copied:
            return  # mostly
        fresh = self._at_their_start(norms)
        learning = [at for at in norms if at.flags & REQUIRES_GRAD and at not in copied]
        if not any(fresh.get(at) is False for at in learning):
            return  # the other network's may be kept fixed
        for line in {line for at, line in copied.items() if fresh.get(at) is False}:
            self._follow.add(line)
        for line, layers in Counter(line for at, line in copied.items() if fresh.get(at)).items():
            left = self._found.setdefault(line, _Left())
            left.layers, left.passes = max(left.layers, layers), left.passes + 1

    def _at_their_start(self, norms: Iterable[Origin]) -> dict[Origin, bool]:
        """Of each that has statistics, whether they are as a new layer has them: a mean of 0 and a variance of 1."""
        buffers = {at: found for at in norms if (found := _buffers_of(at))}
        wanted = {origin for found in buffers.values() for origin in found}
        tensors = {
            ref.origin: t for ref in self.recorder.origins.refs() if ref.origin in wanted and _is_read(t := ref())
        }
        with torch_api.unseen():
            return {
                at: bool((tensors[mean] == 0).all()) and bool((tensors[variance] == 1).all())
                for at, (mean, variance) in buffers.items()
                if mean in tensors and variance in tensors
            }


def _is_read(tensor: torch.Tensor | None) -> TypeGuard[torch.Tensor]:
    return tensor is not None and torch_api.is_plain(tensor)


def _written_by(norm: Origin, followed: dict[Origin, Frames]) -> list[Frames]:
    """The lines that write the parameters of a layer whose result carries no gradient."""
    if norm.flags & REQUIRES_GRAD:
        return []
    return [followed[parent] for parent in norm.parents if parent in followed]


def _buffers_of(norm: Origin) -> tuple[Origin, ...]:
    """The mean and the variance: what stands between its input and its two parameters."""
    return norm.parents[1:-2] if len(norm.parents) == GIVEN else ()
