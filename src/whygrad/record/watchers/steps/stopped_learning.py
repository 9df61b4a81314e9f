"""Parameters that had gradients at first, and none any more, while others of the same optimizer go on learning.

Whether one has a gradient is asked at every step, by `None` alone: that needs no values. What is copied out is the
graph of a step at which some have been without for a while; those that wake up again are left out in the end.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import torch

from whygrad.record.copying.module_owners import Owners
from whygrad.record.copying.snapshot import Snapshot
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.live.recorder import Recorder
from whygrad.record.questions.failures import spots_of
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attribute_of, attributes_of, is_a, items_of
from whygrad.record.seam.holdings import modules_in, parameters_in
from whygrad.record.training.history import LONG, History, Learner
from whygrad.record.watchers.steps.steps_without_gradient import losses_of
from whygrad.recording import QueryKind, Recording

MOST_LOOKS = 4  # of one optimizer
MOST_KEPT = 64
SHARE = 4  # the last part of a run may well be another one: it has to be a quarter of all steps


class Sleeping:
    """Looks at steps at which parameters have fallen asleep."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        recorder.training.fell_asleep = self.look

    def look(self, history: History, passes: list[Origin], frame: FrameType) -> None:
        """Copy out the graph of a step at which some of the parameters have slept for a while."""
        asleep = [k for k in history.learners.values() if k.got and k.fasting >= LONG]
        if len(history.asleep) >= MOST_LOOKS or not passes:
            return
        recorder = self._recorder
        snapshot = Snapshot(recorder, spots_of(frame))
        owners = Owners(snapshot.search)
        kept = list(_kept_on_modules(owners, recorder))
        evals = [self._switch_of(k, owners) for k in asleep]

        def facts(index: Callable[[Origin], int | None]) -> dict[str, Any]:
            return {
                "clock": history.progress.clock,
                "same_loss": history.progress.fed_by == losses_of(passes),
                "kept": [{"at": at, "attribute": name} for o, name in kept if (at := index(o)) is not None],
                "evals": [[dataclasses.asdict(p) for p in snapshot.chain_of(frames)] for frames in evals],
            }

        recording = snapshot.take(QueryKind.ASLEEP, passes, [k.origin for k in asleep], facts=facts, besides=[])
        if len(recording.query.wrt) == len(asleep):
            history.asleep.append((asleep, recording))

    def _switch_of(self, learner: Learner, owners: Owners) -> Frames:
        """Where its module was switched to `eval()`, if that was just before it fell asleep, and still is."""
        tensor = learner.ref()
        for _, root in owners.roots:
            frames, passes = self._recorder.evals.switched.get(root, ((), -1))
            is_training = attribute_of(root, "training") is True
            if not is_training and passes == learner.fed_at and any(p is tensor for p in parameters_in(root)):
                return frames
        return ()

    def recordings(self) -> Iterator[Recording]:
        """The looks, without what woke up since."""
        for history in self._recorder.training.histories:
            for asleep, recording in history.asleep:
                still = [_still_asleep(k, history) for k in asleep]
                facts = dict(recording.query.facts)
                facts["evals"] = [e for e, sleeps in zip(facts["evals"], still, strict=True) if sleeps]
                slept = [k.fasting for k, sleeps in zip(asleep, still, strict=True) if sleeps]
                wrt = tuple(w for w, sleeps in zip(recording.query.wrt, still, strict=True) if sleeps)
                if slept:
                    facts["asleep"] = {"slept": min(slept), "steps": history.steps}
                    yield dataclasses.replace(
                        recording, query=dataclasses.replace(recording.query, wrt=wrt, facts=facts)
                    )


def _still_asleep(learner: Learner, history: History) -> bool:
    """Has it slept until the end, for a good part of the run, and longer than it is used to?"""
    return learner.fasting > 2 * learner.longest and learner.fasting * SHARE >= history.steps


def _kept_on_modules(owners: Owners, recorder: Recorder) -> Iterator[tuple[Origin, str]]:
    """Results that modules keep in attributes, or in containers there, with the attribute's name."""
    count = 0
    for _, root in owners.roots:
        for _, module in modules_in(root):
            for name, value in list(attributes_of(module).items()):
                inside = items_of(value) if is_a(value, (dict, list)) else [value]
                for tensor in inside if name not in ("_parameters", "_buffers", "_modules") else ():
                    if count < MOST_KEPT and is_a(tensor, torch.Tensor) and not torch_api.requires_grad(tensor):
                        origin = recorder.origins.get(tensor)
                        count += 1
                        if origin is not None:
                            yield origin, name
