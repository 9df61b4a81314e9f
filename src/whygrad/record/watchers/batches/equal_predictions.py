"""Predictions that are the same for all samples, while what the network was given differs.

The loss knows the prediction and the target, so nothing is followed while the program computes. Only where all rows of
a prediction are equal, the results of the next passes are asked for theirs (`rows.py`): what was the first to have
equal rows is where the samples were lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.values import EqualPredictions
from whygrad.record.events import PassBegan
from whygrad.record.live.bounded import FEW_KEPT, MOST, Bounded, BoundedSet
from whygrad.record.live.origin import REQUIRES_GRAD, Frames, Origin
from whygrad.record.seam import torch_api
from whygrad.record.telling import only_inspected
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.batches.comparisons import Compared, compared, differ_behind, with_values
from whygrad.record.watchers.batches.lost_samples import lost_at
from whygrad.record.watchers.batches.rows import SampleRows, differ, few_of

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

LEAST = 4  # samples
LITTLE = 1e-3  # of a prediction: a warm-up from nothing has hardly begun
SITES = 2  # passes at which the place was found


class Answer(Enum):
    """What a pass tells of the predictions of its loss."""

    DIFFERENT = 1
    EQUAL = 2  # all of them, and targets differ
    UNKNOWN = 3  # the values are gone
    NOTHING = 4  # few samples, or one target for all


@dataclass
class _Seen:
    loss: Frames
    samples: int
    steps: set[int] = field(default_factory=set)  # how many had been taken, at passes with equal predictions
    passes: int = 0
    unknown: int = 0
    places: Counter[tuple[Frames, str, Frames]] = field(default_factory=Counter)
    picked: tuple[float, ...] = ()  # from a set of data, for the whole batch
    first: list[float] = field(default_factory=list)  # prediction
    has_moved: bool = False  # it has, so that what begins with zeros has left them

    def compare(self, prediction: torch.Tensor | None, target: torch.Tensor | None) -> None:
        """Is the prediction still what it was at first? Sizes are those of a target, where a prediction begins at 0."""
        if prediction is None or self.has_moved:
            self.has_moved = True
            return
        now = few_of(prediction.detach())
        self.first = self.first or [*now]
        sizes = [
            *map(abs, now),
            *map(abs, self.first),
            *map(abs, few_of(target.detach()) if target is not None else ()),
        ]
        most = max(abs(a - b) for a, b in zip(now, self.first, strict=False))
        self.has_moved = not most <= LITTLE * max(sizes)


class EqualPredictionsWatcher(Watcher):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._seen: Bounded[Frames, _Seen] = Bounded(FEW_KEPT)  # by where the loss is computed
        self._asked = 0  # passes whose results were asked
        self._differ: BoundedSet[Frames] = BoundedSet(MOST)  # losses whose predictions have differed

    def begin_anew(self) -> None:
        super().begin_anew()
        self.recorder.probe.ask_samples(None)

    def of_run(self, copy: Copy) -> Iterator[EqualPredictions]:
        for seen in self._seen.values():
            for (frames, op, also), times in seen.places.most_common(1):
                if times >= SITES and seen.has_moved:
                    at, mask, loss = map(copy.chain, (frames, also, seen.loss))
                    yield EqualPredictions(at, op, mask, loss, seen.samples, seen.passes, len(seen.steps))

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        if not event.inspected or not event.known or not torch_api.values_may_be_read():
            return
        key, rows = event.known[0].frames, self.recorder.probe.samples
        self._asked += rows is not None
        if self._asked > MOST:
            self.recorder.probe.ask_samples(None)
        if not key or key in self._differ or self._asked > MOST:
            return
        comparisons = compared(event.known)
        if not comparisons:
            self._let_go(key)
            return
        values = with_values(comparisons, event.graph.nodes, self.recorder)
        with torch_api.unseen():
            answers = {self._answer(value, event, rows): value for value in values}
        if Answer.DIFFERENT in answers:
            self._let_go(key)
        elif Answer.UNKNOWN in answers:
            self._ask(key, answers[Answer.UNKNOWN])
        elif Answer.EQUAL in answers:
            seen = self._ask(key, answers[Answer.EQUAL])
            seen.passes += 1
            seen.steps.add(sum(history.steps for history in self.recorder.training.histories))
            with torch_api.unseen():
                seen.compare(answers[Answer.EQUAL].prediction, answers[Answer.EQUAL].target)
            if not self._find(seen, answers[Answer.EQUAL], rows):
                self._let_go(key)
        if rows is not None:
            rows.begin_anew()

    def _answer(self, value: Compared, event: PassBegan, rows: SampleRows | None) -> Answer:
        samples = _samples_of(value)
        if samples is None:
            return Answer.DIFFERENT
        if samples < LEAST:
            return Answer.NOTHING
        nodes = event.graph.nodes
        prediction = value.comparison.prediction
        apart = _is_apart(value.prediction, prediction, samples, rows)
        if apart is None and value.prediction is None:
            apart = differ_behind(prediction, samples, nodes, self.recorder)
        if apart:
            return Answer.DIFFERENT
        are_targets_apart = _is_apart(value.target, value.comparison.target, samples, rows)
        if apart is None or are_targets_apart is None:
            seen = self._seen.get(event.known[0].frames)
            return Answer.UNKNOWN if seen is None or not seen.unknown else Answer.DIFFERENT
        return Answer.EQUAL if are_targets_apart else Answer.NOTHING

    def _ask(self, key: Frames, value: Compared) -> _Seen:
        """Have the results of the next passes asked for their rows."""
        samples = _samples_of(value) or 0
        seen = self._seen.setdefault(key, _Seen(value.comparison.loss.frames, samples))
        seen.unknown += value.prediction is None or value.target is None
        seen.samples = samples
        asked = self.recorder.probe.samples
        if asked is None or asked.samples != samples:
            self.recorder.probe.ask_samples(SampleRows(samples))
        return seen

    def _find(self, seen: _Seen, value: Compared, rows: SampleRows | None) -> bool:
        """Note the place; False where the batches were made for it, as where each is of one person."""
        if rows is None or rows.samples != seen.samples:
            return True
        lost = lost_at(value.comparison.prediction, rows, self.recorder.origins.refs())
        if lost is not None:
            seen.places[lost.at.frames, torch_api.name_of(lost.at.op), lost.also.frames if lost.also else ()] += 1
            if lost.picked and seen.picked and lost.picked != seen.picked:
                return False
            seen.picked = lost.picked
        return True

    def _let_go(self, key: Frames) -> None:
        """Predictions differ, or nobody can tell: this loss is not asked any more."""
        self._differ.add(key)
        self._seen.pop(key, None)
        if not self._seen:
            self.recorder.probe.ask_samples(None)


def _is_apart(value: torch.Tensor | None, origin: Origin, samples: int, rows: SampleRows | None) -> bool | None:
    """Do the rows of a value differ? One that is gone may have been asked when it was computed."""
    if value is not None:
        return differ(value, samples, by_rounding=int(bool(origin.flags & REQUIRES_GRAD)))
    noted = rows.of(origin) if rows is not None and rows.samples == samples else set()
    return True in noted if noted else None


def _samples_of(value: Compared) -> int | None:
    """How many rows both sides have; None where they do not have the same, or nothing is known of them."""
    of = value.comparison
    shapes = (_shape_of(value.prediction, of.prediction), _shape_of(value.target, of.target))
    sizes = {shape[0] if shape else 0 for shape in shapes if shape is not None}
    return sizes.pop() if len(sizes) == 1 else None


def _shape_of(value: torch.Tensor | None, origin: Origin) -> tuple[int, ...] | None:
    return tuple(value.shape) if value is not None else (origin.extra or {}).get("shape")
