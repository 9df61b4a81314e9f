"""Gradients that two steps use: of two optimizers that hold the same parameters, or of one that steps twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from whygrad.evidence.terms import GradientUsedTwice, SumUsedTwice
from whygrad.record.events import PassBegan, StepBegan, StepEnded
from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.origin import Frames
from whygrad.record.seam import torch_api
from whygrad.record.seam.gradient_states import GradientState, gradient_state
from whygrad.record.seam.holdings import has_rates_of_zero
from whygrad.record.telling import only_inspected
from whygrad.record.training.calm_steps import follows_gradients
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder
    from whygrad.record.training.history import History, Learner

SEVERAL = 2
STEPS = 8  # between two passes
PASSES = 4  # between two steps


@dataclass(eq=False)
class _Took:
    """A step, with the gradients that it has found: which they are, and how often they were written."""

    history: History
    frames: Frames
    found: dict[int, GradientState]
    before: dict[int, int]  # how often the parameters themselves were written
    after: dict[int, int] = field(default_factory=dict)  # the same, when it was over


@dataclass(eq=False)
class _Pair:
    one: History
    other: History
    learners: list[Learner] = field(default_factory=list)
    times: int = 0
    passes: tuple[Frames, ...] = ()  # of different losses, before the first of the steps


class ReusedGradients(Watcher):
    """Asks at each step which gradients an earlier step since the latest pass has used, as they still are.

    A step inside another is part of it: a wrapper's own `step` calls that of what it wraps.
    """

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._took: list[_Took] = []
        self._passes: dict[tuple[Frames, ...], Frames] = {}  # since the latest step, by their losses
        self._inside: list[History] = []
        self._is_followed = True  # what the latest pass has brought
        self._latest: _Took | None = None  # the step that is running
        self._pairs: Bounded[tuple[Frames, Frames], _Pair] = Bounded(MOST)

    def of_run(self, copy: Copy) -> Iterator[GradientUsedTwice | SumUsedTwice]:
        for (first, again), pair in self._pairs.items():
            if pair.times < SEVERAL:
                continue
            names = tuple(dict.fromkeys(learner.name for learner in pair.learners if learner.name))
            used_by = sorted({pair.one, pair.other}, key=lambda history: history.serial)
            made, held = tuple(copy.chain(h.frames) for h in used_by), tuple(len(h.ids) for h in used_by)
            yield GradientUsedTwice(copy.chain(first), copy.chain(again), made, held, names, pair.times)
            if len(pair.passes) > 1 and len(used_by) > 1:
                alone = tuple(len(set(mine.ids) - set(others.ids)) for mine, others in (used_by, used_by[::-1]))
                passes = tuple(map(copy.chain, pair.passes))
                yield SumUsedTwice(copy.chain(first), copy.chain(again), passes, alone)

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        if self._took:
            self._passes = {}
        self._is_followed = follows_gradients(self.recorder, event.inspected)
        if self._is_followed and len(self._passes) < PASSES:
            self._passes[tuple(root.frames for root in event.known)] = self.recorder.stack.capture(event.frame)
        self._took, self._inside, self._latest = [], [], None

    @only_inspected
    def on_step_began(self, event: StepBegan) -> None:
        """One with a closure has run passes of its own."""
        is_inner, history = bool(self._inside), event.history
        self._inside.append(history)
        if is_inner or event.is_over or not self._is_followed or len(self._took) >= STEPS:
            return
        if not has_rates_of_zero(event.optimizer):
            found = {i: state for i, k in history.learners.items() if (state := gradient_state(k.ref())) is not None}
            frames = self.recorder.stack.capture(event.frame)
            self._latest = _Took(history, frames, found, _versions(history, found))

    @only_inspected
    def on_step_ended(self, event: StepEnded) -> None:
        if event.history in self._inside:
            del self._inside[self._inside.index(event.history) :]
        took = self._latest
        if took is None or self._inside or took.history is not event.history:
            return
        self._latest, now = None, _versions(took.history, took.found)
        # One that writes no parameter prepares gradients for another, or only looks at them.
        took.found = {i: state for i, state in took.found.items() if now.get(i) != took.before.get(i)}
        for before in self._took:
            # What was written in between was taken back, as by a line search.
            kept = [i for i, number in took.before.items() if before.after.get(i) == number]
            again = [i for i in kept if i in took.found and before.found.get(i) == took.found[i]]
            if again:
                pair = self._pairs.setdefault((before.frames, took.frames), _Pair(before.history, took.history))
                pair.learners = pair.learners or [took.history.learners[i] for i in again]
                pair.times += 1
                pair.passes = pair.passes or tuple(self._passes.values())
        took.after = now
        self._took.append(took)


def _versions(history: History, ids: Iterable[int]) -> dict[int, int]:
    tensors = ((i, history.learners[i].ref()) for i in ids if i in history.learners)
    return {i: torch_api.version_of(tensor) for i, tensor in tensors if tensor is not None}
