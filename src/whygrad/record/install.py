"""Puts the recorder into place and takes it out again: the mode, and patches for what a mode does not see.

Every patch is undone by the ExitStack that made it, in reverse order, whatever happened in between.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import torch
from torch.optim import optimizer as optimizer_module

from whygrad.record import out_of_sight, torch_api
from whygrad.record.failures import Failures
from whygrad.record.functions import FunctionCalls
from whygrad.record.origin import LEAF, OUTSIDE, PARAMETER, REQUIRES_GRAD, Origin
from whygrad.record.patching import Wrap, replace
from whygrad.record.recorder import Recorder
from whygrad.record.scripts import ScriptCalls


@contextmanager
def installed(recorder: Recorder, failures: Failures) -> Iterator[None]:
    """Record what runs inside."""
    with ExitStack() as undo:
        _patch_makers(recorder, undo)
        _patch_grad_modes(recorder, undo)
        FunctionCalls(recorder).install(undo)
        ScriptCalls(recorder).install(undo)
        replace(undo, *torch_api.ENGINE, failures.watching_engine)
        _follow_optimizers(recorder, undo)
        out_of_sight.install(recorder, undo)
        undo.callback(torch_api.remove_mode, recorder.mode)
        torch_api.put_mode(recorder.mode)
        yield


def _patch_makers(recorder: Recorder, undo: ExitStack) -> None:
    """Functions that make tensors out of the mode's sight."""

    def from_numpy(original: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            out = original(*args, **kwargs)
            recorder.guarded(note_array, args, out, sys._getframe(1))
            return out

        def note_array(args: Any, out: Any, frame: Any) -> None:
            recorder.mode.note("torch.from_numpy", args, None, out, 1, frame)
            made = recorder.origins.get(out)
            if made is not None:
                made.flags |= OUTSIDE

        return wrapper

    def new_parameter(original: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(cls: Any, *args: Any, **kwargs: Any) -> Any:
            out = original(cls, *args, **kwargs)
            recorder.guarded(note_parameter, args[0] if args else kwargs.get("data"), out, sys._getframe(1))
            return out

        def note_parameter(data: Any, out: Any, frame: Any) -> None:
            parents: list[Origin] = []
            if data is not None:
                recorder.take(data, parents, frame)
            flags = LEAF | PARAMETER | (REQUIRES_GRAD if out.requires_grad else 0)
            origin = Origin("torch.nn.Parameter", tuple(parents), recorder.stack.capture(frame), flags)
            origin.dtype = out.dtype
            recorder.origins.put(out, origin)

        return wrapper

    def variable(original: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(cls: Any, *args: Any, **kwargs: Any) -> Any:
            out = original(cls, *args, **kwargs)
            recorder.guarded(recorder.mode.note, "torch.autograd.Variable", args, kwargs, out, 1, sys._getframe(1))
            return out

        return wrapper

    replace(undo, torch, "from_numpy", from_numpy)
    replace(undo, type(torch.autograd.Variable), "__call__", variable)
    replace(undo, torch.nn.Parameter, "__new__", new_parameter)


def _patch_grad_modes(recorder: Recorder, undo: ExitStack) -> None:
    """`inference_mode` switches in C++, where the mode does not see it."""

    def switching(leaving: bool) -> Wrap:
        def wrap(original: Callable[..., Any]) -> Callable[..., Any]:
            def wrapper(self: Any, *args: Any) -> Any:
                out = original(self, *args)
                recorder.guarded(recorder.modes.inference_mode_set, self, leaving, sys._getframe(1))
                return out

            return wrapper

        return wrap

    replace(undo, torch.inference_mode, "__enter__", switching(leaving=False))
    replace(undo, torch.inference_mode, "__exit__", switching(leaving=True))


def _follow_optimizers(recorder: Recorder, undo: ExitStack) -> None:
    """Know the optimizers, and step aside while one steps: its many calls are of no interest."""

    def init(original: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(self: Any, *args: Any, **kwargs: Any) -> Any:
            recorder.guarded(recorder.optimizers.add, self)
            return original(self, *args, **kwargs)

        return wrapper

    def before_step(*_: Any) -> None:
        recorder.step_aside()

    def after_step(*_: Any) -> None:
        recorder.come_back()

    replace(undo, torch.optim.Optimizer, "__init__", init)
    undo.callback(optimizer_module.register_optimizer_step_pre_hook(before_step).remove)
    undo.callback(optimizer_module.register_optimizer_step_post_hook(after_step).remove)
