"""Gradients that a step has used, and that live on in other leaves: another network's, which lent them to these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from whygrad.evidence.steps import LeafAccumulation
from whygrad.record.events import PassBegan, PassEnded, StepBegan, StepEnded
from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.telling import rests_without
from whygrad.record.training.calm_steps import follows_gradients
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    import torch

    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder
    from whygrad.record.training.history import History, Learner

FEW = 8  # parameters of each optimizer
SEVERAL = 2  # steps


@dataclass
class _Lent:
    """A gradient as a step has left it."""

    version: int  # how often it was written by then
    kept: bool = False  # no optimizer had it when the latest pass began, and nobody had written it
    again: Frames = ()  # the pass that has added to it


@dataclass
class _Added:
    leaves: list[Origin] = field(default_factory=list)
    steps: int = 0


class BorrowedGradients(Watcher):
    """Asks by torch's count of writes whether a pass adds to gradients that a step has used and gave back."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._lent: WeakKeys[torch.Tensor, _Lent] = WeakKeys()
        self._added: Bounded[Frames, _Added] = Bounded(MOST)

    def needs(self) -> Iterable[Origin]:
        return [leaf for added in self._added.values() for leaf in added.leaves]

    def of_run(self, copy: Copy) -> Iterator[LeafAccumulation]:
        for frames, added in self._added.items():
            if added.steps >= SEVERAL:
                yield LeafAccumulation(copy.chain(frames), True, copy.all_at(added.leaves))

    @rests_without("_lent")
    def on_step_ended(self, event: StepEnded) -> None:
        if not follows_gradients(self.recorder, event.history.inspections.looked_at):
            self._lent.clear()
            return
        for _, gradient in _gradients((event.history,)):
            self._lent[gradient] = _Lent(torch_api.version_of(gradient))

    @rests_without("_lent")
    def on_pass_began(self, event: PassBegan) -> None:
        held = self._held() if self._lent else set()
        for gradient, lent in self._lent.pairs():
            lent.kept = id(gradient) not in held and torch_api.version_of(gradient) == lent.version

    @rests_without("_lent")
    def on_pass_ended(self, event: PassEnded) -> None:
        held = self._held() if self._lent else set()
        for gradient, lent in self._lent.pairs():
            if lent.kept and id(gradient) not in held and torch_api.version_of(gradient) != lent.version:
                lent.again = event.frames

    @rests_without("_lent")
    def on_step_began(self, event: StepBegan) -> None:
        if not self._lent or event.is_over:
            return
        used = [(k, lent) for k, gradient in _gradients((event.history,)) if (lent := self._lent.get(gradient))]
        for frames in {lent.again for _, lent in used if lent.again}:
            added = self._added.setdefault(frames, _Added([k.origin for k, lent in used if lent.again == frames]))
            added.steps += 1

    def _held(self) -> set[int]:
        return {id(gradient) for _, gradient in _gradients(self.recorder.training.followed)}


def _gradients(histories: Iterable[History]) -> Iterator[tuple[Learner, torch.Tensor]]:
    for history in histories:
        for learner in islice(history.learners.values(), FEW):
            tensor = learner.ref()
            gradient = gradient_of(tensor) if tensor is not None else None
            if gradient is not None:
                yield learner, gradient
