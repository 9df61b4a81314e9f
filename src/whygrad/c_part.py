"""Whether what is done at every recorded call is done in C, told without loading torch."""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES

NEWEST = (3, 13)  # the newest Python whose frames the C part knows

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "record", "hotpath")


def why_not() -> str:
    """Why Python does it instead; nothing where C does."""
    if os.environ.get("WHYGRAD_PURE_PYTHON"):
        return "WHYGRAD_PURE_PYTHON is set"
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        return "this Python runs without the GIL"
    if sys.version_info[:2] > NEWEST:
        return f"the C part supports Python {'.'.join(map(str, NEWEST))} and older"
    if not any(os.path.exists(os.path.join(FOLDER, "_hotpath" + suffix)) for suffix in EXTENSION_SUFFIXES):
        return "the C part was not compiled"
    return ""
