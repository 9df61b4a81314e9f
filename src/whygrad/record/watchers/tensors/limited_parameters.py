"""Small parameters that pass the limit of a clamp in the course of training, and get nothing but zeros from then on.

Asked on steps whose values are looked at. One whose gradient is zeros then is asked at each step, until it is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whygrad.evidence.values import StuckBeyondLimit
from whygrad.record.events import StepBegan
from whygrad.record.live.bounded import FEW_KEPT
from whygrad.record.live.origin import Origin
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.training.history import History, Learner
from whygrad.record.training.schedule import is_looked_at, is_power_of_two
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

SMALL = 64  # elements: a width, a temperature, one of each for every channel
SPARE_PROBES = 6  # passes of the run that are looked at closely beyond the schedule
LONG = 8  # steps in a row
SHARE = 4  # they have to be a quarter of all steps


@dataclass
class _Stuck:
    learner: Learner
    since: int
    seen: int = 0  # steps since
    clamp: Origin | None = None  # what held it back at the latest pass that was looked at closely


class LimitedParameters(Watcher):
    """Keeps those whose gradient is zeros now and was not before, each with the clamp that is the reason."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._stuck: WeakKeys[History, dict[int, _Stuck]] = WeakKeys()
        self._spare_probes = SPARE_PROBES

    def on_step_began(self, event: StepBegan) -> None:
        history = event.history
        is_looked = is_looked_at(history.steps, history.number)
        if event.is_over or not (is_looked or history in self._stuck):
            return
        stuck = self._stuck.setdefault(history, {})
        for learner in list(history.learners.values()) if is_looked else ():
            if len(stuck) < FEW_KEPT and learner.nonzero and id(learner) not in stuck and _has_zeros(learner, True):
                stuck[id(learner)] = _Stuck(learner, history.steps)
        for key, each in list(stuck.items()):
            if not _has_zeros(each.learner, is_looked):
                del stuck[key]
            else:
                self._note(each)
        if not stuck:
            del self._stuck[history]

    def _note(self, stuck: _Stuck) -> None:
        stuck.seen += 1
        probe, tensor = self.recorder.probe, stuck.learner.ref()
        if probe.was_close:
            births = probe.zeros.get(id(tensor), [])
            held = [b.origin for b in births if b.holds_back and b.origin is not None]
            direct = [origin for origin in held if stuck.learner.origin in origin.parents]
            stuck.clamp = direct[0] if len(births) == len(direct) == 1 else None
        if is_power_of_two(stuck.seen) and self._spare_probes:
            self._spare_probes -= 1
            probe.look_next(True, True)

    def of_run(self, copy: Copy) -> Iterator[StuckBeyondLimit]:
        for history, stuck in self._stuck.items():
            for each in stuck.values():
                lasts = each.seen >= LONG and each.seen * SHARE >= history.steps
                if each.clamp is not None and lasts:
                    op = torch_api.short_name_of(each.clamp.op)
                    chain = copy.chain(each.clamp.frames)
                    yield StuckBeyondLimit(chain, op, each.learner.name, each.since, history.steps)


def _has_zeros(learner: Learner, waits: bool) -> bool:
    """Is its gradient all zeros? An accelerator is waited for on few steps."""
    tensor = learner.ref()
    gradient = gradient_of(tensor) if tensor is not None and tensor.numel() <= SMALL else None
    if gradient is None:
        return False
    return not torch_api.any_nonzero(gradient) if waits or gradient.device.type == "cpu" else True
