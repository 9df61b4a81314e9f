"""Frames that are there because of us, left out where Python shows frames: tracebacks, stacks, debuggers, log records.

The mode's frame stands between a call and torch, so every stack that the program prints by itself would have lines of
ours in it.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import os
import traceback
from collections.abc import Callable, Iterator
from sys import _getframe
from types import CodeType, FrameType
from typing import TYPE_CHECKING

from whygrad.interruptions.errors import OURS, hand_on
from whygrad.on_import import when_imported
from whygrad.record.hotpath.handing_over import HAND_OVERS
from whygrad.record.seam import patched, private_names, torch_api, torch_modes
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.given import given, names_of, values_of, with_argument
from whygrad.record.seam.patching import Patches, replace

if TYPE_CHECKING:
    import torch

    from whygrad.record.live.recorder import Recorder

DEBUGGER = "bdb"
NOTEBOOKS = "IPython.core.ultratb"
PACKAGE = "whygrad."
FOR_A_CALL = ("__torch_function__", "special_call")  # what is called in a function's place
# What runs at a call, or between two instructions of the program.
RECORDER = tuple(os.path.join(OURS, folder) + os.sep for folder in ("record", "source", "tape", "interruptions"))
COMMAND = os.path.join(OURS, "cli", "")
# The questions to which a function of torch's hands itself over to the mode, which calls it again.
HANDING_OVER = frozenset({"has_torch_function_unary", "has_torch_function_variadic"})
HAND_OVER_FILES = (torch_api.OVERRIDES_FILE, contextlib.__file__)

Entry = tuple[FrameType, object]  # of a traceback or a stack: the frame, and where it is at; some have more


def install(recorder: Recorder, undo: Patches) -> None:
    for name in ("walk_tb", "_walk_tb_with_full_positions"):
        if hasattr(traceback, name):
            replace(undo, f"traceback:{name}", _without_our_frames)
    replace(undo, "traceback:walk_stack", _without_our_frames_of_a_stack)
    replace(undo, "inspect:getouterframes", lambda original: _without_our_entries(original, outermost_first=False))
    replace(undo, "inspect:getinnerframes", lambda original: _without_our_entries(original, outermost_first=True))
    replace(undo, "logging:Logger.findCaller", _at_the_same_level)
    if private_names.IS_TRIED:
        replace(undo, patched.NAMES_WHILE_TRACING, _names_in_the_callers_frame)
    undo.callback(when_imported(DEBUGGER, lambda: recorder.contained(_install_in_debugger, undo)))
    undo.callback(when_imported(NOTEBOOKS, lambda: recorder.contained(_install_in_notebooks, undo)))


def _install_in_debugger(undo: Patches) -> None:
    replace(undo, f"{DEBUGGER}:Bdb.trace_dispatch", _past_us)
    replace(undo, f"{DEBUGGER}:Bdb.get_stack", _without_our_places)


def _install_in_notebooks(undo: Patches) -> None:
    """IPython leaves out what is marked as hidden, but never the innermost frame."""
    replace(undo, f"{NOTEBOOKS}:VerboseTB.get_records", _without_our_records)


def hidden(frames: list[FrameType]) -> list[bool]:
    """Which of these frames, outermost first, are there because of us; where that fails all are shown."""
    try:
        return _hidden(frames)
    except Exception as error:
        hand_on(error)
        return [False] * len(frames)


def _hidden(frames: list[FrameType]) -> list[bool]:
    """A public function of torch hands itself over to the mode, which calls it again: then it is there twice.

    The compiled mode has no frame of its own; it shows in the variables of the one that hands over. Outside the command
    that runs the program is only what started the command.
    """
    found = [frame.f_code.co_filename.startswith(OURS) for frame in frames]
    hands_over = [frame.f_code.co_filename in HAND_OVERS for frame in frames]
    for index in range(1, len(frames)):
        if hands_over[index]:
            by_python = index + 1 < len(frames) and found[index + 1] and not hands_over[index + 1]
            to_us = by_python or _hands_to_us(frames[index])
            found[index] = found[index] or to_us
            if to_us and index + 1 < len(frames):  # not to a function without a frame
                itself = next((i for i in reversed(range(index)) if not hands_over[i]), index)
                found[itself] = True
                # A function that chose between two, as `F.max_pool1d` does, is outside the one that hands over.
                if itself and _returns_to(frames, index, found, hands_over) is frames[itself - 1].f_code:
                    found[itself - 1] = True
    started = [number for number, frame in enumerate(frames) if frame.f_code.co_filename.startswith(COMMAND)]
    return [True] * (started[-1] + 1) + found[started[-1] + 1 :] if started else found


def _returns_to(frames: list[FrameType], index: int, ours: list[bool], hands_over: list[bool]) -> CodeType | None:
    """What the mode calls again, after the frame that handed over to it."""
    inner = (i for i in range(index + 1, len(frames)) if not ours[i] and not hands_over[i])
    return frames[called].f_code if (called := next(inner, None)) is not None else None


def _hands_to_us(frame: FrameType) -> bool:
    """Has torch handed a call over to our mode here, and no result yet?"""
    variables = frame.f_locals
    return type(variables.get("mode")).__module__.startswith(PACKAGE) and "result" not in variables


def outwards(frame: FrameType | None) -> list[tuple[FrameType, bool]]:
    """The frame and those outside it, each with whether it is hidden."""
    frames: list[FrameType] = []
    while frame is not None:
        frames.append(frame)
        frame = frame.f_back
    return list(zip(frames, hidden(frames[::-1])[::-1], strict=True))


def _without_our_frames(original: Callable[..., Iterator[Entry]]) -> Callable[..., object]:
    def walk(*args: object, **kwargs: object) -> Iterator[Entry]:
        __tracebackhide__ = True
        return shown(original(*args, **kwargs))

    @functools.wraps(original)  # a generator has its function's name
    def shown(found: Iterator[Entry]) -> Iterator[Entry]:
        entries = list(found)
        ours = hidden([entry[0] for entry in entries])
        yield from (entry for entry, is_ours in zip(entries, ours, strict=True) if not is_ours)

    return walk


def _without_our_frames_of_a_stack(original: Callable[..., Iterator[Entry]]) -> Callable[..., object]:
    def walk(*args: object, **kwargs: object) -> Iterator[Entry]:
        __tracebackhide__ = True
        found = original(*args, **kwargs)
        # Without a frame it counts those that call it, so it must be left alone.
        return found if any(frame is None for frame in values_of(args, kwargs)) else shown(found)

    @functools.wraps(original)
    def shown(found: Iterator[Entry]) -> Iterator[Entry]:
        entries = list(found)
        ours = hidden([entry[0] for entry in entries[::-1]])[::-1]
        yield from (entry for entry, is_ours in zip(entries, ours, strict=True) if not is_ours)

    return walk


def _without_our_entries(original: Callable[..., list[Entry]], outermost_first: bool) -> Callable[..., object]:
    """For `inspect.stack` and `inspect.trace`."""
    step = 1 if outermost_first else -1

    def entries(*args: object, **kwargs: object) -> list[Entry]:
        __tracebackhide__ = True
        found = original(*args, **kwargs)
        ours = hidden([entry[0] for entry in found[::step]])[::step]
        return [entry for entry, is_ours in zip(found, ours, strict=True) if not is_ours]

    return entries


def _without_our_records(original: Callable[..., list[object]]) -> Callable[..., list[object]]:
    def get_records(*args: object, **kwargs: object) -> list[object]:
        __tracebackhide__ = True
        records = original(*args, **kwargs)
        frames = [getattr(record, "frame", None) for record in records]  # of repeated frames there is none
        known = [frame for frame in frames if frame is not None]
        ours = {id(frame) for frame, is_ours in zip(known, hidden(known), strict=True) if is_ours}
        return [record for record, frame in zip(records, frames, strict=True) if id(frame) not in ours]

    return get_records


def _without_our_places(original: Callable[..., tuple[list[Entry], int]]) -> Callable[..., object]:
    """What a debugger lists, and goes up and down in."""

    names = names_of(original)

    def get_stack(*args: object, **kwargs: object) -> tuple[list[Entry], int]:
        __tracebackhide__ = True
        stack, at = original(*args, **kwargs)
        ours = hidden([entry[0] for entry in stack])
        without_error = all(t is None for t in [*given(names, args, kwargs).values()][2:])
        if all(ours[: at + 1]) or (without_error and ours[at]):
            return stack, at
        shown = [number for number, is_ours in enumerate(ours) if not is_ours]
        return [stack[number] for number in shown], sum(number <= at for number in shown) - 1

    return get_stack


def _past_us(original: Callable[..., object]) -> Callable[..., object]:
    """A debugger that steps into a call does not step into the recorder."""

    names = names_of(original)

    def trace_dispatch(*args: object, **kwargs: object) -> object:
        __tracebackhide__ = True
        try:
            known = given(names, args, kwargs)
            frame = known["frame"] if known.get("event") == "call" else None
            if is_a(frame, FrameType) and (_runs_for_us(frame) or _hands_over(frame)):
                return None
        except Exception as error:
            hand_on(error)
        return original(*args, **kwargs)

    return trace_dispatch


def _runs_for_us(frame: FrameType | None) -> bool:
    """Is it the recorder's code, or called by it? What a wrapper of ours hands on is the program's own call."""
    innermost = frame
    while frame is not None and not frame.f_code.co_filename.startswith(RECORDER):
        frame = frame.f_back
    if frame is None or frame is innermost:
        return frame is not None
    code = frame.f_code
    return "original" not in code.co_freevars and code.co_name not in FOR_A_CALL


def _hands_over(frame: FrameType) -> bool:
    """Is it a function of torch's that will call itself again, by way of the mode? That call is the one to show."""
    code = frame.f_code
    if code.co_filename in HAND_OVER_FILES:
        return _is_part_of_a_hand_over(frame)
    if HANDING_OVER.isdisjoint(code.co_names) or not code.co_filename.startswith(torch_api.TORCH_FOLDER):
        return False
    return torch_modes.topmost_mode_is_from(PACKAGE)


