"""Does a step change what has a gradient? Asked of a few parameters of each optimizer, where a step is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.still_updates import Decay, FirstParameters, StillUpdate, StillUpdates
from whygrad.record.events import ScheduleStepped, StepBegan, StepEnded
from whygrad.record.live.bounded import FEW_KEPT
from whygrad.record.live.kept_values import TOGETHER, Values
from whygrad.record.live.origin import Frames
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attribute_of, code_of, is_a, is_exactly, module_of_class, of_class
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.holdings import groups_of, params_of
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.telling import only_inspected
from whygrad.record.training.history import History, Learner
from whygrad.record.training.schedule import is_looked_at
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

NEXT_TO_NOTHING = 1e-6  # of the largest learning rate
WITH_STEPS_OF_THEIR_OWN = ("ReduceLROnPlateau", "CosineAnnealingWarmRestarts")
BUILT_BY_THEMSELVES = ("ReduceLROnPlateau",)
FACTORS = ("gamma", "factor")  # by which torch's schedulers multiply the rate
LITTLE = 1e-3  # a factor that leaves nothing of any rate


@dataclass
class _Track:
    """One parameter over the steps that were looked at."""

    learner: Learner
    dtype: str
    dense: bool
    looks: int = 0
    moved: int = 0
    since: int = 0
    streak: int = 0
    rate: float = 0.0
    first_rate: float = 0.0  # of the streak
    most_rate: float = 0.0
    gradient: float = 0.0
    gradient_before: float = 0.0

    def stepped(self, step: int, rate: float, gradient: float, moved: bool) -> None:
        self.looks += 1
        self.rate, self.most_rate = rate, max(self.most_rate, rate)
        if moved:
            self.moved, self.streak = self.moved + 1, 0
            self.gradient_before = max(self.gradient_before, gradient)
        elif not self.streak:
            self.since, self.streak, self.first_rate, self.gradient = step, 1, rate, gradient
        else:
            self.streak += 1
            self.gradient = min(self.gradient, gradient)


@dataclass
class _Rate:
    """The learning rate of an optimizer's first parameters, at every step."""

    most: float = 0.0
    now: float = 0.0
    low_since: int = 0  # the step from which on it was next to nothing

    def read(self, step: int, rate: float) -> None:
        self.now, self.most = rate, max(self.most, rate)
        is_low = 0 < rate < NEXT_TO_NOTHING * self.most  # 0 switches it off, which is meant
        self.low_since = (self.low_since or step) if is_low else 0


