"""Averages that land nowhere: `t = tau * p + (1 - tau) * t` in a loop gives a name to a new tensor, and drops it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.lost_averages import LostAverage
from whygrad.ops import CASTING, DETACHING, MIXING, SCALING, act_of
from whygrad.record.copying.module_owners import is_held
from whygrad.record.copying.names import search_names
from whygrad.record.events import PassBegan
from whygrad.record.live.bounded import MOST, NEAR_MIXED, Bounded, BoundedSet
from whygrad.record.live.kept_values import SMALL, Values
from whygrad.record.live.origin import LEAF, PARAMETER, Frames, Origin, OwnRef, TensorRef
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

THROUGH = SCALING | DETACHING | CASTING | {"clone"}
PLACES = 16
FOLLOWS = -1  # instead of the number of passes
MOST_PENDING = 1024  # results until the next pass, which may never come
SIDES = 2


@dataclass
class _Target:
    """A parameter that should follow another, and its values when that was first seen."""

    tensor: OwnRef
    before: Values
    passes: int = 0
    name: str = ""


@dataclass
class _Place:
    targets: dict[int, _Target] = field(default_factory=dict)  # by id of the leaf's Origin
    results: list[OwnRef] = field(default_factory=list)  # since the latest pass
    elements: int = 0
    dropped: int = 0  # results that were gone when the next pass began


class LostAverages(Watcher):
    """Notes mixtures of a parameter that learns with one that does not, and whether the latter ever changes."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._places: Bounded[Frames, _Place] = Bounded(PLACES)
        self.pending: dict[int, tuple[OwnRef, Frames]] = {}  # results, by their ids; C asks whether there are any
        self._used: BoundedSet[Frames] = BoundedSet(PLACES)  # places whose results go on into other calls
        self._tensors: dict[int, TensorRef] = {}

    def begin_anew(self) -> None:
        pending = self.pending  # C asks this very one
        super().begin_anew()
        pending.clear()
        self.pending = pending

    def called(self, func: object, args: Iterable[object], out: object) -> None:
        """A call on a step that is looked at."""
        if not self.recorder.training.followed or not is_a(out, torch.Tensor):
            return
        for value in args if self.pending else ():
            ref, frames = self.pending.get(id(value), (None, ()))
            if ref is not None and ref() is value and out is not value:
                self._used.add(frames)
        if act_of(func) not in MIXING or torch_api.is_in_place(func):
            return
        origin = self.recorder.origins.get(out)
        target = _followed(origin) if origin is not None else None
        if origin is not None and target is not None and origin.frames not in self._used:
            self._note(target, origin.frames, out)

    def _note(self, leaf: Origin, frames: Frames, result: torch.Tensor) -> None:
        if len(self.pending) >= MOST_PENDING:
            return
        place = self._places.setdefault(frames, _Place())
        if len(place.results) >= MOST_PENDING:
            return  # those that die at once leave their ids to others, and few are pending
        tensor = self._tensor_of(leaf)
        if tensor is None or tensor.shape != result.shape or not torch_api.is_plain(tensor):
            return
        if id(leaf) not in place.targets:
            place.elements += tensor.numel()
            if place.elements > SMALL or len(place.targets) >= MOST:
                return
            with torch_api.unseen():
                place.targets[id(leaf)] = _Target(OwnRef(tensor), Values.copied(tensor))
        ref = OwnRef(result)
        place.results.append(ref)
        self.pending[id(result)] = (ref, frames)

    def _tensor_of(self, leaf: Origin) -> torch.Tensor | None:
        if id(leaf) not in self._tensors:
            self._tensors = {id(ref.origin): ref for ref in self.recorder.origins.refs() if ref.origin is not None}
        ref = self._tensors.get(id(leaf))
        return ref() if ref is not None and ref.origin is leaf else None

    @rests_without("pending")
    def on_pass_began(self, event: PassBegan) -> None:
        """Are the values of those that should follow the old ones still?"""
        if not self.pending:
            return
        self._tensors = {}
        self.pending.clear()
        for place in self._places.values():
            if place.results:
                place.dropped += sum(ref() is None for ref in place.results)
                place.results = []
                self._compare(place, event.frame)

    def _compare(self, place: _Place, frame: FrameType) -> None:
        names: dict[int, str] | None = None
        for target in place.targets.values():
            tensor = target.tensor()
            if tensor is None or not target.before.equal(tensor.detach()):
                target.passes = FOLLOWS  # by whatever way
            elif target.passes >= 0:
                target.passes += 1
                if not target.name:
                    if names is None:
                        names = search_names(_running(frame), self.recorder.stack.ownership).names
                    target.name = names.get(id(tensor), "")

    def of_run(self, copy: Copy) -> Iterator[LostAverage]:
        for frames, place in self._places.items():
            targets = place.targets.values()
            if frames not in self._used and place.dropped and targets and all(map(_is_as_before, targets)):
                names = tuple(dict.fromkeys(target.name for target in targets if target.name))
                yield LostAverage(copy.chain(frames), names, max(target.passes for target in targets))


def _is_as_before(target: _Target) -> bool:
    tensor = target.tensor()
    return target.passes > 0 and (tensor is None or target.before.equal(tensor.detach()))


def _followed(mixture: Origin) -> Origin | None:
    """Of a mixture of one parameter that learns and one that does not, the latter."""

    def further(at: Origin) -> tuple[Origin, ...]:
        return at.parents if at is mixture or torch_api.short_act_of(at.op) in THROUGH else ()

    ends = [at for at in breadth_first((mixture,), further, NEAR_MIXED) if at is not mixture and not further(at)]
    if len(ends) != SIDES or not all(end.flags & (LEAF | PARAMETER) for end in ends):
        return None
    followed = [end for end in ends if not is_held(end)]
    return followed[0] if len(followed) == 1 else None


def _running(frame: FrameType | None) -> list[FrameType]:
    """The frames that are running, outermost first."""
    frames = []
    while frame is not None:
        frames.append(frame)
        frame = frame.f_back
    return frames[::-1]