def _is_part_of_a_hand_over(frame: FrameType) -> bool:
    """Does torch hand over to our mode here? Then the debugger was kept out of it from its beginning."""
    outer: FrameType | None = frame
    while outer is not None and outer.f_code.co_filename in HAND_OVER_FILES:
        if outer.f_code.co_name == "handle_torch_function":
            return outer.f_trace is None if outer is not frame else torch_modes.topmost_mode_is_from(PACKAGE)
        outer = outer.f_back
    return False


def _at_the_same_level(original: Callable[..., object]) -> Callable[..., object]:
    """A log record that names a caller by counting frames must not count ours."""

    names = names_of(original)

    def findCaller(*args: object, **kwargs: object) -> object:
        __tracebackhide__ = True
        level = given(names, args, kwargs).get("stacklevel", 1)
        if type(level) is not int:
            return original(*args, **kwargs)  # an odd call: it says so itself
        frame: FrameType | None = _getframe(1)
        while frame is not None and frame.f_code.co_filename == logging._srcfile:
            frame = frame.f_back
        args, kwargs = with_argument(names, "stacklevel", level_past_us(frame, level) + 1, args, kwargs)
        return original(*args, **kwargs)  # one level is this frame's

    return findCaller


def level_past_us(frame: FrameType | None, level: int, skipped: tuple[str, ...] = ()) -> int:
    """How far to count from `frame` outwards, ours counted too, to come to the frame that `level` means.

    `skipped` are the beginnings of files that a warning is not to name. Where that fails, ours are named.
    """
    try:
        return _level_past_us(frame, level, skipped)
    except Exception as error:
        hand_on(error)
        return level


def _level_past_us(frame: FrameType | None, level: int, skipped: tuple[str, ...]) -> int:
    entries = outwards(frame)
    shown = [(number, f) for number, (f, is_hidden) in enumerate(entries, 1) if not is_hidden]
    if skipped:  # as Python takes it: the caller of who warns at least, counted past those files
        level = max(level, 2)
        shown[1:] = [(number, f) for number, f in shown[1:] if not f.f_code.co_filename.startswith(skipped)]
    return shown[level - 1][0] if level <= len(shown) else level + len(entries)


def _names_in_the_callers_frame(original: Callable[..., Callable[[object], object]]) -> Callable[..., object]:
    """torch names the values of a trace by the variables of the frame that called it: that is the program's."""

    def create(frames_up: int = 1) -> Callable[[torch.Tensor], str]:
        def name_of(value: torch.Tensor) -> str:
            __tracebackhide__ = True
            try:
                shown = [frame for frame, is_hidden in outwards(_getframe(1)) if not is_hidden]
                return torch_api.name_in(shown[frames_up], value)
            except Exception as error:
                hand_on(error)
                return str(original(frames_up)(value))

        return name_of

    return create
