"""Does a step change what is frozen? An optimizer asks for the gradient of what it holds, not for the flag."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.holdings import MovedWhileFrozen
from whygrad.record.events import FlagSet, StepBegan, StepEnded, rests_without
from whygrad.record.live.bounded import FEW_KEPT, MOST
from whygrad.record.live.kept_values import TOGETHER, Values
from whygrad.record.live.origin import Frames, OwnRef
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.holdings import groups_of, is_zero, params_of
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.training.history import History, Learner
from whygrad.record.training.schedule import is_looked_at
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FIRST = 8  # steps after a freezing at which it is asked, beside the inspected ones
PARALLEL = 1 - 1e-6  # what was clipped or unscaled once more still points where it did


@dataclass
class _Frozen:
    """One parameter of an optimizer since it was frozen: what the steps did that found the same gradient."""

    learner: Learner
    frames: Frames
    gradient: OwnRef | None = None  # the one that was left, where it was not of zeros
    values: Values | None = None
    looks: int = 0
    moved: int = 0

    def count(self, gradient: torch.Tensor, moved: bool) -> None:
        if not torch_api.any_nonzero(gradient):
            is_left = True
        elif self.values is None:
            # A step may still use the gradient of the pass before the freezing.
            self.gradient, self.values, is_left = OwnRef(gradient), Values.copied(gradient), False
        else:
            is_left = self.gradient is not None and self.gradient() is gradient and _is_along(self.values, gradient)
            if not is_left:  # the program gives it new ones itself
                self.gradient, self.values, self.looks, self.moved = OwnRef(gradient), Values.copied(gradient), 0, 0
        self.looks += is_left
        self.moved += is_left and moved


class UpdatesOfFrozen(Watcher):
    """Compares a few frozen parameters of each optimizer around the first steps after a freezing, and inspected ones.

    What is unfrozen between two steps is counted from the start again.
    """

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._due, self._spare = 0, MOST
        self._of: WeakKeys[History, dict[int, _Frozen]] = WeakKeys()
        self._before: list[tuple[_Frozen, Values]] = []

    def on_flag_set(self, event: FlagSet) -> None:
        if not event.learns:
            self._due = min(FIRST, self._spare)
            return
        for known in self._of.values():
            frozen = known.get(id(event.tensor))
            if frozen is not None and frozen.learner.ref() is event.tensor:
                known.pop(id(event.tensor))

    @rests_without("_due")
    def on_step_began(self, event: StepBegan) -> None:
        self._before = []
        is_due = self._due > 0 or is_looked_at(event.history.steps, event.history.number)
        if self._due:
            self._due, self._spare = self._due - 1, self._spare - 1
        if not is_due or self.recorder.steady.leaves_next:
            return
        known = self._of.get(event.history) or self._of.setdefault(event.history, {})
        elements = 0
        for parameter in _frozen_in(event.optimizer):
            elements += parameter.numel()
            if elements > TOGETHER or len(self._before) >= FEW_KEPT:
                return
            learner = event.history.learners.get(id(parameter))
            frozen = known.get(id(parameter))
            if learner is None or not (frames := (learner.origin.extra or {}).get("frozen")):
                continue
            if frozen is None or frozen.learner is not learner:
                if len(known) >= MOST:
                    continue
                frozen = known[id(parameter)] = _Frozen(learner, frames)
            self._before.append((frozen, Values.copied(parameter.detach())))

    @rests_without("_before")
    def on_step_ended(self, event: StepEnded) -> None:
        before, self._before = self._before, []
        for frozen, values in before:
            parameter = frozen.learner.ref()
            gradient = gradient_of(parameter) if parameter is not None else None
            if parameter is None or gradient is None or torch_api.requires_grad(parameter):
                continue
            if torch_api.is_plain(gradient) and torch_api.values_may_be_read():
                frozen.count(gradient, not values.is_unchanged(parameter))

    def of_run(self, copy: Copy) -> Iterator[MovedWhileFrozen]:
        for history in self.recorder.training.histories:
            found: dict[tuple[Frames, bool], list[_Frozen]] = {}
            for frozen in self._of.get(history, {}).values():
                # Where no pass has ever run, the program computes the gradients by itself.
                if frozen.moved and self.recorder.run.passes:
                    found.setdefault((frozen.frames, frozen.values is not None), []).append(frozen)
            for (frames, is_left), each in found.items():
                yield MovedWhileFrozen(
                    tuple(frozen.learner.name for frozen in each if frozen.learner.name),
                    copy.chain(frames),
                    copy.chain(history.frames),
                    min(frozen.looks for frozen in each),
                    min(frozen.moved for frozen in each),
                    is_left,
                )


def _frozen_in(optimizer: torch.optim.Optimizer) -> Iterator[torch.Tensor]:
    """The frozen parameters of groups with a learning rate that still have a gradient."""
    for group in groups_of(optimizer):
        for parameter in params_of(group) if not is_zero(dict.get(group, "lr")) else ():
            if (
                is_a(parameter, torch.Tensor)
                and not torch_api.requires_grad(parameter)
                and torch_api.is_plain(parameter)
            ):
                yield from (parameter,) if gradient_of(parameter) is not None and parameter.numel() else ()


def _is_along(before: Values, gradient: torch.Tensor) -> bool:
    """Is a gradient the one before, or a multiple of it?"""
    if before.is_unchanged(gradient):
        return True
    with torch_api.unseen():
        one, other = before.shown().double().flatten(), gradient.detach().cpu().double().flatten()
        if one.numel() < 2 or one.shape != other.shape:
            return False
        return float(one @ other) >= PARALLEL * float(one.norm() * other.norm())
