"""Puts the recorder into place and takes it out again: the mode, and patches for what a mode does not see.

Every patch is undone by the ExitStack that made it, in reverse order, whatever happened in between.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from sys import _getframe  # ours is not to be counted past us
from types import FrameType
from typing import Any

import torch

from whygrad.on_import import when_imported
from whygrad.own_frames import without_own_frames
from whygrad.record.hotpath import handing_over
from whygrad.record.live.origin import LEAF, OUTSIDE, PARAMETER, REQUIRES_GRAD, Origin
from whygrad.record.live.recorder import Recorder
from whygrad.record.questions.failures import Failures
from whygrad.record.seam import own_hooks, patched, private_names, torch_api, torch_modes
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.patching import Called, Patches, Wrap, replace
from whygrad.record.special.compiled_calls import note_compiled_call
from whygrad.record.special.functions import FunctionCalls
from whygrad.record.special.scripted_modules import ScriptCalls
from whygrad.record.training.follow_training import follow_training
from whygrad.record.unseen import out_of_sight

COMPILER = "torch._dynamo"
COMPILER_ENTRY = "torch._dynamo.eval_frame"


@contextmanager
def installed(recorder: Recorder, failures: Failures) -> Iterator[None]:
    """Record what runs inside."""
    limits = recorder.run.limits
    with Patches(partial(recorder.contained, limits.pickled), partial(recorder.contained, limits.left_alone)) as undo:
        own_hooks.install(undo)
        _patch_makers(recorder, undo)
        _patch_grad_modes(recorder, undo)
        FunctionCalls(recorder).install(undo)
        ScriptCalls(recorder).install(undo)
        recorder.probe.hooked_saves.install(undo, recorder.guarded)
        recorder.watching.functions.checkpoints.install(undo)
        replace(undo, patched.ENGINE, failures.watching_engine, stays=True)
        follow_training(recorder, undo)
        for watcher in recorder.watching.all:
            watcher.install(undo)
        _follow_replicas(recorder, undo)
        out_of_sight.install(recorder, undo)
        handing_over.install(recorder, undo)
        _follow_compiler(recorder, undo)
        replace(undo, "threading:Thread._bootstrap_inner", lambda original: _watched_thread(recorder, original))
        undo.callback(torch_modes.remove_mode, recorder.mode)
        if not recorder.broken:
            torch_modes.put_mode(recorder.mode)
        for name in private_names.ABSENT:
            limits.left_out(name)
        recorder.mode.installed = True
        undo.callback(setattr, recorder.mode, "installed", False)
        yield


def _patch_makers(recorder: Recorder, undo: Patches) -> None:
    """Functions that make tensors out of the mode's sight."""

    def note_array(known: Given, out: object, frame: FrameType) -> None:
        recorder.mode.note("torch.from_numpy", (known.get("ndarray"),), None, out, 1, frame)
        made = recorder.origins.get(out)
        if made is not None:
            made.flags |= OUTSIDE
        recorder.on_tape("array_came_back", out, frame)

    def note_parameter(known: Given, out: object, frame: FrameType) -> None:
        if not is_a(out, torch.Tensor):
            return  # a class of the program's has made something else
        parents: list[Origin] = []
        data = known.get("data")
        if data is not None:
            recorder.take(data, parents, frame)
        flags = LEAF | PARAMETER | (REQUIRES_GRAD if torch_api.requires_grad(out) else 0)
        origin = Origin("torch.nn.Parameter", tuple(parents), recorder.stack.capture(frame), flags)
        origin.dtype = out.dtype
        if not flags & REQUIRES_GRAD:
            origin.add(frozen_by=recorder.stack.foreign_call(frame))
        if recorder.training.optimizers_made:
            origin.add(after_optimizers=recorder.training.optimizers_made)
        if recorder.run.passes:
            origin.add(born=recorder.run.passes)
            recorder.training.new_parameter()
        recorder.origins.put(out, origin)
        recorder.on_tape("parameter_made", data, out, origin.frames)

    def note_variable(known: Given, out: object, frame: FrameType) -> None:
        if is_a(out, torch.Tensor):
            recorder.mode.note("torch.autograd.Variable", (known.get("data"),), None, out, 1, frame)

    from_numpy = followed(recorder, note_array, names=("ndarray",), unless_away=True)
    variable = followed(recorder, note_variable, names=("cls", "data"), unless_away=True)
    replace(undo, "torch:from_numpy", from_numpy)
    replace(undo, "torch.autograd.variable:VariableMeta.__call__", variable)
    replace(undo, "torch.nn:Parameter.__new__", followed(recorder, note_parameter), Called.PLAINLY)


