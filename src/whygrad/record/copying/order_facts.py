"""What the run's order of events tells, as plain facts: what was kept, hooked, overwritten, added up, not scaled."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from whygrad.record.live.origin import Frames

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

Places = Callable[[Frames], list[dict[str, Any]]]  # the places of a chain, as plain data


def order_facts(recorder: Recorder, places: Places) -> dict[str, Any]:
    growing, hooking = recorder.growing, recorder.hooking
    return {
        "growing": [
            {
                "chain": places(frames),
                "length": length,
                "kept": kept,
                "keeper": growing.keepers.get(frames, {}) if kept else {},
            }
            for kept, found in ((True, growing.kept), (False, growing.found))
            for frames, length in found.items()
        ],
        "hooks": [{"chain": places(frames), "count": count} for frames, count in hooking.piled.items()],
        "overwritten": [{"chain": places(frames)} for frames in hooking.written],
        "writing_hooks": list(recorder.hook_writes.found.values()),
    }
