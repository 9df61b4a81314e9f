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
    units: int
    frames: Frames
    steps: int = 0


class EqualRows(Watcher):
    """Follows the parameters whose rows were equal at the first step, as long as they are."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._equal: WeakKeys[History, list[_Equal]] = WeakKeys()

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
                asked = [k for k in islice(history.learners.values(), MOST) if _is_matrix(k.ref())]
                # The units of a single layer are the outputs, and may well be alike.
                found = map(self._asked, asked if len(asked) > 1 else ())
                followed = self._equal[history] = [equal for equal in found if equal is not None]
            for equal in list(followed):
                tensor = equal.learner.ref()
                gradient = gradient_of(tensor) if tensor is not None else None
                if tensor is None or gradient is None or not (_has_equal_rows(tensor) and _has_equal_rows(gradient)):
                    followed.remove(equal)
                else:
                    equal.steps += torch_api.any_nonzero(gradient)  # zeros have reasons of their own

    def _asked(self, learner: Learner) -> _Equal | None:
        tensor = learner.ref()
        if tensor is None or tensor.shape[0] < 2 or not torch_api.is_plain(tensor):
            return None
        if not tensor[0].equal(tensor[1]) or not _has_equal_rows(tensor):  # mostly two rows tell
            return None
        origin = self.recorder.origins.get(tensor) or learner.origin
        frames = (origin.extra or {}).get("written_frames") or origin.frames
        return _Equal(learner, tensor.shape[0], frames)

    def of_run(self, copy: Copy) -> Iterator[EqualUnits]:
        for followed in self._equal.values():
            for equal in followed:
                if equal.steps >= LEAST:
                    yield EqualUnits(copy.chain(equal.frames), equal.learner.name, equal.units, equal.steps)


def _is_matrix(tensor: torch.Tensor | None) -> bool:
    return tensor is not None and tensor.dim() > 1 and tensor.is_floating_point() and 0 < tensor.numel() <= SMALL


def _has_equal_rows(tensor: torch.Tensor) -> bool:
    values = tensor.detach()
    if not torch_api.is_plain(values):
        return False
    first = values[:1]
    return bool((values - first).abs().max() <= ROUNDING * first.abs().max())
