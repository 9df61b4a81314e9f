"""Gradients that stay nan or infinite, because the program clears them only where it steps.

Nothing is read as long as an optimizer steps as usual. One that has rested for far more passes than any of its steps
took is asked for a gradient that is not finite; while there is one, that one is asked before each pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.values import LastingNan
from whygrad.record.events import Cleared, PassBegan, StepBegan
from whygrad.record.live.origin import Frames, OwnRef
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.nodes import gradient_of, leaf_of
from whygrad.record.telling import only_inspected
from whygrad.record.training.schedule import is_looked_at, is_power_of_two
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder
    from whygrad.record.training.history import History

FEW = 16  # passes at which a device is waited for, before those at powers of two
RESTS = 2  # times the usual number of passes, after which an optimizer counts as at rest


@dataclass
class _Rest:
    """What is known of one optimizer since its latest step."""

    usual: int = 1  # the most passes for one step until now
    cleared: Frames = ()  # where gradients were cleared last
    witness: OwnRef | None = None  # a parameter whose gradient is not finite
    ran: Frames = ()  # the first pass that added to that gradient
    passes: int = 0  # those that did, all from finite losses
    asked: int = 0  # passes since it has rested for long

    def end(self) -> None:
        self.witness, self.passes, self.asked = None, 0, 0


class LastingNans(Watcher):
    """Follows what is left in the gradients of optimizers that no longer step."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._of: WeakKeys[History, _Rest] = WeakKeys()
        self._asked: dict[int, _Rest] = {}  # those that were asked since the latest step of any

    @only_inspected
    def on_step_began(self, event: StepBegan) -> None:
        """Where another optimizer goes on, this one may have been stopped on purpose."""
        rest = self._of.get(event.history) or self._of.setdefault(event.history, _Rest())
        rest.usual = max(rest.usual, event.history.delivered)
        for known in self._asked.values():
            known.end()
        self._asked.clear()

    @only_inspected
    def on_cleared(self, event: Cleared) -> None:
        """Told of any optimizer or module: it is this one's where nothing is left in its gradients."""
        for history in self.recorder.training.followed:
            rest = self._of.get(history)
            # Where nothing has come since the step before, the line is asked at some: it clears at each.
            is_asked = rest is not None and (history.delivered or is_looked_at(history.steps + 1))
            if rest is not None and is_asked and _is_cleared(history):
                rest.cleared = self.recorder.training.cleared_since()
                rest.end()

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        for history in self.recorder.training.followed:
            rest = self._of.get(history)
            if rest is None or history.delivered < RESTS * rest.usual:
                continue
            rest.asked += 1
            self._asked[id(rest)] = rest
            if rest.witness is None and is_power_of_two(rest.asked):
                rest.witness = _not_finite(history)
            if rest.witness is not None and _may_wait(rest.witness(), rest.asked):
                self._follow(rest, rest.witness(), event)

    def _follow(self, rest: _Rest, witness: torch.Tensor | None, event: PassBegan) -> None:
        losses = (t for t in event.tensors if is_a(t, torch.Tensor))
        if _is_finite(witness) or not all(map(torch_api.all_finite, losses)):
            rest.end()
        elif any(leaf_of(node) is witness for node in event.graph.nodes):
            rest.passes += 1
            if rest.passes == 1:
                rest.ran = self.recorder.stack.capture(event.frame)

    def of_run(self, copy: Copy) -> Iterator[LastingNan]:
        if self.recorder.steady.wanted:
            return  # steps and clearings that it did not see may have come between
        for history in self.recorder.training.histories:
            rest = self._of.get(history)
            if rest is not None and rest.passes:
                cleared, stepped = copy.chain(rest.cleared), copy.chain(history.latest_step)
                names, ran = tuple(filter(None, history.names)), copy.chain(rest.ran)
                yield LastingNan(names, cleared, stepped, ran, history.steps, rest.passes, rest.usual)


def _not_finite(history: History) -> OwnRef | None:
    return next((OwnRef(p) for p in history.parameters() if not _is_finite(p)), None)


def _is_finite(parameter: torch.Tensor | None) -> bool:
    gradient = gradient_of(parameter) if parameter is not None else None
    return gradient is None or torch_api.all_finite(gradient)


def _may_wait(witness: torch.Tensor | None, asked: int) -> bool:
    """Are values read at this pass? Those of an accelerator at some."""
    return witness is None or witness.is_cpu or asked <= FEW or is_power_of_two(asked)


def _is_cleared(history: History) -> bool:
    """Is nothing left in the gradient that is asked? An accelerator is not waited for."""
    gradient = next((g for p in history.parameters() if (g := gradient_of(p)) is not None), None)
    return gradient is None or not gradient.is_cpu or not torch_api.any_nonzero(gradient)
