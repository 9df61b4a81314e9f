"""Warnings name the line of the program that they would name without us, and are shown as often."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from sys import _getframe
from types import FrameType
from typing import TYPE_CHECKING, Any

from whygrad.interruptions.errors import OURS
from whygrad.record.live.mode_suspension import asking
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attribute_of, is_a, text_of
from whygrad.record.seam.given import given, values_of, with_argument
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.unseen.hidden_frames import level_past_us

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

WARNING = ("message", "category", "stacklevel", "source", "skip_file_prefixes")  # what `warnings.warn` is given


def install(recorder: Recorder, undo: Patches) -> None:
    replace(undo, "warnings:warn", _at_the_same_level)
    if hasattr(warnings, "_showwarnmsg"):
        replace(undo, "warnings:_showwarnmsg", lambda original: _at_the_callers_line(recorder, original))


def _at_the_same_level(original: Callable[..., object]) -> Callable[..., object]:
    """A warning that names a caller by counting frames must not count ours."""

    def warn(*args: object, **kwargs: object) -> object:
        known = given(WARNING, args, kwargs)
        level, skipped = known.get("stacklevel", 1), known.get("skip_file_prefixes", ())
        if type(level) is not int or type(skipped) is not tuple or not all(type(file) is str for file in skipped):
            return original(*args, **kwargs)  # an odd call: it says so itself
        kwargs.pop("skip_file_prefixes", None)
        level = level_past_us(_getframe(1), max(level, 1), skipped)
        args, kwargs = with_argument(WARNING, "stacklevel", level + 1, args, kwargs)
        return original(*args, **kwargs)

    return warn


def _at_the_callers_line(recorder: Recorder, original: Callable[..., object]) -> Callable[..., object]:
    def show(*args: object, **kwargs: object) -> None:
        msg: Any = values_of(args, kwargs)[0]
        if asking.now:
            return  # of what we compute ourselves
        frame = None
        if msg.filename.startswith(OURS):
            frame = recorder.contained(_caller, _getframe(1), msg.filename)
        if frame is None:
            recorder.guarded(note, msg.message, _getframe(1))
            original(*args, **kwargs)
            return
        # It is warned again, at the line that plain Python would name: filters and "once" are that line's.
        recorder.contained(_forget, msg)
        warnings.warn_explicit(
            msg.message,
            msg.category,
            frame.f_code.co_filename,
            frame.f_lineno,
            frame.f_globals.get("__name__"),
            frame.f_globals.setdefault("__warningregistry__", {}),
            source=msg.source,
        )

    def note(warning: Warning, frame: FrameType) -> None:
        recorder.run.warned.add(text_of(warning), frame)

    return show


def _forget(message: Any) -> None:
    """Have Python know nothing of a warning that it noted as one of ours."""
    warnings.onceregistry.pop((text_of(message.message), message.category), None)  # type: ignore[attr-defined]
    for module in list(sys.modules.values()):
        noted = attribute_of(module, "__warningregistry__")
        if attribute_of(module, "__file__") == message.filename and is_a(noted, dict):
            noted.clear()


def _caller(frame: FrameType | None, ours: str) -> FrameType | None:
    """The frame that called into us: past our own, and past the function that handed over to the mode."""
    while frame is not None and frame.f_code.co_filename != ours:
        frame = frame.f_back
    while frame is not None and frame.f_code.co_filename.startswith(OURS):
        frame = frame.f_back
    if frame is not None and frame.f_code.co_filename == torch_api.OVERRIDES_FILE and frame.f_back is not None:
        frame = frame.f_back.f_back
    return frame
