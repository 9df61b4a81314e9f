"""What the run's order of events tells, as evidence: what was kept, hooked and overwritten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from whygrad.evidence import Evidence
from whygrad.evidence.hooks import OverwrittenGradient, PiledHooks, SpoilingHook, UnchangingHook, WritingHook
from whygrad.evidence.passes import GrowingGraph
from whygrad.record.copying.snapshot import Copy

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder


def order_of_events(recorder: Recorder, copy: Copy) -> Iterator[Evidence]:
    graphs, hooking = recorder.watching.steps.retained_graphs, recorder.watching.functions.hooking
    for frames, length in graphs.kept.items():
        yield GrowingGraph(copy.chain(frames), length, True, graphs.keepers.get(frames))
    for frames, length in graphs.found.items():
        yield GrowingGraph(copy.chain(frames), length, False, None)
    for frames, count in hooking.piled.items():
        yield PiledHooks(copy.chain(frames), count)
    for frames in hooking.written:
        yield OverwrittenGradient(copy.chain(frames))
    for hook in recorder.probe.hook_writes.found.values():
        yield WritingHook(hook)
    for hook in recorder.probe.hook_writes.spoiling.values():
        yield SpoilingHook(hook)
    for hook, passes in recorder.probe.hook_writes.results.found():
        yield UnchangingHook(hook, passes)
