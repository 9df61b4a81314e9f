"""Where the program could notice that it is recorded (docs/limits.md): told at the end, and only what was met."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from whygrad.record.seam.as_is import is_a, owner_of
from whygrad.source.owner import Ownership

MOST = 16
MONITORS = 6  # the tools that `sys.monitoring` has room for

PICKLED = "`{name}` was pickled while it was replaced: what is loaded in the same run equals it, and is another object"
LEFT_ALONE = "`{name}` is not as whygrad knows it, and is left alone: what it does is not recorded"
LEFT_OUT = "this torch has no `{name}`: what needs it is not recorded"
COMPILED_STEP = (
    "{place} steps an optimizer in compiled code: the compiler takes a step with hooks apart in another way, so that"
    " graph breaks are counted differently; what is captured in graphs is the same"
)
WALKED = "from a frame that {place} asked for, `f_back` comes to frames of whygrad's"
FOLLOWED = "{tool} is called for frames of whygrad's too"
RECURSION = "the recursion limit was reached; a recorded call takes a frame or two, so that is a few calls earlier"
KEPT_VALUES = (
    "values are kept for `whygrad.grad` where they are, and take memory on {device} too; `whygrad.watch(keep_bytes=0)`"
    " keeps none"
)


class Limits:
    """The limits that were met, each once; a place is kept as file and line until it is shown."""

    def __init__(self, ownership: Ownership) -> None:
        self._ownership = ownership
        self.recursion = False  # its limit was reached
        self._met: dict[tuple[str, str, int], None] = {}

    def met(self, text: str, frame: FrameType | None = None, **words: str) -> None:
        """A limit was met, at the line of the program's own that `frame` was called by."""
        if len(self._met) < MOST:
            while frame is not None and frame.f_back is not None and not self._ownership[frame.f_code.co_filename]:
                frame = frame.f_back
            file, line = (frame.f_code.co_filename, frame.f_lineno) if frame is not None else ("", 0)
            self._met[text.format(place="{place}", **words), file, line] = None

    def pickled(self, name: str) -> None:
        self.met(PICKLED, name=name)

    def left_alone(self, name: str) -> None:
        self.met(LEFT_ALONE, name=name)

    def left_out(self, name: str) -> None:
        self.met(LEFT_OUT, name=name)

    def look_around(self) -> None:
        """Who follows every call of the program now? A debugger is led past us."""
        for tool, follower in (("`sys.settrace`", sys.gettrace()), ("`sys.setprofile`", sys.getprofile())):
            if follower is not None and not _is_a_debugger(follower):
                self.met(FOLLOWED, tool=tool)
        monitoring: Any = getattr(sys, "monitoring", None)
        for number in range(MONITORS) if monitoring is not None else ():
            if (name := monitoring.get_tool(number)) is not None:
                self.met(FOLLOWED, tool=f"the monitor {name!r}")

    def lines(self, shown: Callable[[str], str]) -> list[str]:
        """One sentence for each; `shown` names a file to the user."""
        if self.recursion:
            self.met(RECURSION)
        return [text.format(place=f"{shown(file)}:{line}" if file else "") for text, file, line in self._met]


def _is_a_debugger(follower: object) -> bool:
    debuggers: Any = sys.modules.get("bdb")
    return debuggers is not None and is_a(owner_of(follower), debuggers.Bdb)
