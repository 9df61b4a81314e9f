"""`sys._getframe(n)` counts the program's own frames, as it does without us.

Frames are real, so whoever goes on by `f_back` comes to ours; that is a limit, and told as one.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

from whygrad.interruptions.errors import OURS
from whygrad.record.live.bounded import Bounded
from whygrad.record.live.limits import WALKED
from whygrad.record.seam import torch_api
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.unseen.hidden_frames import outwards

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

INSPECT = inspect.__file__
BETWEEN = (OURS, torch_api.OVERRIDES_FILE)  # what hands over to the compiled mode is there without a frame of ours
FUNCTIONS = 1_024
LOOKED_AT = 64  # askings of one function: what it walks over may differ each time


def install(recorder: Recorder, undo: Patches) -> None:
    replace(undo, "sys:_getframe", lambda original: _counting_past_us(recorder, original))


def _counting_past_us(recorder: Recorder, original: Callable[..., FrameType]) -> Callable[..., FrameType]:
    looked_at: Bounded[CodeType, int] = Bounded(FUNCTIONS)

    def getframe(*args: Any, **kwargs: object) -> FrameType:
        if kwargs or len(args) > 1:
            return original(*args, **kwargs)  # it takes no such arguments, and says so
        depth = operator.index(args[0]) if args else 0
        caller = original(1)
        if caller.f_code.co_filename.startswith(OURS):
            return original(depth + 1)
        frame = caller
        for _ in range(depth):
            outer = frame.f_back
            if outer is None or outer.f_code.co_filename.startswith(BETWEEN):
                shown = recorder.contained(_not_there_because_of_us, caller)
                if shown is None:
                    return original(depth + 1)
                if depth >= len(shown):
                    raise ValueError("call stack is not deep enough")
                frame = shown[depth]
                break
            frame = outer
        asking = caller.f_back if caller.f_code.co_filename == INSPECT and caller.f_back is not None else caller
        if "f_back" in asking.f_code.co_names and looked_at.get(asking.f_code, 0) < LOOKED_AT:
            looked_at[asking.f_code] = looked_at.get(asking.f_code, 0) + 1
            recorder.contained(note_walking, asking)
        return frame

    def note_walking(asking: FrameType) -> None:
        if recorder.stack.ownership[asking.f_code.co_filename] and any(hidden for _, hidden in outwards(asking)):
            recorder.run.limits.met(WALKED, asking)

    return getframe


def _not_there_because_of_us(frame: FrameType) -> list[FrameType]:
    return [outer for outer, is_hidden in outwards(frame) if not is_hidden]
