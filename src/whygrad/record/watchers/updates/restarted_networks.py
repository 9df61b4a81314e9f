"""Optimizers that one line makes again and again, for networks that all begin with the same values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.small_updates import RestartedNetworks
from whygrad.record.events import StepBegan
from whygrad.record.live.bounded import FEW_KEPT, Bounded
from whygrad.record.live.origin import Frames
from whygrad.record.seam import torch_api
from whygrad.record.seam.holdings import parameters_of
from whygrad.record.telling import only_inspected
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FIRST_STEP = 1


@dataclass
class _Line:
    start: list[float]  # a few values of the first network, before its first step
    networks: int = 0
    is_same: bool = True  # for all of them so far


class RestartedOptimizers(Watcher):
    """Compares a few values of one parameter at the first step of each optimizer."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._lines: Bounded[Frames, _Line] = Bounded(FEW_KEPT)

    @only_inspected
    def on_step_began(self, event: StepBegan) -> None:
        if event.history.steps > FIRST_STEP or event.is_over:
            return  # mostly
        line = self._lines.get(event.history.frames)
        if line is None or line.is_same:
            start = _start(event.optimizer)
            if line is None:
                line = self._lines[event.history.frames] = _Line(start)
            line.networks, line.is_same = line.networks + 1, bool(start) and start == line.start

    def of_run(self, copy: Copy) -> Iterator[RestartedNetworks]:
        for frames, line in self._lines.items():
            if line.is_same and line.networks > 1:
                yield RestartedNetworks(line.networks, copy.chain(frames))


def _start(optimizer: torch.optim.Optimizer) -> list[float]:
    """Of the first parameter whose values can be read without waiting for a device, and are not all the same."""
    if torch_api.values_may_be_read():
        with torch_api.unseen():
            for tensor in parameters_of(optimizer):
                if torch_api.is_plain(tensor) and tensor.is_cpu and tensor.is_floating_point() and tensor.numel():
                    sample: list[float] = torch_api.sample(tensor).tolist()
                    if len(set(sample)) > 1:
                        return sample
    return []
