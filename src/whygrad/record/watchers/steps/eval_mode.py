"""Counts the steps that train a module which was switched to `eval()`: for an evaluation in the midst of the training,
or for one before it, by a line that switches again later. Who switches and goes on with the next pass at once means it:
statistics are frozen for the last epochs, or dropout is off for them.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType
from typing import TYPE_CHECKING

import torch
from torch import nn

from whygrad.evidence.of_one_cause.eval_mode import StepsInEvalMode
from whygrad.record.events import ModeSwitched, PassBegan, StepEnded
from whygrad.record.live.bounded import MOST, MOST_NODES
from whygrad.record.live.grad_modes import Switching
from whygrad.record.live.origin import Frames
from whygrad.record.live.stack import pairs_in
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attribute_of, is_a, is_exactly
from whygrad.record.seam.holdings import children_of, entries_of, modules_in, named_tensors_in
from whygrad.record.seam.nodes import gradient_of, leaf_of
from whygrad.record.telling import rests_without
from whygrad.record.training.history import History
from whygrad.record.training.schedule import is_looked_at
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

DROPOUTS = (nn.Dropout, nn.Dropout1d, nn.Dropout2d, nn.Dropout3d, nn.AlphaDropout, nn.FeatureAlphaDropout)
LEAVES = 1 << 62  # leaves have greater numbers in autograd's count
MOST_PLACES = 64
PlaceKey = tuple[int, int]  # a code object that is kept alive beside it, and the instruction
BATCH_NORMS = (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d, nn.SyncBatchNorm)


@dataclass
class _Trained:
    """A module that was switched, and its steps since."""

    kind: str
    early: _Early | None = None
    affected: str = ""  # the kind of what does something else in that mode, and takes part in the training
    frames: Frames = ()
    steps: int = 0
    of: int = 0
    by: weakref.ref[History] | None = None  # the optimizer that was found to train it
    asked: int = 0  # how often none was

    def is_trained_by(self, history: History, module: torch.nn.Module, reached: set[int]) -> bool:
        """Does the optimizer hold parameters of the module, with gradients, and does the mode matter for that?

        A large one is asked a few times only.
        """
        if self.by is not None or not is_looked_at(self.asked):
            self.asked += 1
            return self.by is not None and self.by() is history
        held = (p for _, p in named_tensors_in(module, "_parameters") if id(p) in history.learners)
        if any(gradient_of(p) is not None for p in held):
            self.affected = _affected(module, reached)
            self.by = weakref.ref(history) if self.affected else None
        self.asked += 1
        return self.by is not None


@dataclass(frozen=True)
class _Evaluating:
    """A module that was switched since the last pass, in the midst of the training."""

    latest: Switching | None  # that had turned gradients off last by then
    clock: int  # autograd's count of operations
    without_gradients: bool  # that were off by then

    def ran(self, event: PassBegan, since: list[Switching], usual: dict[PlaceKey, CodeType]) -> bool:
        """Was something computed since then that is no part of the pass: without gradients, or to be dropped?

        What turns gradients off at other passes too, as for a teacher, is a part of the training.
        """
        if self.without_gradients or any(key not in usual for switch in since for key in _key(switch)):
            return True
        nodes = event.graph.nodes
        numbers = [number for node in nodes if self.clock <= (number := node._sequence_nr()) < LEAVES]
        return len(nodes) < MOST_NODES and bool(numbers) and min(numbers) > self.clock


@dataclass
class _Early:
    """A module that was switched before any pass."""

    frames: Frames
    switch: Switching | None  # that had turned gradients off last by then
    evaluates: bool  # gradients are off for what follows the call, and on again when it is over
    asked: bool = False  # at the first pass after it
    again: bool = False  # the same line has switched it once more since then


class EvalMode(Watcher):
    """Asks at each step whether a module that was switched is still so; there are few, mostly one."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._trained: WeakKeys[torch.nn.Module, _Trained] = WeakKeys()
        self._kept: list[_Trained] = []  # modules may be gone when the run is over
        self._early: WeakKeys[torch.nn.Module, _Early] = WeakKeys()
        self._switched: WeakKeys[torch.nn.Module, _Evaluating] = WeakKeys()
        self._intended: WeakKeys[torch.nn.Module, bool] = WeakKeys()  # switched, and no evaluation ran
        self._usual: dict[PlaceKey, CodeType] = {}  # what turns gradients off between passes, while nobody is switched
        self._latest: Switching | None = None  # that turned gradients off before the latest pass
        self._evaluates = False  # something was switched since then, if only by a call that changed nothing
        self._reached: set[int] = set()  # the leaves of the passes since the latest step, while somebody is asked for

    def on_mode_switched(self, event: ModeSwitched) -> None:
        self._evaluates = self._evaluates or not event.training
        if not event.training and self.recorder.run.passes and attribute_of(event.module, "training") is True:
            off = not torch_api.grad_enabled()
            self._switched[event.module] = _Evaluating(self.recorder.modes.latest, torch_api.sequence_number(), off)
        known = self._early.get(event.module)
        if event.training:
            if known is not None and not known.again:
                self._forget(event.module)
        elif known is not None:
            here = pairs_in(self.recorder.stack.capture(event.frame))[:1]
            known.again = known.again or (known.asked and here == pairs_in(known.frames)[:1])
        elif (
            not self.recorder.run.passes and len(self._early) < MOST and attribute_of(event.module, "training") is True
        ):
            frames, modes = self.recorder.stack.capture(event.frame), self.recorder.modes
            self._early[event.module] = _Early(frames, modes.latest, not torch_api.grad_enabled())

    @property
    def _asks(self) -> bool:
        """Was anything switched to `eval()` so far?"""
        return bool(self.recorder.watching.steps.evals.switched or self._early)

    @rests_without("_switched", "_evaluates", "_asks")
    def on_pass_began(self, event: PassBegan) -> None:
        """Ask what was switched since the last pass whether it was for an evaluation."""
        self._ask_switched(event)
        self._ask_early(event)
        if any(map(self._is_open, [*self.recorder.watching.steps.evals.switched.keys(), *self._early.keys()])):
            self._reached |= {id(leaf) for node in event.graph.nodes if (leaf := leaf_of(node)) is not None}

    def _is_open(self, module: torch.nn.Module) -> bool:
        """Is it in that mode, and is it still to be found out whether that matters?"""
        if attribute_of(module, "training") is not False:
            return False
        trained = self._trained.get(module)
        return trained is None or (trained.by is None and is_looked_at(trained.asked))

    def _ask_switched(self, event: PassBegan) -> None:
        modes = self.recorder.modes
        if not self._evaluates and modes.latest is not self._latest and len(self._usual) < MOST_PLACES:
            for switch in modes.since(self._latest):
                self._usual |= _key(switch)
        for module, switched in self._switched.pairs():
            del self._switched[module]
            self._intended[module] = not switched.ran(event, modes.since(switched.latest), self._usual)
        self._latest, self._evaluates = modes.latest, False

    def _ask_early(self, event: PassBegan) -> None:
        """An evaluation is a call that is over by now, in which the module was switched and then gradients were."""
        if all(early.asked for early in self._early.values()):
            return
        running = {id(code) for code, _ in pairs_in(self.recorder.stack.capture(event.frame))}
        latest = self.recorder.modes.latest
        for module, early in self._early.pairs():
            if not early.asked and latest is not None and latest is not early.switch:
                inside = {id(code) for code, _ in pairs_in(latest.frames)}
                codes = (id(code) for code, _ in pairs_in(early.frames))
                both = next((code for code in codes if code in inside), None)
                early.evaluates = early.evaluates or (both is not None and both not in running)
            early.asked = True
            if not early.evaluates:
                self._forget(module)

    def _forget(self, module: torch.nn.Module) -> None:
        """What was switched early is back, or was meant so; its steps since do not count."""
        del self._early[module]
        trained = self._trained.pop(module, None)
        self._kept = [known for known in self._kept if known is not trained]

    @rests_without("_asks")
    def on_step_ended(self, event: StepEnded) -> None:
        for module, (frames, passes) in self.recorder.watching.steps.evals.switched.pairs():
            if passes < self.recorder.run.passes and not self._intended.get(module):
                self._count(module, frames, event.history)
        for module, early in self._early.pairs():
            if early.asked:
                self._count(module, early.frames, event.history, early)
        self._reached.clear()

    def _count(self, module: torch.nn.Module, frames: Frames, history: History, early: _Early | None = None) -> None:
        if attribute_of(module, "training") is not False:
            return  # it is back
        trained = self._trained.get(module)
        if trained is None:
            if len(self._kept) >= MOST:
                return
            trained = self._trained[module] = _Trained(type(module).__name__, early)
            self._kept.append(trained)
        if trained.is_trained_by(history, module, self._reached):
            trained.frames, trained.of = frames, history.steps
            trained.steps += 1

    def of_run(self, copy: Copy) -> Iterator[StepsInEvalMode]:
        for trained in self._kept:
            early = trained.early
            if trained.steps and (early is None or early.again):
                chain = copy.chain(trained.frames)
                counts = (trained.steps, trained.of)
                yield StepsInEvalMode(trained.kind, chain, *counts, trained.affected, early is not None)


