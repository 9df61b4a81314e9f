"""The frames of running and of failed calls, each with the instruction that it is at."""

from __future__ import annotations

from types import FrameType, TracebackType

from whygrad.record.copying.snapshot import Spot


def functions_of(spots: list[Spot]) -> tuple[tuple[str, str], ...]:
    """The functions that were running, outermost first: file and name."""
    return tuple((frame.f_code.co_filename, frame.f_code.co_name) for frame, _ in spots)


def local_of(frames: list[Spot], function: str, name: str) -> object:
    """The variable `name` of the innermost frame of `function` that has it."""
    for frame, _ in reversed(frames):
        if frame.f_code.co_name == function and name in frame.f_locals:
            return frame.f_locals[name]
    return None


def spots_of(frame: FrameType | None) -> list[Spot]:
    """The frames that are running, outermost first."""
    frames = []
    while frame is not None:
        frames.append((frame, frame.f_lasti))
        frame = frame.f_back
    return frames[::-1]


def spots_of_traceback(traceback: TracebackType | None) -> list[Spot]:
    """The frames that an error has passed, outermost first."""
    frames = []
    while traceback is not None:
        frames.append((traceback.tb_frame, traceback.tb_lasti))
        traceback = traceback.tb_next
    return frames
