"""At which steps the parameters of an optimizer are looked at, and what is told of the looks in the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from types import FrameType

from whygrad.evidence import Evidence
from whygrad.evidence.steps import BackwardPasses
from whygrad.ops import act_of
from whygrad.record.copying.dead_look import DeadLooks
from whygrad.record.copying.look import Look
from whygrad.record.copying.looked_step import LookedStep
from whygrad.record.copying.module_owners import leaves_behind
from whygrad.record.copying.optimizer_runs import runs_of_optimizers
from whygrad.record.copying.order_of_events import order_of_events
from whygrad.record.copying.snapshot import Copy, Snapshot
from whygrad.record.live.origin import Origin
from whygrad.record.live.recorder import Recorder
from whygrad.record.seam import torch_api
from whygrad.record.seam.holdings import walked_once
from whygrad.record.seam.many_values import all_of_them_finite
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.training.history import History, Learner
from whygrad.record.training.schedule import ALL_OF_THE_FIRST, is_looked_at, is_power_of_two
from whygrad.record.watchers.processes.sharded_parameters import FlatPart, ShardedParameters
from whygrad.record.watchers.steps.gradient_reads import Readings
from whygrad.record.watchers.steps.stopped_learning import StoppedLearning
from whygrad.recording import QueryKind, Recording

PASSES = 2  # one alone may be a program that only wants to see a gradient


class StepInspection:
    """Takes looks and, at the end, tells what of them still holds."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        recorder.training.look = self.look
        recorder.training.look_before_steps = self.look_before_steps
        recorder.training.readings = Readings(recorder, self.look)
        self._stopped, self._dead = StoppedLearning(recorder), DeadLooks(recorder)

    def look(self, history: History, passes: list[Origin], frame: FrameType) -> None:
        """Copy out what may be wrong at this step; a step of which nothing is suspicious is copied rarely."""
        try:
            self._look(history, passes, frame)
        finally:
            self._recorder.probe.nonfinite = []

    def _look(self, history: History, passes: list[Origin], frame: FrameType) -> None:
        seen = history.inspections
        seen.looks += 1
        self._recorder.watching.steps.retained_graphs.look(self._recorder.origins.refs(), history.steps, frame)
        if seen.broken:
            return  # the first look that saw nan is the one to keep: after it everything is nan
        starving = [k for k in history.learners.values() if _requires_grad(k) and (not k.got or not k.nonzero)]
        broken = _broken(history) or self._mended(history)
        if broken:
            self._recorder.probe.suspect()
        parts = self._recorder.watching.one(ShardedParameters).starving_parts(history.parameters())
        wrong: list[Learner | FlatPart] = [*starving, *broken, *parts]
        astray = not wrong and self._leads_elsewhere(history, passes)
        state, closely = (astray, *self._state_of_model(history)), self._recorder.probe.was_close
        is_same = seen.looked is not None and state == seen.state and {*map(id, wrong)} == {*map(id, seen.looked_for)}
        is_bad_loss = bool(self._recorder.probe.nonfinite) and not self._recorder.probe.loss_was_finite
        if self._is_copied(history, bool(wrong) or astray or is_bad_loss, is_same and not is_bad_loss, closely):
            seen.state, seen.looked_closely, seen.broken = state, closely, bool(broken)
            seen.looked_for = wrong
            seen.looked = self.copy(history, passes, starving, broken, frame, parts)

    def _is_copied(self, history: History, is_wrong: bool, is_same: bool, closely: bool) -> bool:
        """Is this look copied? `is_same`: the model and what is wrong are as they were at the latest copy."""
        seen = history.inspections
        if is_wrong and closely and not seen.looked_closely:
            is_same = False  # now it can be told where it arises
        some_frozen = any(seen.state[-1:])  # a flag that should wake them, and is none, changes nothing that is heard
        is_due = _is_power_of_four(seen.looks) or (some_frozen and seen.looks >= ALL_OF_THE_FIRST)
        if is_same and (history.number > 1 or not is_due):
            return False  # of those that one line makes the first is copied again
        if is_wrong:
            return True
        if seen.looked is not None and not is_same:
            seen.changed_looks += 1
            if seen.changed_looks > ALL_OF_THE_FIRST // 2 and not is_power_of_two(seen.changed_looks):
                return False  # a model that changes in every step, and all is well
        # Of the later ones of a line others were copied.
        return seen.looks >= self._recorder.steady.first_copy and is_looked_at(history.number)

    def look_before_steps(self, history: History, passes: list[Origin], frame: FrameType) -> None:
        """A pass has met nan or infinity, and no step has run yet: it may be why none ever does."""
        broken = _broken(history) if history.progress.unstepped is None else []
        if broken:
            history.progress.unstepped = self.copy(history, passes, [], broken, frame)

    def _mended(self, history: History) -> list[Learner]:
        """Those whose gradient was nan or infinite in this pass, which the program has replaced by numbers."""
        if not self._recorder.probe.nonfinite:
            return []
        found = []
        for learner in history.learners.values():
            tensor = learner.ref()
            gradient = gradient_of(tensor) if tensor is not None else None
            origin = self._recorder.origins.get(gradient) if gradient is not None else None
            if origin is not None and act_of(origin.op) == "nan_to_num":
                found.append(learner)
        return found

    def _leads_elsewhere(self, history: History, passes: list[Origin]) -> bool:
        """Do the passes lead to what learns, and to nothing that the optimizer holds?"""
        leaves = leaves_behind(passes)
        held = {id(self._recorder.origins.get(p)) for p in history.parameters()} if leaves else set[int]()
        return bool(leaves) and not any(id(leaf) in held for leaf in leaves)

    def _state_of_model(self, history: History) -> tuple[object, ...]:
        """What a change of the model changes: parameters that are new, frozen or unfrozen."""
        frozen = frozenset(i for i, k in history.learners.items() if not _requires_grad(k))
        return self._recorder.training.new_parameters, self._recorder.training.switched, frozen

    def copy(
        self,
        history: History,
        passes: list[Origin],
        starving: list[Learner],
        broken: list[Learner],
        frame: FrameType,
        parts: Iterable[FlatPart] = (),
    ) -> Look:
        with walked_once():
            return LookedStep(self._recorder, history, passes, starving, broken, list(parts), frame).look()

    def recordings(self) -> list[Recording]:
        """The latest look at each optimizer, without what got its gradient since."""
        if not (self._recorder.run.passes or self._recorder.training.histories):
            return []  # nothing was trained
        read = [self._recorder.training.readings.history] if self._recorder.training.readings is not None else []
        with torch_api.plain():  # a mode of the program's may still be in force
            histories = [*self._recorder.training.histories, *read]
            looked = [
                look.at_the_end() for h in histories if (look := h.inspections.looked or _never_stepped(h, histories))
            ]
            return [*looked, *self._stopped.recordings(), *self._dead.recordings(), self._order()]

    def _order(self) -> Recording:
        """What the whole run tells of the order of passes, steps, clearings and clippings."""
        recorder = self._recorder
        snapshot = Snapshot(recorder, [])
        leaves = [o for watcher in recorder.watching.all for o in watcher.needs()]
        return snapshot.take(QueryKind.TRAINING, [], evidence=partial(_of_run, recorder), besides=leaves)


