"""Passes that are run for the gradient of an input, between the pass of the loss and the step that uses it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from whygrad.evidence.of_one_cause.by_products import ProbeTrained
from whygrad.record.copying.module_owners import is_held
from whygrad.record.events import Cleared, GradientRead, PassEnded, StepBegan, StepEnded
from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.origin import LEAF, PARAMETER, Frames, Origin
from whygrad.record.telling import only_inspected, rests_without
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FEW = 8  # passes between two clearings


@dataclass(eq=False)
class _Ran:
    frames: Frames
    inputs: set[int] = field(default_factory=set)  # ids of new leaves that nobody trains
    trained: dict[int, Origin] = field(default_factory=dict)
    is_read: bool = False  # the gradient of such an input


@dataclass
class _Probe:
    own: Frames
    names: tuple[str, ...]
    steps: int = 0


class ProbingPasses(Watcher):
    """Asks at each step which of the passes that it uses were run for an input's gradient alone.

    One that shares its input with the loss, as in adversarial training with one pass for both, is no such.
    """

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._passes: list[_Ran] = []
        self._found: Bounded[Frames, _Probe] = Bounded(MOST)

    def of_run(self, copy: Copy) -> Iterator[ProbeTrained]:
        for frames, probe in self._found.items():
            yield ProbeTrained(copy.chain(frames), copy.chain(probe.own), probe.names, probe.steps)

    @only_inspected
    def on_pass_ended(self, event: PassEnded) -> None:
        if not event.collects or not self.recorder.probe.active or len(self._passes) >= FEW:
            return
        ran, since = _Ran(event.frames), self.recorder.training.clocks.of_step
        for origin in event.graph.learning:
            if origin.flags & PARAMETER or is_held(origin):
                ran.trained[id(origin)] = origin
            elif origin.flags & LEAF and origin.clock >= since:  # one that lives on may be trained by hand
                ran.inputs.add(id(origin))
        self._passes.append(ran)

    def on_gradient_read(self, event: GradientRead) -> None:
        if self._passes and id(event.leaf) in self._passes[-1].inputs:
            self._passes[-1].is_read = True

    @rests_without("_passes")
    def on_cleared(self, event: Cleared) -> None:
        self._passes = []

    @rests_without("_passes")
    def on_step_began(self, event: StepBegan) -> None:
        learners = {id(k.origin): k.name for k in event.history.learners.values()} if len(self._passes) > 1 else {}
        if event.is_over or not learners:
            return
        using = [ran for ran in self._passes if not learners.keys().isdisjoint(ran.trained)]
        own = next((ran for ran in using if not ran.is_read), None)
        for ran in using if own is not None else ():
            # What it alone trains is meant: the rest of the model gets its gradient by the input's.
            if own is None or not ran.is_read or learners.keys().isdisjoint(ran.trained.keys() & own.trained.keys()):
                continue
            if ran.frames != own.frames and ran.inputs.isdisjoint(own.inputs):
                names = tuple(learners[i] for i in ran.trained if learners.get(i))
                self._found.setdefault(ran.frames, _Probe(own.frames, names)).steps += 1

    @rests_without("_passes")
    def on_step_ended(self, event: StepEnded) -> None:
        self._passes = []
