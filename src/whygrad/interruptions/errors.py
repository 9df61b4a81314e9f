"""Whose an error is that comes out of our own code; what is not ours is handed on to the program.

Our code is interrupted in three ways: by a signal handler, where it could not be held back (`signals.py`); by a tracer
or a profiler; by an exception that another thread sets (`PyThreadState_SetAsyncExc`). An error is somebody else's where

- a function is in its traceback that was given the very frame that it interrupted, as the interpreter gives it to
  handlers, tracers and profilers and nobody else does; or
- no `raise` made it, and what the innermost frame called cannot have: its class is neither Python's nor torch's, or it
  has no arguments at all. So the interpreter raises what another thread sets; C raises with a text.

All others are ours, also those of the program's objects that we have asked: a property that raises, a metaclass.
"""

from __future__ import annotations

import os
import sys
from dis import opmap
from types import CodeType, FrameType

OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
callers: set[CodeType] = set()  # what calls the program's handlers for us
RAISE = opmap["RAISE_VARARGS"]
KNOWN = sys.stdlib_module_names | {"torch", "numpy", "whygrad"}  # where the classes come from that C raises for us
BARE = (MemoryError, StopIteration)  # without arguments, when C itself raises them


def hand_on(error: BaseException) -> None:
    """Raise it again where it is not ours."""
    try:
        if is_interruption(error):
            raise error
    finally:
        del error  # its traceback holds this frame, which would hold it


def is_interruption(error: BaseException) -> bool:
    """Was it raised into the code that ran, and by none of its own calls?"""
    if not isinstance(error, Exception):
        return True
    traceback = error.__traceback__
    if traceback is None:
        return False
    while traceback.tb_next is not None:
        outer, traceback = traceback.tb_frame, traceback.tb_next
        if _interrupts(traceback.tb_frame, outer):
            return True
    if traceback.tb_frame.f_code.co_code[traceback.tb_lasti] == RAISE or isinstance(error, BARE):
        return False
    return not error.args or type(error).__module__.partition(".")[0] not in KNOWN


def _interrupts(frame: FrameType, outer: FrameType) -> bool:
    """Was this frame's function called by the interpreter itself, in the middle of the frame outside it?"""
    if frame.f_code.co_filename.startswith(OURS):
        return frame.f_code in callers
    given = frame.f_locals.values()
    return any(value is outer or (type(value) is tuple and any(part is outer for part in value)) for value in given)
