"""Follows the training itself: passes, steps, clearings and clippings, and what each optimizer's parameters got.

What needs no values is noted at every step; values are looked at on a few steps only (`schedule.py`).
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Callable
from itertools import chain
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.record.copying.module_owners import is_held, leaves_behind
from whygrad.record.events import Cleared, OptimizerMade, StepBegan, StepEnded
from whygrad.record.live.bounded import MOST_ORIGINS
from whygrad.record.live.kept_values import SMALL, Values
from whygrad.record.live.origin import PARAMETER, Frames, Origin, OwnRef, parents_of
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import code_of
from whygrad.record.seam.holdings import groups_of, parameters_of, params_of
from whygrad.record.seam.nodes import gradient_of, has_gradient
from whygrad.record.training.calm_steps import Clocks, will_be_calm
from whygrad.record.training.history import History, Learner
from whygrad.record.training.hook_results import keep_masked, note_masked
from whygrad.record.training.lines import Lines
from whygrad.record.training.schedule import is_looked_at
from whygrad.record.training.wasted_gradients import is_wasted
from whygrad.record.watchers.steps.kept_gradients import doubled_gradient
from whygrad.record.watchers.steps.reverted_updates import keep_updated_values, keep_values, note_undone
from whygrad.record.watchers.steps.steps_without_gradient import note_fasts, note_unreached
from whygrad.walk import breadth_first

TakeLook = Callable[[History, list[Origin], FrameType], None]  # the passes since the step before

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder
    from whygrad.record.watchers.steps.gradient_reads import Readings

SPARE_PROBES = 16  # passes that are looked at closely beyond the schedule, because the model was changed
SPARE_WALKS = 64  # passes after a freezing that are asked whose gradient they were made for
BAD_LOSSES = 4  # passes from a loss that is not finite that are looked at beyond the schedule; a run may go on with nan
MOST_HISTORIES = 256  # optimizers that are remembered; a program may make one in every iteration
FEW = 8  # optimizers that are followed however long they rest
IDLE = 64  # passes without a step, after which one of more is not
MOST_STOPPED = 4_096


class Training:
    """The histories of all optimizers, fed by the patches in `follow_training.py`."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._of: WeakKeys[torch.optim.Optimizer, History] = WeakKeys()
        self._lines, self.clocks = Lines(), Clocks()
        self.histories: list[History] = []  # of which is told in the end
        self.optimizers_made = 0
        self.followed: list[History] = []  # those whose optimizers live and step
        self.passes_at_any_step = self.passes_before_step = self._collecting_at_any_step = 0
        self._cleared: tuple[int, Frames] = (-1, ())  # how many passes there had been at the latest clearing
        self._written: tuple[int, Frames, str] = (-1, (), "")  # and when they were written or clipped to 0, by what
        self._latest_step: Frames = ()  # of any optimizer
        self._stopped: deque[weakref.ref[Origin]] = deque(maxlen=MOST_STOPPED)  # had learnt, frozen since a pass
        self.new_parameters = 0  # that were made or registered
        self.switched = 0  # flags of parameters: unfrozen in no optimizer's hold, or frozen again and again
        self._spare_probes, self._spare_walks, self._bad_losses = SPARE_PROBES, SPARE_WALKS, 0
        self.changes = 0  # how often the model itself was changed since it is trained
        self.look: TakeLook | None = None  # set where looks are wanted, as the next three
        self.look_before_steps: TakeLook | None = None
        self.readings: Readings | None = None
        self.fell_asleep: TakeLook | None = None

    def history_of(self, optimizer: torch.optim.Optimizer) -> History:
        history = self._of.get(optimizer)
        if history is None:
            # One that was made before we watched is known from its first step.
            history = self._lines.history_of(optimizer, self._recorder.run.optimizers.setdefault(optimizer, ()))
            self._of[optimizer] = history
            self._recorder.watching.stir()
            if not history.steps:
                history.passes_at_start, history.inspections.changes = self._recorder.run.passes, self.changes
                if len(self.histories) < MOST_HISTORIES:
                    self.histories.append(history)
        if not history.is_followed:
            history.is_followed = True
            self.followed.append(history)
            if len(self.followed) > MOST_HISTORIES:  # no pass has run that would have let them go
                self._let_go(self.followed[: MOST_HISTORIES // 2])
        return history

    def begin_anew(self) -> None:
        """Tell nothing of what was trained so far; an optimizer that is known is one that has not stepped yet."""
        for learner in (k for history in self.histories for k in history.learners.values()):
            learner.origin.add(learnt=False, written=0)
        self.histories, self.followed, self._of, self._lines, self.clocks = [], [], WeakKeys(), Lines(), Clocks()
        self.passes_at_any_step = self.passes_before_step = 0
        self._collecting_at_any_step = self._recorder.run.collecting

    def _let_go(self, idle: list[History]) -> None:
        """Follow these no longer; one that steps again is."""
        for history in idle:
            history.is_followed = False
        if idle:
            self.followed = [history for history in self.followed if history.is_followed]

    def _is_over(self, history: History) -> bool:
        """Need it not be followed any longer: is its optimizer gone, or one of many, and idle?"""
        if history.optimizer() is None:
            return True
        latest = max(history.passes_at_step, history.passes_at_start)
        return len(self.followed) > FEW and self._recorder.run.passes - latest > IDLE

    def _refresh(self, history: History, optimizer: torch.optim.Optimizer, frame: FrameType) -> None:
        """Take in what the optimizer holds now: groups are added, parameters replaced."""
        ids = list(map(id, chain.from_iterable(map(params_of, groups_of(optimizer)))))
        if ids == history.ids:
            return  # mostly
        held = parameters_of(optimizer)
        known, history.ids = history.learners, ids
        history.learners = {}
        for p in held:
            old = known.get(id(p))
            if old is None or old.ref() is not p:
                origin = self._recorder.origin_of(p, frame)
                origin.add(held=True)
                old = Learner(p, origin)
                history.hungry.append(old)
            history.learners[id(p)] = old

    # -- events -----------------------------------------------------------------------------------------------------

    def new_parameter(self) -> None:
        self.new_parameters += 1
        self.model_changed()

    def model_changed(self) -> None:
        """A parameter was made, frozen or unfrozen while others are trained: the next step is looked at."""
        self._recorder.watching.stir()
        if self._recorder.run.passes and not self._recorder.steady.wanted:
            self.changes += 1
            if self._spare_probes and not self._recorder.probe.active:
                self._spare_probes -= 1
                self._recorder.probe.look_next(True, True)

    def bad_loss(self) -> bool:
        """A loss is nan or infinite: the next step is looked at, the first few times."""
        self._recorder.watching.stir()
        self._bad_losses += 1
        self.changes += self._bad_losses <= BAD_LOSSES
        return self._bad_losses <= BAD_LOSSES

    def optimizer_made(self, optimizer: torch.optim.Optimizer, frame: FrameType) -> None:
        self._recorder.watching.stir()
        history = self.history_of(optimizer)
        self.clocks.generations.made(history)
        self.optimizers_made += 1
        history.serial = history.serial or self.optimizers_made
        self._refresh(history, optimizer, frame)
        self._recorder.watching.tell(OptimizerMade(optimizer))

    def flag_switched(self) -> None:
        self.switched += 1
        self.model_changed()

    def frozen_again(self, origin: Origin) -> None:
        """A parameter that has learnt is frozen, and the same place freezes it once more."""
        if not (origin.extra or {}).get("again"):
            origin.add(again=True)
            self.flag_switched()

    def stopped(self, origin: Origin) -> None:
        """A parameter that has learnt was frozen."""
        origin.add(stopped=self._latest_step, probed=(), again=False)
        self._stopped.append(weakref.ref(origin))
        self.model_changed()

    def pass_ran(self, ran: Origin) -> None:
        """The first pass after a freezing: was it made for the gradient of an input?"""
        if not self._stopped:
            return
        stopped = [o for ref in self._stopped if (o := ref()) is not None]
        self._stopped.clear()
        self._spare_walks -= 1
        if self._spare_walks >= 0 and any(
            not leaf.flags & PARAMETER and not is_held(leaf) for leaf in leaves_behind([ran])
        ):
            for origin in stopped:
                origin.add(probed=ran.frames)

    def pass_begins(self, frame: FrameType) -> None:
        """Is the gradient that the latest step used still there, to be added to?"""
        for history in self.followed:
            if history.delivered and not self.clocks.generations.is_like_others:
                self._recorder.watching.stir()  # another pass for the same step
            note_undone(history, self._recorder.run.passes)
            history.leftover.note_clearing()
            if not history.leftover.kept_on and history.leftover.is_as_it_was():
                history.leftover.kept_on = self._recorder.stack.capture(frame)

    def pass_ended(self, frame: FrameType) -> None:
        self._let_go([history for history in self.followed if self._is_over(history)])
        for history in self.followed:
            optimizer = history.optimizer()
            held = sum(len(params_of(group)) for group in groups_of(optimizer)) if optimizer is not None else 0
            if optimizer is not None and len(history.ids) != held:
                self._refresh(history, optimizer, frame)  # one that was replaced is taken in at the step
            if history.leftover.kept_on and history.leftover.is_as_it_was():
                history.leftover.kept_on = ()  # this pass has added nothing to it
            for learner in history.hungry:
                tensor = learner.ref()
                learner.arrived = learner.arrived or has_gradient(tensor)
            if history.has_gradients():
                history.delivered += 1
                history.reached += 1
                if is_looked_at(history.steps + 1, history.number):
                    gradients = (g for p in history.parameters() if (g := gradient_of(p)) is not None)
                    history.progress.came = any(torch_api.any_nonzero(g) for g in gradients)
                history.latest_pass = self._recorder.stack.capture(frame)
                if not history.steps and self._recorder.probe.nonfinite and self.look_before_steps is not None:
                    self.look_before_steps(history, self._passes_since(history), frame)
                history.waste.count_pass()

    def read(self) -> None:
        """The program itself reads a gradient: then clearing it afterwards wastes nothing."""
        for history in self.followed:
            history.waste.was_read = True

    def cleared(self, frame: FrameType, by_hand: bool = False) -> None:
        """`zero_grad()` ran, of an optimizer or of a module; by hand one gradient was dropped, mostly of many."""
        self._cleared = (self._recorder.run.collecting, self._recorder.stack.capture(frame))
        if not by_hand:
            self._recorder.watching.tell(Cleared())
        for history in self.followed if not by_hand else ():
            if history.delivered and self.is_pass_unused and self._is_wasted(history):
                history.waste.dropped, history.waste.dropping = history.latest_pass, self._cleared[1]
            history.leftover.note_clearing()

    def gradient_given(self, tensor: torch.Tensor, value: torch.Tensor) -> None:
        """The program gives a parameter another gradient: what had piled up is gone, unless this comes of it."""
        origin = self._recorder.origins.get(value)
        past = breadth_first((origin,), parents_of, MOST_ORIGINS) if origin is not None else ()
        if not any(at.op == torch_api.GRADIENT_GETTER for at in past):
            for history in self.followed:
                history.leftover.note_replaced(tensor)

    def _is_wasted(self, history: History) -> bool:
        return not self._recorder.watching.functions.hooks.take_gradients and is_wasted(history, self.followed)

    def gradients_written(self, frames: Frames, by: str) -> None:
        """The program itself has written into a gradient, or had all of them clipped to 0."""
        self._written = (self._recorder.run.collecting, frames, by)

    @property
    def is_pass_unused(self) -> bool:
        """Has a pass added to `.grad` since the latest step of any optimizer?"""
        return self._collecting_at_any_step < self._recorder.run.collecting

    def cleared_since(self) -> Frames:
        """Where gradients were cleared after the latest pass that added to them, if they were."""
        return self._cleared[1] if self._cleared[0] == self._recorder.run.collecting else ()

    def step_begins(self, optimizer: torch.optim.Optimizer, frame: FrameType, closure: object = None) -> None:
        """A step is about to run; one with a closure is over, because its gradients come in the course of it."""
        is_over = closure is not None
        history = self.history_of(optimizer)
        self._refresh(history, optimizer, frame)
        history.steps += 1
        if history.steps == 1:
            history.passes_at_first_step = self._recorder.run.passes
            if not history.reached and history.has_gradients():
                history.reached = 1  # by a pass before us
        history.latest_step = self._latest_step = self._recorder.stack.capture(frame)
        self._recorder.watching.tell(StepBegan(history, optimizer, is_over, frame))
        looked_at = history.inspections.looked_at = self._is_looked_at(history)
        self._note_gradients(history, looked_at)
        if looked_at and history.waste.drops and not history.waste.doubled:
            history.waste.doubled = doubled_gradient(history.parameters(), self._recorder.origins)
        if is_over:
            history.waste.begin_step()  # a closure may well be called several times in one step
        self._note_order(history, looked_at, closure)
        self._recorder.watching.steps.unchanged_parameters.step_begins(history, optimizer)
        if looked_at and self._recorder.probe.arrived:
            keep_masked(history, self._recorder.probe.arrived)
        if looked_at and not is_over and not self._recorder.steady.leaves_next:
            keep_values(history)
        passes = self._passes_since(history)
        if looked_at and self.look is not None:
            self.look(history, passes, frame)
        if self.fell_asleep is not None and history.delivered and not is_over and note_fasts(history, passes):
            self.fell_asleep(history, passes, frame)

    def _is_looked_at(self, history: History) -> bool:
        unreached = note_unreached(history, self.is_pass_unused)
        changed = history.inspections.is_spared_for(self.changes)
        if is_looked_at(history.steps, history.number) or self._recorder.steady.looks_closely:
            return True
        history.inspections.spare_looks -= changed
        return changed or unreached

    def left(self) -> None:
        """The recorder goes away: who is to be asked at each step until it comes back?"""
        for history in self.histories:
            history.is_open = history.may_change()

    def ask_again(self, history: History, optimizer: torch.optim.Optimizer) -> None:
        """A step ran while the recorder was away: what never had a gradient is asked, and a rate that was always 0."""
        if history.progress.zero_rates == history.steps - 1:
            self._recorder.watching.steps.unchanged_parameters.step_begins(history, optimizer)
        with torch_api.untold():
            self._note_gradients(history, False)
        history.is_open = history.may_change()

    def _note_gradients(self, history: History, looked_at: bool) -> None:
        for learner in history.hungry:
            tensor = learner.ref()
            learner.got = has_gradient(tensor)
            learner.dropped += learner.arrived and bool(history.waste.drops)
            if learner.got:
                learner.origin.add(learnt=True)
        history.hungry = [learner for learner in history.hungry if not learner.got]
        if looked_at:
            for learner in history.learners.values():
                tensor = learner.ref()
                gradient = gradient_of(tensor) if tensor is not None and not learner.nonzero else None
                if gradient is not None:
                    learner.nonzero = torch_api.any_nonzero(gradient)
                    if not learner.nonzero:
                        self._recorder.probe.suspect()

    def _note_order(self, history: History, looked_at: bool, closure: object) -> None:
        gradients = (g for p in history.parameters() if (g := gradient_of(p)) is not None)
        empty = not any(not looked_at or torch_api.any_nonzero(g) for g in gradients)
        cleared, written = (at[0] == self._recorder.run.collecting for at in (self._cleared, self._written))
        # What a step with a closure has used, it may clear itself.
        is_early = closure is None or code_of(closure) in self._cleared[1][::2]
        if empty and history.delivered and cleared and is_early:
            history.empty_steps += 1
            history.progress.cleared, history.progress.cleared_by = self._cleared[1], "clearing"
        elif empty and looked_at and history.progress.came and history.delivered and written:
            history.empty_steps += 1
            _, history.progress.cleared, history.progress.cleared_by = self._written
        elif not empty and (looked_at or not (cleared or written)):  # else nobody knows what is left of them
            history.full_steps += 1
        history.progress.came = False
        if history.leftover.kept_on:
            history.leftover.note_clearing()  # since the pass that added to it
        if history.leftover.kept_on:
            history.progress.mixed_steps += 1
            history.progress.mixed = history.latest_pass or history.leftover.kept_on
        elif history.leftover.was_cleared:
            history.clean_steps += 1
        history.waste.count_step(bool(history.full_steps))

    def _passes_since(self, history: History) -> list[Origin]:
        """The passes that this step is about: since the latest step of any optimizer, else since this one's own."""
        latest: list[Origin] = []
        for ran in reversed(self._recorder.run.roots):  # mostly one alone
            if (extra := ran.extra or {})["number"] <= self.passes_at_any_step:
                break
            latest += [ran] if extra["collects"] else []
        if latest:
            return latest[::-1]
        # What only returns gradients, as `autograd.grad` does, leaves none where a step looks for them.
        roots = [r for r in self._recorder.run.roots if (r.extra or {})["collects"]] or self._recorder.run.roots
        latest = [r for r in roots if (r.extra or {})["number"] > self.passes_at_any_step]
        return latest or [r for r in roots if (r.extra or {})["number"] > history.passes_at_step]

    def step_ended(self, optimizer: torch.optim.Optimizer) -> None:
        history = self.history_of(optimizer)
        now = self.clocks.step_ended(self._recorder.modes.latest, history.latest_step)
        self._recorder.watching.tell(StepEnded(history, optimizer))
        self._recorder.probe.step_ended()
        if self._recorder.run.passes > self.passes_at_any_step:  # else several optimizers step one after the other
            self.passes_before_step = self.passes_at_any_step
        history.passes_at_step = self.passes_at_any_step = self._recorder.run.passes
        self._collecting_at_any_step = self._recorder.run.collecting
        history.progress.ended(now)
        history.delivered = 0
        history.leftover.let_go(was_cleared=False)
        for learner in history.hungry:
            learner.arrived = False
        note_masked(history)
        keep_updated_values(history)
        if history.updates:
            self._recorder.watching.steps.unchanged_parameters.step_ended(history, optimizer)
        for other in self.followed:
            other.waste.dropped = ()
        if history.inspections.looked_at and not self._recorder.steady.leaves_next:
            for parameter in history.parameters():
                gradient = gradient_of(parameter)
                if gradient is None or gradient.layout != torch.strided or gradient.numel() > SMALL:
                    continue
                if torch_api.is_readable(gradient) and torch_api.any_nonzero(gradient):
                    history.leftover.kept = (OwnRef(parameter), Values.copied(gradient))
                    break
        self._recorder.watching.settle(will_be_calm(self._recorder, history))
