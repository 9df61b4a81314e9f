"""The variables of a running frame, read so that they live no longer than without us."""

from __future__ import annotations

import inspect
import sys
from types import FrameType

# Before 3.13 a frame keeps the dict that `f_locals` made, and with it every value that it showed.
KEEPS_WHAT_IT_SHOWED = sys.version_info < (3, 13)
NOBODY_ELSE = 3  # references to that dict: the frame's, our variable's, the question's own


def variables_of(frame: FrameType) -> dict[str, object]:
    """A copy of the frame's variables by name."""
    shown = frame.f_locals
    found = dict(shown)
    # A module's are its globals; a debugger writes back what it finds there; the program may hold its own `locals()`.
    is_function = frame.f_code.co_flags & inspect.CO_OPTIMIZED
    if KEEPS_WHAT_IT_SHOWED and is_function and sys.gettrace() is None and sys.getrefcount(shown) <= NOBODY_ELSE:
        shown.clear()
    return found