class UpdatesLookedAt(Watcher):
    """Compares a few parameters before and after the steps that are looked at; reads one learning rate at each."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._tracks: WeakKeys[History, dict[int, _Track]] = WeakKeys()
        self._rates: WeakKeys[History, _Rate] = WeakKeys()
        self._scheduled: WeakKeys[History, Frames] = WeakKeys()
        self._built: WeakKeys[object, Frames] = WeakKeys()  # the schedulers
        self._decays: WeakKeys[History, tuple[str, float, Frames]] = WeakKeys()
        self._own: WeakKeys[History, Frames] = WeakKeys()
        self._before: list[tuple[_Track, Values, float, float]] = []

    def install(self, undo: Patches) -> None:
        noted = followed(self.recorder, before=self._rate_set, unless_away=True)
        for scheduler in ("LRScheduler", *WITH_STEPS_OF_THEIR_OWN):
            replace(undo, f"torch.optim.lr_scheduler:{scheduler}.step", noted)
        built = followed(self.recorder, before=self._scheduler_built)
        for scheduler in ("LRScheduler", *BUILT_BY_THEMSELVES):
            replace(undo, f"torch.optim.lr_scheduler:{scheduler}.__init__", built)

    def _scheduler_built(self, known: Given, frame: FrameType) -> None:
        scheduler = known.get(FIRST)
        is_one = is_a(scheduler, torch.optim.lr_scheduler.LRScheduler)
        if is_one and module_of_class(scheduler) == torch.optim.lr_scheduler.__name__:
            self._built[scheduler] = self.recorder.stack.capture(frame)

    def _rate_set(self, known: Given, frame: FrameType) -> None:
        optimizer = attribute_of(known[FIRST], "optimizer")
        if is_a(optimizer, torch.optim.Optimizer):
            history = self.recorder.training.history_of(optimizer)
            self._scheduled[history] = self.recorder.stack.capture(frame)
            self.recorder.watching.tell(ScheduleStepped(known[FIRST], optimizer, frame))
            scheduler = known[FIRST]
            for name in FACTORS if scheduler in self._built and history not in self._decays else ():
                factor = attribute_of(scheduler, name)
                if is_exactly(factor, int, float) and 0 <= factor < LITTLE:
                    self._decays[history] = (name, float(factor), self._built[scheduler])

    def on_step_began(self, event: StepBegan) -> None:
        history, self._before = event.history, []
        rate = next((dict.get(group, "lr") for group in groups_of(event.optimizer)), None)
        if is_exactly(rate, int, float):
            known = self._rates.get(history) or self._rates.setdefault(history, _Rate())
            known.read(history.steps, rate)
        if event.is_over or not is_looked_at(history.steps, history.number) or self.recorder.steady.leaves_next:
            return
        tracks = self._tracks.setdefault(history, {})
        if history not in self._own:
            code = code_of(of_class(event.optimizer, "step"))
            own = self.recorder.stack.ownership
            self._own[history] = (code, -1) if code is not None and own[code.co_filename] else ()
        elements = 0
        for parameter, rate in with_rates(event.optimizer):
            gradient = gradient_of(parameter)
            if gradient is None or not torch_api.is_plain(parameter) or not torch_api.is_plain(gradient):
                continue
            elements += parameter.numel()
            if elements > TOGETHER or len(self._before) >= FEW_KEPT:
                return
            track, size = self._track(tracks, history, parameter), torch_api.size_of(gradient)
            if track is not None and 0 < size < float("inf"):
                entry = (track, Values.copied(parameter), rate, size / parameter.numel())
                self._before.append(entry)

    def _track(self, tracks: dict[int, _Track], history: History, parameter: torch.Tensor) -> _Track | None:
        learner = history.learners.get(id(parameter))
        known = tracks.get(id(parameter))
        if learner is None or (known is not None and known.learner is learner):
            return known
        if len(tracks) >= FEW_KEPT:
            return None
        dtype = str(parameter.dtype).removeprefix("torch.")
        track = tracks[id(parameter)] = _Track(learner, dtype, parameter.is_contiguous())
        return track

    @only_inspected
    def on_step_ended(self, event: StepEnded) -> None:
        before, self._before = self._before, []
        for track, values, rate, gradient in before:
            tensor = track.learner.ref()
            if tensor is not None:
                track.stepped(event.history.steps, rate, gradient, not values.equal(tensor))

    def of_run(self, copy: Copy) -> Iterator[StillUpdates | FirstParameters]:
        for history in self.recorder.training.histories:
            tracks, rate = list(self._tracks.get(history, {}).values()), self._rates.get(history, _Rate())
            if rate.low_since or any(track.streak for track in tracks):
                yield StillUpdates(
                    history.steps,
                    tuple(_of(track) for track in tracks),
                    copy.chain(history.frames),
                    copy.chain(self._scheduled.get(history, ())),
                    copy.chain(self._own.get(history, ())),
                    any((k.origin.extra or {}).get("written") for k in history.learners.values()),
                    rate.low_since,
                    (rate.most, rate.now),
                    self._decay(history, copy),
                )
                first = list(takewhile(lambda track: not track.moved, tracks))
                if first and len(first) < len(tracks):
                    born = tuple(copy.chain(track.learner.origin.frames) for track in first)
                    yield FirstParameters(born, copy.chain(history.frames))

    def _decay(self, history: History, copy: Copy) -> Decay | None:
        found = self._decays.get(history)
        return None if found is None else Decay(*found[:2], copy.chain(found[2]))


def _of(track: _Track) -> StillUpdate:
    return StillUpdate(
        track.learner.name,
        track.dtype,
        track.dense,
        track.looks,
        track.moved,
        track.since,
        track.streak,
        track.rate,
        track.most_rate,
        track.rate > track.first_rate,
        track.gradient,
        track.gradient_before,
    )


def with_rates(optimizer: torch.optim.Optimizer) -> Iterator[tuple[torch.Tensor, float]]:
    """The parameters whose learning rate is a plain number, with it."""
    for group in groups_of(optimizer):
        rate = dict.get(group, "lr")
        if is_exactly(rate, int, float):
            for parameter in params_of(group):
                if is_a(parameter, torch.Tensor) and parameter.numel():
                    yield parameter, float(rate)
