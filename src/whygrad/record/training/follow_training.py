"""The patches through which the training is followed: optimizers, the clearing of gradients, the scaler, clipping."""

from __future__ import annotations

import functools
from collections.abc import Callable
from sys import _getframe
from types import FrameType

import torch

from whygrad.record.events import ClosureBegan, ClosureRan, ModuleCleared
from whygrad.record.live.limits import COMPILED_STEP
from whygrad.record.live.recorder import Recorder
from whygrad.record.seam import torch_api, torch_modes
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.given import FIRST, Args, Given, Kwargs, followed, given
from whygrad.record.seam.own_hooks import put_after_steps, put_before_steps
from whygrad.record.seam.patching import Patches, replace

STEP_LEFT = "torch.autograd.profiler:record_function.__exit__"


def follow_training(recorder: Recorder, undo: Patches) -> None:
    """Know the optimizers, and step aside while one steps: its many calls are of no interest."""
    _follow_optimizers(recorder, undo)
    _follow_clearing(recorder, undo)
    recorder.watching.modules.shared_parameters.install(undo)
    recorder.watching.modules.late_modules.install(undo)
    recorder.watching.functions.hooking.install(undo)
    recorder.watching.steps.unchanged_parameters.install(undo)
    recorder.watching.steps.evals.install(undo)


def _unseen(event: Callable[..., None], *args: object) -> None:
    """Tell the training of an event; what it reads of tensors is not the program's."""
    if torch_api.values_may_be_read():
        with torch_api.unseen():
            event(*args)


def _follow_optimizers(recorder: Recorder, undo: Patches) -> None:
    training, steady = recorder.training, recorder.steady

    def note_made(known: Given, frame: FrameType) -> None:
        if is_a(optimizer := known[FIRST], torch.optim.Optimizer):
            recorder.run.optimizers[optimizer] = recorder.stack.capture(frame)

    def note_holding(known: Given, _: object, out: object, frame: FrameType) -> None:
        recorder.probe.trains = True
        _unseen(training.optimizer_made, known[FIRST], frame)
        _unseen(_stage_may_begin, recorder, known[FIRST])

    def before_step(optimizer: torch.optim.Optimizer, args: Args, kwargs: Kwargs) -> None:
        if steady.away:
            return
        if recorder.suspension.compiled:
            recorder.contained(_note_compiled_step, recorder, _getframe(1))
        may_be_given = len(args) > 1 or kwargs  # more than itself; mostly not
        with_closure = bool(may_be_given) and recorder.contained(_closure_in, args, kwargs) is not None
        recorder.guarded(_note_step, recorder, optimizer, with_closure, _getframe(1))
        recorder.suspension.steps[id(_getframe(1))] = recorder.suspension.depth
        recorder.contained(recorder.suspension.step_aside, not with_closure)

    def after_step(optimizer: torch.optim.Optimizer, args: Args, kwargs: Kwargs) -> None:
        if steady.away:
            try:
                steady.step_missed(optimizer)
            except Exception as error:  # as `contained`, without its call
                recorder.fail(error)
            return
        depth = recorder.suspension.steps.get(id(_getframe(1)), recorder.suspension.depth - 1)
        recorder.put_back(recorder.suspension.come_back, depth)
        closure = recorder.contained(_closure_in, args, kwargs) if len(args) > 1 or kwargs else None
        recorder.guarded(_unseen, _note_step_over, recorder, optimizer, closure, _getframe(1))
        if steady.wanted:
            recorder.guarded(steady.step_ended)

    replace(undo, STEP_LEFT, functools.partial(_told_of_its_end, recorder))
    replace(undo, "torch.optim:Optimizer.__init__", followed(recorder, note_holding, before=note_made))
    undo.callback(put_before_steps(before_step))
    undo.callback(put_after_steps(after_step))


def _told_of_its_end(recorder: Recorder, original: Callable[..., object]) -> Callable[..., object]:
    """torch runs no hook after a step that raises; but each step leaves the block that names it to profilers."""

    def wrapper(*args: object, **kwargs: object) -> object:
        __tracebackhide__ = True
        steps, step = recorder.suspension.steps, id(_getframe(1))
        if step in steps:
            recorder.put_back(recorder.suspension.come_back, steps[step])
            steps.pop(step, None)
        return original(*args, **kwargs)

    return wrapper


def _note_step(recorder: Recorder, optimizer: torch.optim.Optimizer, with_closure: bool, frame: FrameType) -> None:
    recorder.watching.tensors.writes.add_step(optimizer, recorder.stack.capture(frame))
    # A step with a closure computes the loss inside: that is to be seen, and the gradients come later.
    if with_closure:
        recorder.watching.tell(ClosureBegan(recorder.training.history_of(optimizer)))
    else:
        _unseen(recorder.training.step_begins, optimizer, frame)


def _note_step_over(recorder: Recorder, optimizer: torch.optim.Optimizer, closure: object, frame: FrameType) -> None:
    if closure is not None:
        recorder.watching.tell(ClosureRan(recorder.training.history_of(optimizer), optimizer, closure, frame))
        recorder.training.step_begins(optimizer, frame, closure)
    recorder.training.step_ended(optimizer)
    _stage_may_begin(recorder, optimizer)


def _stage_may_begin(recorder: Recorder, optimizer: torch.optim.Optimizer) -> None:
    """An optimizer was made, or has stepped: one that goes on after another has a loss of its own."""
    history = recorder.training.history_of(optimizer)
    others = (other.steps for other in recorder.training.histories if other is not history)
    if history.steps > 1 or recorder.steady.wanted or not any(others):
        return
    if recorder.probe.stages.begins(recorder.run.passes, history.number):
        recorder.probe.look_next(True, True)


def _note_compiled_step(recorder: Recorder, frame: FrameType) -> None:
    if torch_modes.is_compiling_frames():
        recorder.run.limits.met(COMPILED_STEP, frame)


def _closure_in(args: Args, kwargs: Kwargs) -> object:
    """What was given to a step that can be called, else None."""
    return next(filter(callable, (*args[1:], *kwargs.values())), None)


def _follow_clearing(recorder: Recorder, undo: Patches) -> None:
    steady = recorder.steady

    def aside(original: Callable[..., object]) -> Callable[..., object]:
        def wrapper(*args: object, **kwargs: object) -> object:
            __tracebackhide__ = True
            if steady.away:
                return original(*args, **kwargs)
            depth = recorder.suspension.depth
            try:
                recorder.contained(recorder.suspension.step_aside)
                return original(*args, **kwargs)
            finally:
                recorder.put_back(recorder.suspension.come_back, depth)
                recorder.guarded(note_cleared, args, kwargs, _getframe(1))

        return wrapper

    def note_cleared(args: Args, kwargs: Kwargs, frame: FrameType) -> None:
        _unseen(recorder.training.cleared, frame)
        owner = given((FIRST,), args, kwargs).get(FIRST)
        if is_a(owner, torch.nn.Module):
            recorder.watching.tell(ModuleCleared(owner, frame))
        if is_a(owner, torch.optim.Optimizer):
            recorder.run.waiting.add(owner)

    replace(undo, "torch.optim:Optimizer.zero_grad", aside)
    replace(undo, "torch.nn:Module.zero_grad", aside)
