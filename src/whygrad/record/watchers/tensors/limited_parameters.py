"""Parameters that pass the limit of a clamp in the course of training, and get nothing but zeros from then on.

Only leaves that go straight into a clamp are asked, on steps whose values are looked at. One whose gradient is zeros
then is asked at each step, until it is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whygrad.evidence.values import StuckBeyondLimit
from whygrad.record.events import PassBegan, StepBegan
from whygrad.record.live.bounded import SOME_KEPT, BoundedSet
from whygrad.record.live.origin import Origin
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import gradient_of, leaf_of
from whygrad.record.telling import only_inspected, rests_without
from whygrad.record.training.history import History, Learner
from whygrad.record.training.schedule import is_looked_at, is_power_of_two
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

SMALL = 4_096  # elements: a width or a temperature, one of each for every channel
SPARE_PROBES = 6  # passes of the run that are looked at closely beyond the schedule
LONG = 8  # steps in a row
SHARE = 4  # they have to be a quarter of all steps
NEARER = 0.9  # of the way that they were beyond the limit: decay brings them back


@dataclass
class _Stuck:
    learner: Learner
    since: int
    seen: int = 0  # steps since
    clamp: Origin | None = None  # what held it back at the latest pass that was looked at closely
    first_beyond: float = 0.0
    beyond: float = 0.0


class LimitedParameters(Watcher):
    """Keeps those whose gradient is zeros now and was not before, each with the clamp that is the reason."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._clamped: BoundedSet[int] = BoundedSet(SOME_KEPT)  # ids of leaves; a wrong one is asked in vain
        self._stuck: WeakKeys[History, dict[int, _Stuck]] = WeakKeys()
        self._spare_probes = SPARE_PROBES

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        for node in event.graph.nodes if event.inspected else ():
            if node.name().startswith("Clamp"):
                leaf = leaf_of(node.next_functions[0][0])
                if leaf is not None and leaf.numel() <= SMALL:
                    self._clamped.add(id(leaf))

    @rests_without("_clamped", "_stuck")
    def on_step_began(self, event: StepBegan) -> None:
        history = event.history
        is_looked = bool(self._clamped) and is_looked_at(history.steps, history.number)
        if event.is_over or not (is_looked or history in self._stuck):
            return
        stuck = self._stuck.setdefault(history, {})
        for number in self._clamped if is_looked else ():
            learner = history.learners.get(number)
            if learner is not None and learner.nonzero and number not in stuck and _has_zeros(learner, True):
                stuck[number] = _Stuck(learner, history.steps)
        for number, each in list(stuck.items()):
            if not _has_zeros(each.learner, is_looked):
                del stuck[number]
            else:
                self._note(each)
        if not stuck:
            del self._stuck[history]

    def _note(self, stuck: _Stuck) -> None:
        stuck.seen += 1
        probe, tensor = self.recorder.probe, stuck.learner.ref()
        if probe.was_close:
            births = probe.zeros.get(id(tensor), [])
            held = [b for b in births if b.held_beyond and b.origin is not None]
            direct = [b for b in held if b.origin is not None and stuck.learner.origin in b.origin.parents]
            stuck.clamp = direct[0].origin if len(births) == len(direct) == 1 else None
            if stuck.clamp is not None:
                stuck.beyond = direct[0].held_beyond
                stuck.first_beyond = stuck.first_beyond or stuck.beyond
        if is_power_of_two(stuck.seen) and self._spare_probes:
            self._spare_probes -= 1
            probe.look_next(True, True)

    def of_run(self, copy: Copy) -> Iterator[StuckBeyondLimit]:
        for history, stuck in self._stuck.pairs():
            for each in stuck.values():
                lasts = each.seen >= LONG and each.seen * SHARE >= history.steps
                if each.clamp is not None and lasts and each.beyond >= NEARER * each.first_beyond:
                    op = torch_api.short_name_of(each.clamp.op)
                    chain = copy.chain(each.clamp.frames)
                    yield StuckBeyondLimit(chain, op, each.learner.name, each.since, history.steps)


def _has_zeros(learner: Learner, waits: bool) -> bool:
    """Is its gradient all zeros? An accelerator is waited for on few steps."""
    tensor = learner.ref()
    gradient = gradient_of(tensor) if tensor is not None else None
    if gradient is None:
        return False
    return not torch_api.any_nonzero(gradient) if waits or gradient.device.type == "cpu" else True
