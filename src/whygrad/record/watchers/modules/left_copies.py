"""Copies of networks that follow their originals in part: what is left out keeps its start, and its original learns.

A parameter that no optimizer holds and that equals one of an optimizer before any step is a copy of it. Other copies
are followed where the program writes values of an optimizer's parameters to them, averaged or as they are.
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.lost_averages import CopyGivenItself, CopyLeft
from whygrad.ops import act_of
from whygrad.record.copying.module_owners import is_held
from whygrad.record.copying.names import search_names
from whygrad.record.events import LeafMoved, LeafWritten, PassBegan, Written
from whygrad.record.live.bounded import MOST_ORIGINS, Bounded
from whygrad.record.live.kept_values import Values
from whygrad.record.live.origin import PARAMETER, REQUIRES_GRAD, Frames, Origin, OwnRef, nearest
from whygrad.record.live.pass_graph import with_flags
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.special.data_set import leaf_behind
from whygrad.record.telling import only_inspected
from whygrad.record.training.history import Learner
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.ledger.averages import first_of, parameter_behind

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

WRITING = frozenset({"add", "sub", "lerp", "copy"})
SAMPLES = 64  # elements by which values are known
MOST_COPIES = 128
MOST_FOLLOWED = 1024  # parameters, each with a line that writes it to another
MOST_TARGETS = 16  # values without a gradient that a loss needs
SEVERAL = 2  # passes between which a copy is written
FEW = 4  # copies of one parameter that one line writes


@dataclass(eq=False)
class _Following:
    """What one line writes to copies of one parameter."""

    original: weakref.ref[Origin]
    latest: list[weakref.ref[Origin]] = field(default_factory=list)  # the copies' Origins, since the latest pass
    at: int = -1  # how many passes there had been
    times: int = 0


@dataclass(eq=False)
class _Left:
    """A copy that was never written since it was first seen, so far."""

    tensor: OwnRef
    original: Learner
    start: Values
    name: str = ""
    passes: int = 0  # whose loss used it together with copies that follow
    beside: Frames = ()  # where those are written
    learns: bool = False  # the original had other values by then
    is_given_itself: bool = False  # the program wrote its own values to it
    is_over: bool = False


class LeftCopies(Watcher):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._copies: WeakKeys[Origin, _Left | None] = WeakKeys()  # by the copy; None of a parameter that is none
        self._equal: WeakKeys[Origin, None] = WeakKeys()  # the copies, also of what was trained or loaded before
        self._left: deque[_Left] = deque(maxlen=MOST_COPIES)
        self._following: Bounded[tuple[int, Frames], _Following] = Bounded(MOST_FOLLOWED)  # by id of the original

    # -- copies that follow -----------------------------------------------------------------------------------------

    def on_written(self, event: Written) -> None:
        if self._left and not event.origin.flags & REQUIRES_GRAD and act_of(event.func) in WRITING:
            values = [parent for parent in event.parents if parent is not event.before]
            shown = [o for o in (event.origin, event.leaf) if o is not None]
            self._follows(values, event.before, shown, event.origin.frames)

    def on_leaf_written(self, event: LeafWritten) -> None:
        if self._left and act_of(event.func) in WRITING:
            values = [o for value in event.args[1:] if (o := self.recorder.origins.get(value)) is not None]
            self._follows(values, event.leaf, [event.leaf], event.frames)
            left = self._copies.get(event.leaf)
            if left is not None and act_of(event.func) == "copy" and [*map(leaf_behind, values)] == [event.leaf]:
                left.is_given_itself = True

    def on_leaf_moved(self, event: LeafMoved) -> None:
        if self._left and not is_held(event.leaf):
            frames = (event.leaf.extra or {}).get("mark_frames", ())
            self._follows(event.leaf.parents, event.before, [event.leaf], frames)

    def _follows(self, values: Iterable[Origin], own: Origin | None, shown: list[Origin], frames: Frames) -> None:
        original = parameter_behind(values, own)
        if original is None or any(first_of(origin) is original for origin in shown):
            return
        passes, key = self.recorder.run.passes, (id(original), frames)
        following = self._following.get(key)
        if following is None or following.original() is not original:
            following = self._following[key] = _Following(weakref.ref(original))
        if following.at != passes:
            following.at, following.times, following.latest = passes, following.times + 1, []
        if len(following.latest) < FEW:
            following.latest += [weakref.ref(origin) for origin in shown]

    # -- copies that are left -----------------------------------------------------------------------------------------

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        if not event.inspected or not self.recorder.training.followed or not torch_api.values_may_be_read():
            return
        used = [at for at in with_flags(event.graph.values, PARAMETER) if not is_held(at)]
        self._take_in([at for at in used if at not in self._copies])
        copies = {at: left for at in used if (left := self._copies.get(at)) is not None and not left.is_over}
        if not copies:
            return
        for left in copies.values():
            tensor = left.tensor()
            left.is_over = tensor is None or not left.start.equal(sample_of(tensor))
            original = left.original.ref()
            left.learns = original is not None and not left.start.equal(sample_of(original))
        if followed := self.followed():
            self._meet(event, copies, followed)

    def followed(self) -> dict[Origin, Frames]:
        """The copies that were written between several passes, with the lines that write them."""
        return {o: key[1] for key, f in self._following.items() if f.times >= SEVERAL for o in _living(f.latest)}

    def is_copy(self, leaf: Origin) -> bool:
        """Had it the values of an optimizer's parameter when an inspected pass first used it?"""
        return leaf in self._equal

    def _take_in(self, unknown: list[Origin]) -> None:
        """Are these copies of what an optimizer holds? Asked of each once."""
        if not unknown or len(self._copies) >= MOST_ORIGINS:
            return
        for at in unknown:
            self._copies[at] = None
        wanted = set(unknown)
        tensors = {ref.origin: tensor for ref in self.recorder.origins.refs() if (tensor := ref()) is not None}
        learners = [k for h in self.recorder.training.followed for k in h.learners.values()]
        for origin, tensor in tensors.items():
            if origin is None or origin not in wanted or not _has_values(tensor):
                continue
            original = _equal_to(tensor, learners)
            if original is None:
                continue
            self._equal[origin] = None
            if is_at_start(original) and len(self._left) < MOST_COPIES:
                left = _Left(OwnRef(tensor), original, Values.copied(sample_of(tensor)))
                self._copies[origin] = left
                self._left.append(left)

    def _meet(self, event: PassBegan, copies: dict[Origin, _Left], followed: dict[Origin, Frames]) -> None:
        """Which of them went into a value without a gradient together with copies that follow?"""
        met: dict[Origin, Frames] = {}
        for target in targets_of(event.graph.values):
            behind = set(nearest((target,), most=MOST_ORIGINS))
            beside = next((followed[at] for at in followed if at in behind), None)
            if beside is not None:
                met.update({at: beside for at in copies if at in behind})
        names: dict[int, str] | None = None
        for at, beside in met.items():
            left = copies[at]
            left.passes, left.beside = left.passes + 1, beside
            if not left.name:
                names = self._names(event.frame) if names is None else names
                left.name = names.get(id(left.tensor()), "")

    def _names(self, frame: FrameType | None) -> dict[int, str]:
        frames = []
        while frame is not None:
            frames.append(frame)
            frame = frame.f_back
        return search_names(frames[::-1], self.recorder.stack.ownership).names

    def of_run(self, copy: Copy) -> Iterator[CopyLeft | CopyGivenItself]:
        served = {f.original() for f in self._following.values()}
        for left in self._left:
            if left.is_over or not left.learns or left.passes < SEVERAL or first_of(left.original.origin) in served:
                continue
            tensor = left.tensor()
            if tensor is None or left.start.equal(sample_of(tensor)):
                kind = CopyGivenItself if left.is_given_itself else CopyLeft
                yield kind(copy.chain(left.beside), left.name, left.original.name, left.passes)