def _patch_grad_modes(recorder: Recorder, undo: Patches) -> None:
    """`inference_mode` switches in C++, where the mode does not see it."""

    def switching(leaving: bool) -> Wrap:
        def note(known: Given, out: object, frame: FrameType) -> None:
            recorder.modes.inference_mode_set(known[FIRST], leaving, frame)

        return followed(recorder, note)

    replace(undo, "torch:inference_mode.__enter__", switching(leaving=False))
    replace(undo, "torch:inference_mode.__exit__", switching(leaving=True))


def _watched_thread(recorder: Recorder, original: Callable[..., object]) -> Callable[..., object]:
    """Function modes are each thread's own: a thread that starts while we record gets ours."""

    def bootstrap(*args: object, **kwargs: object) -> None:
        __tracebackhide__ = True
        try:
            if not recorder.broken:
                recorder.contained(torch_modes.put_mode, recorder.mode)
                recorder.contained(_show_errors_without_our_frames, args)
            original(*args, **kwargs)
        finally:
            recorder.put_back(torch_modes.remove_mode, recorder.mode)

    return bootstrap


def _show_errors_without_our_frames(args: tuple[object, ...]) -> None:
    """What nobody caught in a thread is printed by Python itself, which no patch of ours is asked by."""
    if not args:  # an odd call
        return
    thread: Any = args[0]
    show = thread._invoke_excepthook

    def invoke_excepthook(failed: object) -> None:
        error = sys.exc_info()[1]
        if error is not None:
            without_own_frames(error)
        del error
        show(failed)

    thread._invoke_excepthook = invoke_excepthook


def _follow_compiler(recorder: Recorder, undo: Patches) -> None:
    """The compiler is patched when the program loads it, and finds torch's own functions as it is loaded."""

    @contextmanager
    def originals() -> Iterator[None]:
        try:
            recorder.contained(undo.take_back)
            yield
        finally:
            recorder.contained(undo.put_again)

    def loaded() -> None:
        recorder.contained(_keep_out_of_compiler, undo)

    undo.callback(when_imported(COMPILER, loaded, originals))
    undo.callback(when_imported(COMPILER_ENTRY, lambda: recorder.contained(_follow_compiled_code, recorder, undo)))


def _keep_out_of_compiler(undo: Patches) -> None:
    taken_back = torch_modes.keep_out_of_compiler(out_of_sight.OURS)
    if taken_back is not None:
        undo.callback(taken_back)
    else:
        undo.missing(f"{COMPILER}:trace_rules.SKIP_DIRS")


def _follow_compiled_code(recorder: Recorder, undo: Patches) -> None:
    """Step aside while compiled code runs; the compiler is patched when the program loads it."""

    def switching(original: Callable[..., object]) -> Callable[..., object]:
        suspension, inside = recorder.suspension, recorder.suspension.threads_in_compiled_code

        def wrapper(*args: object, **kwargs: object) -> object:
            __tracebackhide__ = True
            callback = args[0] if args else kwargs.get("callback")
            if not inside and (callback is None or callback is False):
                return original(*args, **kwargs)  # mostly
            entered_by = suspension.compiled
            if callback is not None and callback is not False:
                if not entered_by:
                    recorder.contained(suspension.compiled_code_entered, id(_getframe(1)), undo)
            elif entered_by and entered_by == id(_getframe(1)):
                recorder.contained(suspension.compiled_code_left, undo)
                recorder.seen(note_compiled_call, recorder, _getframe(1))
            return original(*args, **kwargs)

        return wrapper

    eval_frame = sys.modules[COMPILER_ENTRY]
    switch = f"{COMPILER_ENTRY}:{torch_modes.compiler_switch(eval_frame)}"
    if not replace(undo, switch, switching, stays=True):
        recorder.suspension.leave()
        raise RuntimeError("where compiled code begins is not known, and it must not be compiled with the recorder")


def _follow_replicas(recorder: Recorder, undo: Patches) -> None:
    """Know where a module was made parallel: that is where its options are."""

    def note_made(known: Given, out: object, frame: FrameType) -> None:
        if is_a(module := known[FIRST], torch.nn.Module):
            recorder.run.replicas.add(module, recorder.stack.capture(frame))

    replace(undo, "torch.nn.parallel:DistributedDataParallel.__init__", followed(recorder, note_made))