def _key(switch: Switching) -> dict[PlaceKey, CodeType]:
    """Where it stands."""
    return {(id(code), at): code for code, at in pairs_in(switch.frames)[:1]}


def _affected(module: torch.nn.Module, reached: set[int]) -> str:
    """A dropout or batch norm inside that is in the other mode too; the module itself may well be switched alone.

    It takes part in the training where a pass reaches all that learns in that mode in it, or in the innermost module
    around it where something does: a body that goes on in another model leaves its old head as the last test left it.
    """
    inside = modules_in(module)
    around = {id(child): at for _, at in inside for _, child in children_of(at)}
    is_known = not reached.isdisjoint(id(p) for _, p in named_tensors_in(module, "_parameters"))
    for path, inner in inside:
        rests = path and attribute_of(inner, "training") is False and does_otherwise(inner)
        if rests and (not is_known or _takes_part(inner, around, reached)):
            return type(inner).__name__
    return ""


def _takes_part(inner: torch.nn.Module, around: dict[int, torch.nn.Module], reached: set[int]) -> bool:
    at: torch.nn.Module | None = inner
    for _ in range(len(around) + 1):  # modules may stand in a circle
        if at is None:
            break
        resting = [part for _, part in modules_in(at) if attribute_of(part, "training") is False]
        held = (p for part in resting for _, p in entries_of(part, "_parameters") if is_a(p, torch.Tensor))
        learning = [id(p) for p in held if torch_api.requires_grad(p)]
        if learning:
            return reached.issuperset(learning)
        at = around.get(id(at))
    return False


def does_otherwise(module: torch.nn.Module) -> bool:
    if is_a(module, DROPOUTS):
        rate = attribute_of(module, "p")
        return is_exactly(rate, int, float) and rate > 0
    return is_a(module, BATCH_NORMS) and attribute_of(module, "track_running_stats") is True
