"""Keeps the recorder out of the program's sight: its warnings and tracebacks show its own lines, not ours.

The mode's frame stands between a call and torch, so a warning that torch attributes to its caller would be
attributed to us, and every traceback that the program prints by itself would have lines of ours in it.
"""

from __future__ import annotations

import os
import sys
import traceback
import warnings
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from types import FrameType
from typing import TYPE_CHECKING, Any

import torch
import torch.overrides

from whygrad.on_import import when_imported
from whygrad.record import torch_api
from whygrad.record.origin import OwnRef
from whygrad.record.patching import replace

if TYPE_CHECKING:
    from whygrad.record.recorder import Recorder

DEBUGGER = "bdb"
RECORDER = os.path.dirname(os.path.abspath(__file__)) + os.sep
OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


def install(recorder: Recorder, undo: ExitStack) -> None:
    for name in ("walk_tb", "_walk_tb_with_full_positions"):
        if hasattr(traceback, name):
            replace(undo, traceback, name, _without_our_frames)
    replace(undo, traceback, "walk_stack", _without_our_frames_of_a_stack)
    replace(undo, warnings, "warn", _at_the_same_level)
    if hasattr(warnings, "_showwarnmsg"):
        replace(undo, warnings, "_showwarnmsg", lambda original: _at_the_callers_line(recorder, original))
    undo.callback(when_imported(DEBUGGER, lambda: replace(undo, sys.modules[DEBUGGER].Bdb, "trace_dispatch", _past_us)))
    replace(undo, torch.overrides, "has_torch_function", lambda original: _without_the_mode(recorder, original))
    replace(undo, torch.utils, "swap_tensors", lambda original: _swap_tensors(recorder, original))


def _without_our_frames(original: Callable[..., Any]) -> Callable[..., Any]:
    def walk(tb: Any) -> Iterator[Any]:
        entries = list(original(tb))
        hidden = _contained_hidden([entry[0] for entry in entries])
        return (entry for entry, is_hidden in zip(entries, hidden, strict=True) if not is_hidden)

    return walk


def _without_our_frames_of_a_stack(original: Callable[..., Any]) -> Callable[..., Any]:
    def walk(frame: Any) -> Iterator[Any]:
        if frame is None:
            return original(frame)  # it counts the frames that call it, so it must be left alone
        entries = list(original(frame))
        hidden = _contained_hidden([entry[0] for entry in entries[::-1]])[::-1]
        return (entry for entry, is_hidden in zip(entries, hidden, strict=True) if not is_hidden)

    return walk


def _contained_hidden(frames: list[FrameType]) -> list[bool]:
    """As `_hidden`; where that fails the program's traceback is shown as it is."""
    try:
        return _hidden(frames)
    except Exception:
        return [False] * len(frames)


def _hidden(frames: list[FrameType]) -> list[bool]:
    """Which of these frames, outermost first, are there because of us.

    A public function of torch hands itself over to the mode, which calls it again: then it is there twice.
    """
    hidden = [frame.f_code.co_filename.startswith(OURS) for frame in frames]
    for index in range(1, len(frames) - 1):
        if hidden[index + 1] and frames[index].f_code.co_filename == torch_api.OVERRIDES_FILE:
            hidden[index] = hidden[index - 1] = True
    return hidden


