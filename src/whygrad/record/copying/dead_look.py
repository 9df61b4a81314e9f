"""A step of an optimizer whose gradients have all become zeros, copied out while everything is alive."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import FrameType

from whygrad.evidence import Evidence
from whygrad.evidence.values import AllZeroSince
from whygrad.record.copying.look import Look, Passing
from whygrad.record.copying.looked_step import starving_leaf
from whygrad.record.copying.snapshot import Copy, Snapshot
from whygrad.record.live.origin import Origin
from whygrad.record.live.recorder import Recorder
from whygrad.record.questions.spots import spots_of
from whygrad.record.training.history import History
from whygrad.record.watchers.ledger.dead_gradients import DeadGradients, Death
from whygrad.recording import Query, QueryKind, Recording

LONG = 8  # steps of zeros that are not a chance of the data
FEW = 2  # of those that are recorded, where most are not
SHARE = 4  # the last part of a run may well be another one: it has to be a quarter of all steps


class DeadLooks:
    """Takes the looks that `DeadGradients` asks for, and tells of those that hold until the end."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._watcher = recorder.watching.one(DeadGradients)
        self._watcher.take = self.look

    def look(self, history: History, frame: FrameType) -> Look | None:
        """The graph of the latest pass, with where each gradient became zeros; None where that is not known."""
        zeros = self._recorder.probe.zeros
        learners = [k for k in history.learners.values() if id(k.ref()) in zeros]
        if not learners:
            return None
        snapshot = Snapshot(self._recorder, spots_of(frame))
        query = Query(QueryKind.DEAD, (), (), snapshot.chain_of_frames())
        births = [b.origin for k in learners for b in zeros[id(k.ref())] if b.origin is not None]

        def evidence(copy: Copy) -> Iterator[Evidence]:
            yield from (starving_leaf(k, True, zeros[id(k.ref())], copy) for k in learners)

        besides = [*births, *(k.origin for k in learners)]
        graph = snapshot.note(query, self._passes(history), evidence=evidence, besides=besides)
        return Look(graph, history, Passing())

    def _passes(self, history: History) -> list[Origin]:
        facts = [(root, root.extra or {}) for root in self._recorder.run.roots]
        return [root for root, fact in facts if fact["collects"] and fact["number"] > history.passes_at_step]

    def recordings(self) -> Iterator[Recording]:
        """The looks at optimizers whose gradients were zeros until now, for a good part of the run."""
        few = FEW if self._recorder.steady.wanted else LONG
        for history in self._recorder.training.histories:
            death = self._watcher.of.get(history)
            if death is None or death.look is None or not death.since or death.seen < few:
                continue
            if (history.steps - death.since + 1) * SHARE >= history.steps:
                yield _told(death.look.recording(), death, history)


def _told(recording: Recording, death: Death, history: History) -> Recording:
    seen = AllZeroSince(death.since, death.seen, history.steps, death.loss, death.largest)
    return replace(recording, evidence=(*recording.evidence, seen))
