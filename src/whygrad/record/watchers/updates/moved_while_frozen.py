"""Does a step change what is frozen? An optimizer asks for the gradient of what it holds, not for the flag."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.holdings import MovedWhileFrozen, MovedWithoutGradient
from whygrad.record.events import ClosureBegan, FlagSet, StepBegan, StepEnded
from whygrad.record.live.bounded import FEW_KEPT, MOST
from whygrad.record.live.kept_values import TOGETHER, Values
from whygrad.record.live.origin import Frames, OwnRef
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.holdings import groups_of, is_zero, params_of
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.telling import rests_without
from whygrad.record.training.history import History, Learner
from whygrad.record.training.schedule import is_looked_at
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FIRST = 8  # steps after a freezing at which it is asked, beside the inspected ones
PARALLEL = 1 - 1e-6  # what was clipped or unscaled once more still points where it did
SAMPLE = TOGETHER // FEW_KEPT  # elements of a parameter that has more than are compared as a whole


@dataclass
class _Count:
    """Steps that were compared, and those that changed the parameter."""

    looks: int = 0
    moved: int = 0

    def add(self, moved: bool) -> None:
        self.looks += 1
        self.moved += moved


@dataclass
class _Frozen:
    """One parameter of an optimizer since it was frozen: what the steps did that found the same gradient, or none."""

    learner: Learner
    frames: Frames
    gradient: OwnRef | None = None  # the one that was left, where it was not of zeros
    values: Values | None = None
    is_left: bool = False  # there was such a gradient
    held: _Count = field(default_factory=_Count)
    bare: _Count = field(default_factory=_Count)  # without a gradient

    def count(self, gradient: torch.Tensor, moved: bool) -> None:
        part = _part_of(gradient)
        if not torch_api.any_nonzero(gradient):
            is_left = True
        elif self.values is None:
            # A step may still use the gradient of the pass before the freezing.
            self._keep(gradient, part)
            is_left = False
        else:
            is_left = self.gradient is not None and self.gradient() is gradient and _is_along(self.values, part)
            if not is_left:  # the program gives it new ones itself
                self._keep(gradient, part)
                self.held = _Count()
        if is_left:
            self.held.add(moved)

    def _keep(self, gradient: torch.Tensor, part: torch.Tensor) -> None:
        self.gradient, self.values, self.is_left = OwnRef(gradient), Values.copied(part), True


class UpdatesOfFrozen(Watcher):
    """Compares a few frozen parameters of each optimizer around the first steps after a freezing, and inspected ones.

    Each freezing counts by itself; what steps changed until the parameter was unfrozen again is kept.
    """

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._due, self._spare = 0, MOST
        self._of: WeakKeys[History, dict[int, _Frozen]] = WeakKeys()
        self._over: WeakKeys[History, list[_Frozen]] = WeakKeys()  # unfrozen again, and changed until then
        self._before: list[tuple[_Frozen, Values]] = []

    def on_flag_set(self, event: FlagSet) -> None:
        if not event.learns:
            self._due = min(FIRST, self._spare)
            return
        for history in self.recorder.training.histories:
            known = self._of.get(history, {})
            frozen = known.get(id(event.tensor))
            if frozen is None or frozen.learner.ref() is not event.tensor:
                continue
            del known[id(event.tensor)]
            over = self._over.get(history) or self._over.setdefault(history, [])
            if (frozen.held.moved or frozen.bare.moved) and len(over) < MOST:
                frozen.gradient = frozen.values = None
                over.append(frozen)

    def on_closure_began(self, event: ClosureBegan) -> None:
        optimizer = event.history.optimizer()
        if optimizer is not None and torch_api.values_may_be_read():
            with torch_api.unseen():
                self._begin(event.history, optimizer, event.history.steps + 1)

    @rests_without("_due")
    def on_step_began(self, event: StepBegan) -> None:
        if not event.is_over:
            self._begin(event.history, event.optimizer, event.history.steps)

    def _begin(self, history: History, optimizer: torch.optim.Optimizer, step: int) -> None:
        self._before = []
        is_due = self._due > 0 or is_looked_at(step, history.number)
        if self._due:
            self._due, self._spare = self._due - 1, self._spare - 1
        if not is_due or self.recorder.steady.leaves_next:
            return
        known = self._of.get(history) or self._of.setdefault(history, {})
        elements = 0
        for parameter in _frozen_in(optimizer):
            if len(self._before) >= FEW_KEPT:
                return
            learner, part = history.learners.get(id(parameter)), _part_of(parameter.detach())
            frozen = known.get(id(parameter))
            extra = {} if learner is None else learner.origin.extra or {}
            if learner is None or not (frames := extra.get("frozen")) or elements + part.numel() > TOGETHER:
                continue
            if gradient_of(parameter) is None and not (learner.got or extra.get("stopped")):
                continue  # it never learned here: the optimizer may be what makes it an average
            if frozen is None or frozen.learner is not learner:
                if len(known) >= MOST:
                    continue
                frozen = known[id(parameter)] = _Frozen(learner, frames)
            elements += part.numel()
            self._before.append((frozen, Values.copied(part)))

    @rests_without("_before")
    def on_step_ended(self, event: StepEnded) -> None:
        before, self._before = self._before, []
        for frozen, values in before:
            parameter = frozen.learner.ref()
            if parameter is None or torch_api.requires_grad(parameter):
                continue
            gradient, moved = gradient_of(parameter), not values.is_unchanged(_part_of(parameter.detach()))
            if gradient is None:
                frozen.bare.add(moved)
            elif torch_api.is_plain(gradient) and torch_api.values_may_be_read():
                frozen.count(gradient, moved)

    def of_run(self, copy: Copy) -> Iterator[MovedWhileFrozen | MovedWithoutGradient]:
        # Where no pass has ever run, the program computes the gradients by itself.
        for history in self.recorder.training.histories if self.recorder.run.passes else ():
            of = [*self._over.get(history, ()), *self._of.get(history, {}).values()]
            for (frames, is_left), each in _by_place(of, lambda frozen: frozen.held):
                yield MovedWhileFrozen(_names_of(each), copy.chain(frames), copy.chain(history.frames),
                                       *_least(each), is_left)  # fmt: skip
            for (frames, _), each in _by_place(of, lambda frozen: frozen.bare):
                yield MovedWithoutGradient(_names_of(each), copy.chain(frames), copy.chain(history.frames),
                                           *_least(each))  # fmt: skip


def _by_place(
    of: list[_Frozen], count_of: Callable[[_Frozen], _Count]
) -> Iterator[tuple[tuple[Frames, bool], dict[Learner, _Count]]]:
    """Those that steps have moved, by where they were frozen: the counts of all freezings there together."""
    found: dict[tuple[Frames, bool], dict[Learner, _Count]] = {}
    for frozen in of:
        if (count := count_of(frozen)).moved:
            all_of_it = found.setdefault((frozen.frames, frozen.is_left), {})
            known = all_of_it.setdefault(frozen.learner, _Count())
            known.looks, known.moved = known.looks + count.looks, known.moved + count.moved
    yield from found.items()


def _names_of(each: dict[Learner, _Count]) -> tuple[str, ...]:
    return tuple(learner.name for learner in each if learner.name)


def _least(each: dict[Learner, _Count]) -> tuple[int, int]:
    return min(count.looks for count in each.values()), min(count.moved for count in each.values())


def _part_of(tensor: torch.Tensor) -> torch.Tensor:
    """A large tensor's elements at equal distances; a smaller one as it is."""
    if tensor.numel() <= TOGETHER or not tensor.is_contiguous():
        return tensor
    return tensor.view(-1)[:: tensor.numel() // SAMPLE]


def _frozen_in(optimizer: torch.optim.Optimizer) -> Iterator[torch.Tensor]:
    """The frozen parameters of groups with a learning rate."""
    for group in groups_of(optimizer):
        for parameter in params_of(group) if not is_zero(dict.get(group, "lr")) else ():
            if (
                is_a(parameter, torch.Tensor)
                and not torch_api.requires_grad(parameter)
                and torch_api.is_plain(parameter)
            ):
                yield from (parameter,) if parameter.numel() else ()


def _is_along(before: Values, gradient: torch.Tensor) -> bool:
    """Is a gradient the one before, or a multiple of it?"""
    if before.is_unchanged(gradient):
        return True
    with torch_api.unseen():
        one, other = before.shown().double().flatten(), gradient.detach().cpu().double().flatten()
        if one.numel() < 2 or one.shape != other.shape:
            return False
        return float(one @ other) >= PARALLEL * float(one.norm() * other.norm())
