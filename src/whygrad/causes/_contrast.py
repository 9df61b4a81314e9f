"""What is said of a step that fails after others that worked."""

from __future__ import annotations

from whygrad.graph.contrast import contrast
from whygrad.graph.uncut import UncutGraph
from whygrad.source.naming import short_place


def worked_before(graph: UncutGraph) -> tuple[str, ...]:
    """What the program's own latest good step did otherwise, where there was one."""
    before = contrast(graph)
    if before is None:
        return ()
    then = before.then[-1]
    worked = f"`backward()` worked here before, most recently in pass {before.number} of the run"
    notes = [f"{worked}: {short_place(then.file, then.line)} carried the gradient"]
    if before.test and before.here:
        here = before.here[-1]
        notes.append(f"this time {short_place(here.file, here.line)} ran instead: `{before.test}` was true")
    return tuple(notes)