def _of_run(recorder: Recorder, copy: Copy) -> Iterator[Evidence]:
    yield BackwardPasses(recorder.run.passes)
    yield from runs_of_optimizers(recorder.training.histories, copy)
    yield from order_of_events(recorder, copy)
    for watcher in recorder.watching.all:
        yield from watcher.of_run(copy)


def _never_stepped(history: History, histories: list[History]) -> Look | None:
    """The look at a pass whose gradients were nan, where passes came and no step ever did."""
    is_alone = not any(map(history.shares, histories))
    return history.progress.unstepped if not history.steps and history.reached >= PASSES and is_alone else None


def _is_power_of_four(number: int) -> bool:
    return number & (number - 1) == 0 and number % 3 == 1


def _requires_grad(learner: Learner) -> bool:
    tensor = learner.ref()
    return tensor is not None and torch_api.requires_grad(tensor)


def _broken(history: History) -> list[Learner]:
    """Those whose gradient has nan or infinity in it."""
    living = [(k, t) for k in history.learners.values() if (t := k.ref()) is not None]
    found = [(k, gradient) for k, tensor in living if (gradient := gradient_of(tensor)) is not None]
    if all_of_them_finite([gradient for _, gradient in found]):
        return []
    return [k for k, gradient in found if not torch_api.all_finite(gradient)]
