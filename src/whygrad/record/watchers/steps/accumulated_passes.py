"""Several passes of one line for each step: how many were added up, and by what each loss was divided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.steps import AccumulatedPasses, UnevenMeans, UnevenSums
from whygrad.ops import SCALING, act_of
from whygrad.record.events import Cleared, PassBegan, StepBegan, StepEnded
from whygrad.record.live.bounded import MOST_LEARNING, NEAREST
from whygrad.record.live.origin import LEAF, Frames, Origin
from whygrad.record.live.pass_graph import PassGraph
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam.as_is import is_a
from whygrad.record.telling import only_inspected
from whygrad.record.training.calm_steps import is_plain
from whygrad.record.training.loss_nodes import Scaling, Targets, scaling_of, targets_of
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder
    from whygrad.record.training.history import History

MOST_PASSES = 1_024  # of a run that are looked at
MOST_STEPS = 64  # and of an optimizer's steps
MUCH = 1.1  # times as many targets


@dataclass
class Run:
    """The passes of one line since the latest step."""

    frames: Frames = ()
    scalings: list[Scaling] = field(default_factory=list)
    divided: Frames = ()  # where a loss was divided
    targets: list[Targets | None] = field(default_factory=list)  # over how many each loss is a mean
    loss: Frames = ()  # where that was computed
    mixed: bool = False  # passes of several lines, or of several losses: no plain accumulation
    lines: set[Frames] = field(default_factory=set)  # of all passes, also where they are mixed
    leaves: set[int] = field(default_factory=set)  # the ids of those that got a gradient


@dataclass
class Habit:
    """What an optimizer's steps had in common."""

    frames: Frames = ()
    divided: Frames = ()
    counts: Counter[int] = field(default_factory=Counter)  # passes added up -> steps
    divisors: Counter[float] = field(default_factory=Counter)  # divisor of each pass
    uneven: int = 0  # steps of which some passes were divided and others not
    means: bool = True
    loss: Frames = ()
    differ: int = 0  # steps whose means are over different numbers of targets
    by_hand: bool = False
    widest: tuple[int, int] = (0, 0)  # the fewest and the most of them in one step

    def count(self, run: Run) -> None:
        """Are the means of a step over different numbers of targets, and weighed alike?"""
        targets = [of for of in run.targets if of is not None]
        if len(targets) < len(run.targets) or len({(of.by_hand, round(of.divisor, 6)) for of in targets}) > 1:
            return
        numbers = [of.number for of in targets]
        if min(numbers) and max(numbers) > MUCH * min(numbers):
            self.differ, self.loss, self.by_hand = self.differ + 1, run.loss, targets[0].by_hand
            self.widest = max(self.widest, (min(numbers), max(numbers)), key=lambda both: both[1] - both[0])


class PassesOfSteps(Watcher):
    """Follows the passes between steps, for every optimizer that has no closure."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._run = Run()
        self._passes = 0
        self._habits: WeakKeys[History, Habit] = WeakKeys()
        # The lines of passes that ran since an optimizer's own latest step, before the latest of the others.
        self._earlier: WeakKeys[History, set[Frames]] = WeakKeys()

    def of_run(self, copy: Copy) -> Iterator[AccumulatedPasses | UnevenMeans | UnevenSums]:
        for history in self.recorder.training.histories:
            habit = self._habits.get(history)
            if habit is not None:
                yield AccumulatedPasses(
                    copy.chain(habit.frames),
                    copy.chain(habit.divided),
                    tuple(habit.counts.most_common()),
                    tuple(sorted(habit.divisors)),
                    habit.uneven,
                    habit.means,
                )
                if habit.differ:
                    chains = copy.chain(habit.frames), copy.chain(habit.loss)
                    passes, of = habit.counts.most_common(1)[0][0], sum(habit.counts.values())
                    kind = UnevenSums if habit.by_hand else UnevenMeans
                    yield kind(*chains, passes, *habit.widest, habit.differ, of)

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        self._passes += 1
        if self._passes > MOST_PASSES or (not event.inspected and is_plain(self.recorder.training.followed)):
            return
        losses = [t for t in event.tensors if is_a(t, torch.Tensor)]
        run, frames = self._run, self.recorder.stack.capture(event.frame)
        run.lines.add(frames)
        if run.mixed:
            return
        run.mixed |= len(losses) != 1 or bool(run.frames and run.frames != frames)
        # One gradient after another may be dropped by hand between passes, as where each task gets its own.
        run.mixed |= bool(run.scalings and self.recorder.training.cleared_since())
        run.mixed |= not _meets(run, event.graph)
        if run.mixed:
            return
        run.frames = frames
        origin = self.recorder.origins.get(losses[0])
        by_scaler = bool(((origin and origin.extra) or {}).get("scaled"))
        is_hooked = self.recorder.probe.hooked_saves.has
        run.scalings.append(scaling_of(losses[0], by_scaler, is_hooked))
        run.targets.append(targets_of(losses[0], is_hooked))
        run.loss = _undivided(origin).frames if origin is not None else ()
        if run.scalings[-1].divisor != 1 and origin is not None:
            run.divided = _division(origin)

    @only_inspected
    def on_step_began(self, event: StepBegan) -> None:
        """A step uses what the passes since the one before have added up."""
        run = self._run
        if run.mixed or not run.scalings or event.is_over or not all(s.is_known for s in run.scalings):
            return
        if run.frames in self._earlier.get(event.history, ()):
            return  # some of its passes ran before the step of another optimizer, which has not used them
        habit = self._habits.setdefault(event.history, Habit())
        if sum(habit.counts.values()) >= MOST_STEPS or (habit.frames and habit.frames != run.frames):
            return
        habit.frames, habit.divided = run.frames, run.divided or habit.divided
        habit.counts[len(run.scalings)] += 1
        divisors = [round(s.divisor, 6) for s in run.scalings]
        habit.divisors.update(divisors)
        habit.uneven += len(set(divisors)) > 1 and 1.0 in divisors
        habit.means &= all(s.is_mean for s in run.scalings)
        habit.count(run)

    @only_inspected
    def on_cleared(self, event: Cleared) -> None:
        """Gradients were cleared between passes: these are not added up."""
        self._run.mixed |= bool(self._run.scalings)

    @only_inspected
    def on_step_ended(self, event: StepEnded) -> None:
        if not self._run.lines:
            return  # mostly
        ended, self._run = self._run, Run()
        for history in self.recorder.training.followed:
            earlier = self._earlier.setdefault(history, set())
            if history is event.history:
                earlier.clear()
            elif len(earlier) < MOST_STEPS:
                earlier |= ended.lines


def _meets(run: Run, graph: PassGraph) -> bool:
    """Does the pass add to gradients of those before it? Losses of single layers go to parameters of their own."""
    learning = graph.learning
    leaves = {id(origin) for origin in learning if origin.flags & LEAF}
    meets = not run.leaves or bool(leaves & run.leaves) or len(learning) >= MOST_LEARNING
    run.leaves |= leaves
    return meets


def _undivided(origin: Origin) -> Origin:
    """What was divided, or multiplied by a number, to get this loss; itself where nothing was."""
    for _ in range(NEAREST):
        if act_of(origin.op) not in SCALING or not origin.parents:
            break
        origin = origin.parents[0]
    return origin


def _division(origin: Origin) -> Frames:
    """Where the loss was divided, a few operations back."""
    for _ in range(NEAREST):
        if act_of(origin.op) == "div" or not origin.parents:
            break
        origin = origin.parents[0]
    return origin.frames if act_of(origin.op) == "div" else ()