def _past_us(original: Callable[..., Any]) -> Callable[..., Any]:
    """A debugger that steps into a call does not step into the recorder."""

    def trace_dispatch(debugger: Any, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "call" and _runs_for_us(frame):
            return None
        return original(debugger, frame, event, argument)

    return trace_dispatch


def _runs_for_us(frame: FrameType | None) -> bool:
    """Is it the recorder's code, or called by it? What a wrapper of ours hands on is the program's own call."""
    innermost = frame
    while frame is not None and not frame.f_code.co_filename.startswith(RECORDER):
        frame = frame.f_back
    if frame is None or frame is innermost:
        return frame is not None
    return "original" not in frame.f_code.co_freevars and "func" not in frame.f_code.co_varnames


def _at_the_same_level(original: Callable[..., Any]) -> Callable[..., Any]:
    """A warning that names a caller by counting frames must not count ours."""

    def warn(message: Any, category: Any = None, stacklevel: int = 1, *args: Any, **kwargs: Any) -> Any:
        frames: list[FrameType] = []
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            frames.append(frame)
            frame = frame.f_back
        hidden = _contained_hidden(frames[::-1])[::-1]
        seen = [depth for depth, is_hidden in enumerate(hidden, 1) if not is_hidden]
        if 1 <= stacklevel <= len(seen):
            stacklevel = seen[stacklevel - 1]
        return original(message, category, stacklevel + 1, *args, **kwargs)

    return warn


def _at_the_callers_line(recorder: Recorder, original: Callable[..., Any]) -> Callable[..., Any]:
    def show(message: Any) -> None:
        frame = None
        if message.filename.startswith(OURS):
            frame = recorder.contained(_caller, sys._getframe(1), message.filename)
        if frame is None:
            recorder.guarded(recorder.warned.add, str(message.message), sys._getframe(1))
            original(message)
            return
        # It is warned again, at the line that plain Python would name: filters and "once" are that line's.
        warnings.onceregistry.pop((str(message.message), message.category), None)  # type: ignore[attr-defined]
        for module in list(sys.modules.values()):
            if getattr(module, "__file__", None) == message.filename:
                vars(module).get("__warningregistry__", {}).clear()
        warnings.warn_explicit(
            message.message,
            message.category,
            frame.f_code.co_filename,
            frame.f_lineno,
            frame.f_globals.get("__name__"),
            frame.f_globals.setdefault("__warningregistry__", {}),
            source=message.source,
        )

    return show


def _caller(frame: FrameType | None, ours: str) -> FrameType | None:
    """The frame that called into us: past our own, and past the function that handed over to the mode."""
    while frame is not None and frame.f_code.co_filename != ours:
        frame = frame.f_back
    while frame is not None and frame.f_code.co_filename.startswith(OURS):
        frame = frame.f_back
    if frame is not None and frame.f_code.co_filename == torch_api.OVERRIDES_FILE and frame.f_back is not None:
        frame = frame.f_back.f_back
    return frame


def _without_the_mode(recorder: Recorder, original: Callable[..., Any]) -> Callable[..., Any]:
    """Modules (transformers, attention) ask this before they take a fused path, which gives other bits."""

    def has_torch_function(arguments: Any) -> bool:
        removed = recorder.contained(torch_api.step_aside, recorder.mode)
        try:
            return bool(original(arguments))
        finally:
            if removed:
                recorder.contained(torch_api.put_mode, recorder.mode)

    return has_torch_function


class _OnlyOthers:
    """The module `weakref` without our own references."""

    @staticmethod
    def getweakrefs(tensor: Any) -> list[Any]:
        return [ref for ref in weakref.getweakrefs(tensor) if not isinstance(ref, OwnRef)]


def _swap_tensors(recorder: Recorder, original: Callable[..., Any]) -> Callable[..., Any]:
    """torch refuses to swap tensors that somebody holds weakly, as we do."""

    def swap_tensors(first: Any, second: Any) -> Any:
        take_out = recorder.origins.take_out
        origins = recorder.contained(take_out, first), recorder.contained(take_out, second)
        torch.utils.weakref = _OnlyOthers  # type: ignore[attr-defined, assignment]  # the name by which torch asks
        try:
            out = original(first, second)
            origins = origins[::-1]
            return out
        finally:
            torch.utils.weakref = weakref  # type: ignore[attr-defined]
            for tensor, origin in zip((first, second), origins, strict=True):
                if origin is not None:
                    recorder.guarded(recorder.origins.put, tensor, origin)

    return swap_tensors
