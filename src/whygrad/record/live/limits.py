"""Where the program could notice that it is recorded (docs/limits.md): told at the end, and only what was met."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from whygrad.record.live.bounded import FEW_KEPT
from whygrad.record.seam.as_is import is_a, owner_of
from whygrad.source.owner import Ownership

MONITORS = 6  # the tools that `sys.monitoring` has room for

PICKLED = (
    "`{name}` was pickled while it was replaced: loading it in the same run returns an equal, but different object"
)
LEFT_ALONE = "`{name}` differs from what whygrad expects, so whygrad leaves it alone and does not record it"
LEFT_OUT = "this torch has no `{name}`, so whygrad does not record what needs it"
COMPILED_STEP = (
    "{place} steps an optimizer in compiled code: the compiler splits a step with hooks differently, so it"
    " counts graph breaks differently; the captured graphs are the same"
)
WALKED = "from a frame that {place} reads, `f_back` reaches whygrad's own frames"
FOLLOWED = "{tool} is called for whygrad's own frames too"
RECURSION = (
    "the program reached the recursion limit a few calls early: each recorded call takes one or two extra frames"
)
KEPT_VALUES = (
    "values kept for `whygrad.grad` stay on their device, and take memory on {device} too;"
    " `whygrad.watch(keep_bytes=0)` keeps none"
)


class Limits:
    """The limits that were met, each once; a place is kept as file and line until it is shown."""

    def __init__(self, ownership: Ownership) -> None:
        self._ownership = ownership
        self.recursion = False  # its limit was reached
        self._met: dict[tuple[str, str, int], None] = {}

    def met(self, text: str, frame: FrameType | None = None, **words: str) -> None:
        """A limit was met, at the line of the program's own that `frame` was called by."""
        if len(self._met) < FEW_KEPT:
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