def _living(refs: list[weakref.ref[Origin]]) -> list[Origin]:
    return [origin for ref in refs if (origin := ref()) is not None]


def is_at_start(learner: Learner) -> bool:
    """Has it the values that chance gave it? A fixed copy of what was trained or loaded may well be wanted."""
    extra = learner.origin.extra or {}
    return not extra.get("learnt") and not extra.get("loaded")


def _equal_to(tensor: torch.Tensor, learners: list[Learner]) -> Learner | None:
    """The one that has the same values. Where all elements are the same, as of a bias at 0, that tells nothing."""
    if not has_varied_values(tensor):
        return None
    sample = sample_of(tensor)
    for learner in learners:
        other = learner.ref()
        if other is None or other is tensor or not _has_values(other) or other.shape != tensor.shape:
            continue
        if other.dtype == tensor.dtype and other.device == tensor.device and torch.equal(sample_of(other), sample):
            return learner
    return None


def has_varied_values(tensor: torch.Tensor) -> bool:
    sample = sample_of(tensor) if _has_values(tensor) else None
    return sample is not None and not bool((sample == sample[0]).all())


def _has_values(tensor: torch.Tensor) -> bool:
    return torch_api.is_plain(tensor) and tensor.is_floating_point() and tensor.numel() > 1


def sample_of(tensor: torch.Tensor) -> torch.Tensor:
    return torch_api.sample(tensor, SAMPLES)


def targets_of(values: list[Origin]) -> list[Origin]:
    """What carries no gradient and goes into what carries one."""
    plain = (p for at in values if at.flags & REQUIRES_GRAD for p in at.parents if not p.flags & REQUIRES_GRAD)
    return list(islice((at for at in dict.fromkeys(plain) if at.parents), MOST_TARGETS))
