"""Where a new stretch of a run begins, a notebook's cell for one: it is judged by itself.

What was seen of things that live on stays known: their Origins, hooks, wrappers and what they were saved as. What was
seen of passes and steps is told no more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whygrad.record.training.schedule import OfEachLoss, Stages

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder


def begin_anew(recorder: Recorder) -> None:
    """Nothing that was seen so far is told; the next passes and steps count as the first."""
    watching = recorder.watching
    recorder.run.begin_anew()
    recorder.training.begin_anew()
    if recorder.training.readings is not None:
        recorder.training.readings.begin_anew()
    for watcher in watching.all:
        watcher.begin_anew()
    for part in (
        watching.steps.evals,
        watching.steps.retained_graphs,
        watching.functions.hooking,
        recorder.probe.hook_writes,
        watching.tensors.untracked,
        watching.tensors.copied_values,
    ):
        part.begin_anew()
    _set_back(recorder)
    recorder.watching.stir()
    recorder.probe.stages, recorder.probe.of_each_loss = Stages(), OfEachLoss()
    if not recorder.steady.wanted:
        recorder.probe.look_next(True, True)


def _set_back(recorder: Recorder) -> None:
    """Passes are counted anew: what happened to a tensor after some of them comes before all of them now."""
    for origin in {ref.origin for ref in recorder.origins.refs() if ref.origin is not None and ref.origin.extra}:
        extra = origin.extra or {}
        if extra.get("written"):
            origin.add(written=0)
        if extra.get("born"):
            origin.add(born=0)
        if "retained" in extra:  # -1: nobody knows any more whether a pass had gone through it by then
            origin.add(retained=(-1, extra["retained"][1]))
