"""Are an optimizer's updates so small that a whole run hardly changes a parameter? Asked at inspected steps."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.small_updates import SmallUpdates
from whygrad.record.events import Clipped, PassBegan, StepBegan, StepEnded
from whygrad.record.live.bounded import FEW_KEPT
from whygrad.record.live.kept_values import TOGETHER, Values
from whygrad.record.live.origin import Frames
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a, is_exactly
from whygrad.record.seam.nodes import gradient_of, node_of
from whygrad.record.telling import only_inspected
from whygrad.record.training.history import History, Learner
from whygrad.record.training.loss_nodes import name_of_node, plain_number
from whygrad.record.training.schedule import is_looked_at
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.steps.still_updates import with_rates

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

SMALL = 1e-6  # of the values, one update
LEAST = 1e-2  # the size that is taken for an element's, where its values are smaller


@dataclass
class _Small:
    """The updates of one optimizer, as long as all are small."""

    learners: dict[int, Learner] = field(default_factory=dict)
    looks: int = 0
    largest: float = 0.0  # update, as a share of the values
    most_per_gradient: float = 0.0  # and as a share of the learning rate times the gradient
    least_per_gradient: float = float("inf")
    rates: list[float] = field(default_factory=list)  # at each of these steps, the highest
    losses: list[float] = field(default_factory=list)
    clips: list[tuple[Frames, float, float]] = field(default_factory=list)  # the limit, and what was left of the norm
    factors: list[tuple[Frames, float]] = field(default_factory=list)  # by which the whole loss was multiplied
    is_over: bool = False

    def measured(self, update: float, per_gradient: float) -> None:
        self.is_over = not update < SMALL
        self.looks, self.largest = self.looks + 1, max(self.largest, update)
        self.most_per_gradient = max(self.most_per_gradient, per_gradient)
        self.least_per_gradient = min(self.least_per_gradient, per_gradient)


class UpdatesMeasured(Watcher):
    """Measures the updates of a few parameters of each optimizer, until one of them is of a usual size."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._of: WeakKeys[History, _Small] = WeakKeys()
        self._before: list[tuple[Learner, Values, float]] = []
        self._losses: deque[tuple[int, float]] = deque(maxlen=FEW_KEPT)  # with how many passes there had been before
        self._factor = list[tuple[Frames, float]]()  # of the latest pass
        self._clip: WeakKeys[History, tuple[Frames, float, float]] = WeakKeys()

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        roots = [t for t in event.tensors if is_a(t, torch.Tensor)]
        if len(roots) != 1 or not event.known or not torch_api.is_readable(roots[0]) or roots[0].numel() != 1:
            return
        if all(small.is_over for small in self._of.values()) and len(self._of):
            return  # mostly
        if not roots[0].is_floating_point() or not roots[0].is_cpu or not torch_api.values_may_be_read():
            return  # a device is not waited for at each pass
        with torch_api.unseen():
            self._losses.append((self.recorder.run.passes, float(roots[0].detach())))
        node, self._factor = node_of(roots[0]), []
        if node is not None and name_of_node(node) == "Mul" and not self.recorder.probe.hooked_saves.has(node):
            number = plain_number(node)
            self._factor = [(event.known[0].frames, abs(number))] if number else []

    def on_clipped(self, event: Clipped) -> None:
        if not is_exactly(event.limit, int, float) or not torch_api.is_readable(event.norm):
            return
        if not torch_api.values_may_be_read():
            return
        limit = float(event.limit)
        for history in event.histories:
            small = self._of.get(history)
            if (small is not None and small.is_over) or not is_looked_at(history.steps + 1, history.number):
                continue
            with torch_api.unseen():
                norm = float(event.norm)
            if isfinite(norm) and norm > limit:
                self._clip[history] = (event.frames, limit, limit / norm)

    @only_inspected
    def on_step_began(self, event: StepBegan) -> None:
        self._before, history = [], event.history
        if event.is_over or not is_looked_at(history.steps, history.number) or self.recorder.steady.leaves_next:
            return
        small = self._of.get(history)
        if small is None:
            small = self._of[history] = _Small(is_over=history.steps > 1)
        passes = self.recorder.training.passes_at_any_step
        losses = [loss for before, loss in self._losses if before >= passes]
        small.is_over = small.is_over or not losses  # whether the training gets on is told by its losses
        if small.is_over:
            return  # mostly
        rates, elements = [0.0], 0
        for parameter, rate in with_rates(event.optimizer):
            learner = history.learners.get(id(parameter))
            if learner is None or len(self._before) >= FEW_KEPT or rate <= 0 or not _is_measurable(parameter):
                continue
            if elements + parameter.numel() <= TOGETHER:
                elements += parameter.numel()
                rates.append(rate)
                self._before.append((learner, Values.copied(parameter), rate))
        small.is_over = not self._before
        small.rates.append(max(rates))
        small.losses.append(sum(losses))
        small.clips += [clip] if (clip := self._clip.pop(history, None)) is not None else []
        small.factors += self._factor

    @only_inspected
    def on_step_ended(self, event: StepEnded) -> None:
        before, self._before = self._before, []
        small = self._of.get(event.history)
        if small is None or not before:
            return  # mostly
        sizes, updates, linear = 0.0, 0.0, 0.0
        for learner, values, rate in before:
            tensor = learner.ref()
            gradient = gradient_of(tensor) if tensor is not None else None
            if tensor is None or gradient is None or not torch_api.is_plain(gradient):
                small.is_over = True
                return
            small.learners[id(learner)] = learner
            with torch_api.unseen():
                old = values.shown().double()
                sizes += max(_norm(old), LEAST * old.numel() ** 0.5) ** 2
                updates += _norm(tensor.detach().to(old.device).double() - old) ** 2
                linear += (rate * _norm(gradient)) ** 2
        small.measured((updates / sizes) ** 0.5, (updates / linear) ** 0.5 if linear else float("inf"))

    def of_run(self, copy: Copy) -> Iterator[SmallUpdates]:
        for history in self.recorder.training.histories:
            small = self._of.get(history)
            if small is None or small.is_over or not small.largest:
                continue
            clip = max(small.clips, key=lambda clip: clip[2], default=((), 0.0, 1.0))
            factor = max(small.factors, key=lambda factor: factor[1], default=((), 1.0))
            yield SmallUpdates(
                tuple(learner.name for learner in small.learners.values() if learner.name),
                history.steps,
                small.looks,
                small.largest,
                (small.least_per_gradient, small.most_per_gradient),
                tuple(small.rates),
                tuple(small.losses),
                copy.chain(history.frames),
                (clip[1], clip[2]) if len(small.clips) == small.looks else (0.0, 1.0),
                copy.chain(clip[0]) if len(small.clips) == small.looks else (),
                factor[1] if len(small.factors) == small.looks else 1.0,
                copy.chain(factor[0]) if len(small.factors) == small.looks else (),
            )


def _is_measurable(parameter: torch.Tensor) -> bool:
    gradient = gradient_of(parameter)
    if gradient is None or not (torch_api.is_plain(parameter) and torch_api.is_plain(gradient)):
        return False
    if not parameter.is_floating_point():
        return False
    return torch_api.values_may_be_read() and 0 < torch_api.size_of(gradient) < float("inf")


def _norm(tensor: torch.Tensor) -> float:
    return float(torch.linalg.vector_norm(tensor.detach().double()))
