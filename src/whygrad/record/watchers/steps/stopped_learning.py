"""Parameters that had gradients at first, and none any more, while others of the same optimizer go on learning.

Whether one has a gradient is asked at every step, by `None` alone: that needs no values. What is copied out is the
graph of a step at which some have been without for a while; those that wake up again are left out in the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from types import FrameType

import torch

from whygrad.evidence import Evidence
from whygrad.evidence.modules import KeptValue, LeftInEval
from whygrad.evidence.steps import FallenAsleep
from whygrad.record.copying.look import Look, Passing
from whygrad.record.copying.module_owners import Owners
from whygrad.record.copying.snapshot import Copy, Snapshot
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.live.recorder import Recorder
from whygrad.record.questions.spots import spots_of
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attribute_of, attributes_of, is_a, items_of
from whygrad.record.seam.holdings import entries_of, modules_in, parameters_in
from whygrad.record.training.history import LONG, History, Learner
from whygrad.record.watchers.steps.steps_without_gradient import losses_of
from whygrad.recording import Query, QueryKind, Recording

MOST_LOOKS = 4  # of one optimizer
MOST_KEPT = 64
SHARE = 4  # the last part of a run may well be another one: it has to be a quarter of all steps


@dataclass(frozen=True)
class Sleep:
    """A look at a step at which these had fallen asleep."""

    learners: tuple[Learner, ...]
    look: Look
    clock: int
    same_loss: bool

    def recording(self, history: History) -> Recording | None:
        """The look without what woke up since; None where all of them did."""
        slept = [k.starved for k in self.learners if _is_asleep(k, history)]
        if not slept:
            return None
        recording = self.look.at_the_end()
        seen = FallenAsleep(min(slept), history.steps, self.clock, self.same_loss)
        return replace(recording, evidence=(*recording.evidence, seen))


class StoppedLearning:
    """Looks at steps at which parameters have fallen asleep."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        recorder.training.fell_asleep = self.look

    def look(self, history: History, passes: list[Origin], frame: FrameType) -> None:
        """Copy out the graph of a step at which some of the parameters have slept for a while."""
        asleep = tuple(k for k in history.learners.values() if k.got and k.starved >= LONG)
        if len(history.inspections.asleep) >= MOST_LOOKS or not passes:
            return
        snapshot, passing = Snapshot(self._recorder, spots_of(frame)), Passing()
        owners = Owners(snapshot.search)
        query = Query(QueryKind.ASLEEP, (), (), snapshot.chain_of_frames())

        def evidence(copy: Copy) -> Iterator[Evidence]:
            for origin, name in _kept_on_modules(owners, self._recorder):
                if (at := copy.at(origin)) is not None:
                    yield KeptValue(at, name)
            for learner in asleep:
                leaf, chain = copy.at(learner.origin), copy.chain(self._switch_of(learner, history, owners))
                if leaf is not None and chain:
                    yield passing.seen(LeftInEval(leaf, chain), partial(_is_asleep, learner, history))

        graph = snapshot.note(query, passes, [k.origin for k in asleep], evidence=evidence, besides=[])
        if len(graph.query.wrt) == len(asleep):
            for learner in asleep:
                passing.asked(learner.origin, partial(_is_asleep, learner, history))
            same_loss = history.progress.fed_by == losses_of(passes)
            sleep = Sleep(asleep, Look(graph, history, passing), history.progress.clock, same_loss)
            history.inspections.asleep.append(sleep)

    def _switch_of(self, learner: Learner, history: History, owners: Owners) -> Frames:
        """Where its module was switched to `eval()`, if that was just before it fell asleep, and still is.

        The rest of the module goes on learning in that mode: one that is done with is left as its last test left it.
        """
        tensor = learner.ref()
        for _, root in owners.roots:
            frames, passes = self._recorder.watching.steps.evals.switched.get(root, ((), -1))
            is_training = attribute_of(root, "training") is True
            if is_training or passes != learner.fed_at or all(p is not tensor for p in parameters_in(root)):
                continue
            if _learns_in_eval(root, history):
                return frames
        return ()

    def recordings(self) -> Iterator[Recording]:
        """The looks, without what woke up since."""
        for history in self._recorder.training.histories:
            for sleep in history.inspections.asleep:
                recording = sleep.recording(history)
                if recording is not None:
                    yield recording


def _is_asleep(learner: Learner, history: History) -> bool:
    """Has it slept until now, for a good part of the run, and longer than it is used to?"""
    return learner.starved > 2 * learner.longest and learner.starved * SHARE >= history.steps


def _learns_in_eval(root: torch.nn.Module, history: History) -> bool:
    """Does a part of it that is in that mode have gradients at the optimizer's steps?"""
    resting = (part for _, part in modules_in(root) if attribute_of(part, "training") is False)
    held = (history.learners.get(id(p)) for part in resting for _, p in entries_of(part, "_parameters"))
    return any(known is not None and known.got and not known.starved for known in held)


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
