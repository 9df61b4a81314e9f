"""Layers whose units all start with the same values and get the same gradient: they stay one unit, many times over.

Asked of each optimizer's parameters before its first step, and of the few with equal rows at some steps after that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from whygrad.evidence.values import EqualUnits
from whygrad.record.events import StepBegan
from whygrad.record.live.bounded import MOST
from whygrad.record.live.kept_values import SMALL
from whygrad.record.live.origin import Frames
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.telling import only_inspected
from whygrad.record.training.history import History, Learner
from whygrad.record.training.schedule import is_looked_at
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    import torch

    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

LEAST = 4  # steps
ROUNDING = 1e-4  # of the largest element: the same sum may be added up in another order


@dataclass
class _Equal:
    learner: Learner
    reader: Learner  # the parameter that adds the units up, all alike
    units: int
    frames: Frames
    steps: int = 0

    def is_so(self) -> bool | None:
        """Are rows and gradients equal, and what reads them too? None where all gradients are 0."""
        layer, reader = self.learner.ref(), self.reader.ref()
        if layer is None or reader is None:
            return False
        gradients = gradient_of(layer), gradient_of(reader)
        if gradients[0] is None or gradients[1] is None or not _are_equal(layer, 0) or not _are_equal(gradients[0], 0):
            return False
        if not _are_equal(reader, self.units) or not _are_equal(gradients[1], self.units):
            return False
        return torch_api.any_nonzero(gradients[0]) or None


class EqualRows(Watcher):
    """Follows the parameters whose rows were equal at the first step, as long as they are."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._equal: WeakKeys[History, list[_Equal]] = WeakKeys()

    @only_inspected
    def on_step_began(self, event: StepBegan) -> None:
        history = event.history
        followed = self._equal.get(history)
        is_first = followed is None and history.steps == 1 and history.number == 1
        if event.is_over or not (followed or is_first) or not is_looked_at(history.steps, history.number):
            return
        if not torch_api.values_may_be_read():
            return
        with torch_api.unseen():
            if followed is None:
                followed = self._equal[history] = list(self._found(history))
            for equal in list(followed):
                is_so = equal.is_so()
                equal.steps += is_so is True
                if is_so is False:
                    followed.remove(equal)

    def _found(self, history: History) -> Iterator[_Equal]:
        """Layers with equal rows, each with one that comes after it and cannot tell these apart."""
        asked = [k for k in islice(history.learners.values(), MOST) if _is_matrix(k.ref())]
        for learner in asked:
            tensor = learner.ref()
            if tensor is None or tensor.shape[0] < 2 or not tensor[0].equal(tensor[1]):  # mostly two rows tell
                continue
            units = tensor.shape[0]
            readers = (k for k in asked if k is not learner and _are_equal(k.ref(), units))
            reader = next(readers, None) if _are_equal(tensor, 0) else None
            if reader is not None:
                origin = self.recorder.origins.get(tensor) or learner.origin
                yield _Equal(learner, reader, units, (origin.extra or {}).get("written_frames") or origin.frames)

    def of_run(self, copy: Copy) -> Iterator[EqualUnits]:
        for followed in self._equal.values():
            for equal in followed:
                if equal.steps >= LEAST:
                    yield EqualUnits(copy.chain(equal.frames), equal.learner.name, equal.units, equal.steps)


def _is_matrix(tensor: torch.Tensor | None) -> bool:
    if tensor is None or tensor.dim() < 2 or not 0 < tensor.numel() <= SMALL:
        return False
    return torch_api.is_plain(tensor) and tensor.is_floating_point()


def _are_equal(tensor: torch.Tensor | None, units: int) -> bool:
    """Are all rows equal? With `units`: are the parts of each row that read so many units, one after the other?"""
    if tensor is None or not torch_api.is_plain(tensor):
        return False
    values = tensor.detach()
    if units and values.shape[1] % units:
        return False
    values = values.reshape(values.shape[0], units, -1) if units else values.reshape(1, values.shape[0], -1)
    return bool((values - values[:, :1]).abs().max() <= ROUNDING * values.abs().max())
