"""Parameters that were frozen and then replaced by new ones, which are trained."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.holdings import ReplacedFrozen
from whygrad.record.events import StepEnded
from whygrad.record.live.bounded import SOME_KEPT
from whygrad.record.live.origin import Frames, OwnRef
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import has_gradient
from whygrad.record.telling import only_inspected
from whygrad.record.training.history import Learner
from whygrad.record.training.schedule import is_looked_at
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder


@dataclass
class _Replaced:
    new: OwnRef
    frozen: Frames
    put: Frames
    steps: int = 0
    learner: Learner | None = None


class ReplacedFreezes(Watcher):
    """Asks at a few steps whether the new ones have gradients; mostly there are none."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._replaced: list[_Replaced] = []

    def put(self, before: torch.Tensor, new: torch.Tensor, frames: Frames) -> None:
        """A parameter takes the place of another, before any pass."""
        origin = self.recorder.origins.get(before)
        frozen = (origin.extra or {}).get("frozen", ()) if origin is not None else ()
        is_early = not self.recorder.run.passes and len(self._replaced) < SOME_KEPT
        if frozen and is_early and torch_api.requires_grad(new) and not torch_api.requires_grad(before):
            self._replaced.append(_Replaced(OwnRef(new), frozen, frames))

    def begin_anew(self) -> None:
        """What replaced what stays so; whether it is trained is asked anew."""
        for each in self._replaced:
            each.steps, each.learner = 0, None

    @only_inspected
    def on_step_ended(self, event: StepEnded) -> None:
        if not self._replaced or not is_looked_at(event.history.steps):
            return
        held = {id(k.ref()): k for k in event.history.learners.values()}
        for each in self._replaced:
            tensor = each.new()
            if tensor is not None and id(tensor) in held and has_gradient(tensor):
                each.steps, each.learner = each.steps + 1, held[id(tensor)]

    def of_run(self, copy: Copy) -> Iterator[ReplacedFrozen]:
        for each in self._replaced:
            if each.learner is not None:
                yield ReplacedFrozen(each.learner.name, copy.chain(each.frozen), copy.chain(each.put), each.steps)
