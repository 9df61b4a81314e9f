"""Updates by hand that land nowhere: `w = w - lr * w.grad` makes a new tensor, and the next pass uses the old one."""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.steps import LostUpdate
from whygrad.ops import DETACHING, PLUS_OR_MINUS, act_of
from whygrad.record.copying.module_owners import leaves_behind
from whygrad.record.copying.names import search_names
from whygrad.record.events import LeafWritten
from whygrad.record.live.bounded import FEW_ORIGINS, MANY_KEPT, Bounded
from whygrad.record.live.kept_values import SMALL, Values
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Frames, Origin, OwnRef, TensorRef
from whygrad.record.live.weak_tables import WeakThings
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.tensors.untracked_writes import tensor_behind
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

GRADIENT = torch_api.GRADIENT_GETTER
UPDATING = PLUS_OR_MINUS | {"addcdiv", "addcmul", "lerp"}
WRITES = 64  # of one copy that are followed back to where it was made
PLACES = 64
REPEATED = 3  # passes that used the old values again


class _Update:
    """The new values of one leaf, in a tensor of their own."""

    def __init__(self, leaf: Origin, tensor: torch.Tensor, frames: Frames, result: torch.Tensor, made: Frames) -> None:
        self.leaf, self.frames, self.made = weakref.ref(leaf), frames, made
        self.before = Values.copied(tensor)
        self.result = OwnRef(result)

    def is_used_by(self, args: Iterable[object], out: torch.Tensor | None) -> bool:
        """Does a call go on from the new values?"""
        result = self.result()
        return result is not None and out is not result and any(a is result for a in args)


@dataclass
class _Lost:
    """Updates of one line that were not there when the next pass used the leaf."""

    made: Frames  # the copy that they are in; empty where they are in a new tensor
    passes: Counter[int] = field(default_factory=Counter)  # by the id of a leaf
    names: dict[int, str] = field(default_factory=dict)


class UpdatesByHand(Watcher):
    """Notes what looks like an update of a leaf, and whether the leaf has changed when the next pass uses it."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._open: dict[int, _Update] = {}  # id of a leaf's Origin -> its latest update
        self._of: dict[int, int] = {}  # id of a tensor with new values -> that id
        self._tensors: dict[int, TensorRef] = {}  # id of an Origin -> its tensor, as it was at the latest pass
        self._landed: WeakThings[Origin] = WeakThings()
        self._found: Bounded[Frames, _Lost] = Bounded(PLACES)

    def called(self, func: object, args: Iterable[object], out: object) -> None:
        """A call on a step that is looked at."""
        if not self.recorder.run.passes or len(self.recorder.run.optimizers) or not is_a(out, torch.Tensor):
            return
        self._use(args, out)
        origin = self.recorder.origins.get(out)
        if origin is None or act_of(func) not in UPDATING or len(origin.parents) < 2 or len(self._open) >= MANY_KEPT:
            return
        in_place = torch_api.is_in_place(func)
        copied = _copied_leaf(origin.parents[0]) if in_place else None
        target, made = copied if copied is not None else (None if in_place else _leaf_of(origin.parents[0]), ())
        if target is not None and any(_is_made_of_gradient(p, target) for p in origin.parents[1:]):
            self._note(target, origin.frames, out, made)

    def on_leaf_written(self, event: LeafWritten) -> None:
        """New values that are written into another leaf are used there, as in a copy of the network."""
        others = [value for value in event.args if self._of.get(id(value), 0) != id(event.leaf)] if self._of else []
        self._use(others, None)

    def _use(self, args: Iterable[object], out: torch.Tensor | None) -> None:
        for value in args if self._of else ():
            update = self._open.get(self._of.get(id(value), 0))
            if update is not None and update.is_used_by(args, out):
                del self._open[self._of.pop(id(value))]

    def _note(self, leaf: Origin, frames: Frames, result: torch.Tensor, made: Frames) -> None:
        tensor = self._tensor_of(leaf)
        if tensor is not None and torch_api.is_plain(tensor) and tensor.numel() <= SMALL:
            with torch_api.unseen():
                self._open[id(leaf)] = _Update(leaf, tensor, frames, result, made)
                self._of[id(result)] = id(leaf)

    def _tensor_of(self, leaf: Origin) -> torch.Tensor | None:
        if not self._tensors:
            self._tensors = {id(ref.origin): ref for ref in self.recorder.origins.refs() if ref.origin is not None}
        ref = self._tensors.get(id(leaf))
        return ref() if ref is not None and ref.origin is leaf else None

    def pass_begins(self, roots: Iterable[Origin], frame: FrameType) -> None:
        """Does the pass go back to a leaf whose update was computed, with the values of before?"""
        if not self._open:
            return
        updates, self._open, self._of = list(self._open.values()), {}, {}
        used = {id(leaf) for leaf in leaves_behind(roots, made_to_learn=True)}
        names: dict[int, str] | None = None
        for update in updates:
            leaf = update.leaf()
            tensor = self._tensor_of(leaf) if leaf is not None else None
            if leaf is None or tensor is None:
                continue
            if not update.before.equal(tensor.detach()):
                self._landed.add(leaf)
            elif id(leaf) in used and leaf not in self._landed:
                if names is None:
                    names = search_names(_running(frame), self.recorder.stack.ownership).names
                lost = self._found.setdefault(update.frames, _Lost(update.made))
                if id(leaf) in lost.passes or len(lost.passes) < MANY_KEPT:
                    lost.passes[id(leaf)] += 1
                    lost.names[id(leaf)] = names.get(id(tensor), "")
        self._tensors = {}

    def of_run(self, copy: Copy) -> Iterator[LostUpdate]:
        """The places whose updates never arrived, with the names of what they were for."""
        landed = {id(leaf) for leaf in self._landed}
        # What an optimizer got later is that one's to move.
        landed |= {id(k.origin) for history in self.recorder.training.histories for k in history.learners.values()}
        for frames, lost in self._found.items():
            leaves = [k for k, passes in lost.passes.items() if passes >= REPEATED and k not in landed]
            if leaves:
                names = tuple(lost.names[k] for k in leaves if lost.names[k])
                passes, made = max(lost.passes[k] for k in leaves), copy.chain(lost.made)
                yield LostUpdate(copy.chain(frames), names, bool(lost.made), passes, made)


def _running(frame: FrameType | None) -> list[FrameType]:
    """The frames that are running, outermost first."""
    frames = []
    while frame is not None:
        frames.append(frame)
        frame = frame.f_back
    return frames[::-1]


def _leaf_of(origin: Origin) -> Origin | None:
    """The leaf itself, or the one whose memory an alias shares."""
    if origin.flags & LEAF and origin.flags & REQUIRES_GRAD:
        return origin
    behind = tensor_behind(origin)
    return behind if behind is not None and behind.flags & LEAF else None


def _copied_leaf(origin: Origin) -> tuple[Origin, Frames] | None:
    """The leaf of which this is a copy, however often the copy was written since, and where that was made."""
    made: Frames = ()
    for _ in range(WRITES):
        if origin.flags & LEAF and origin.flags & REQUIRES_GRAD:
            return (origin, made) if made else None
        name = torch_api.short_name_of(origin.op)
        made = origin.frames if name == "clone" else made
        if not origin.parents or not (name in ("clone", *DETACHING) or torch_api.is_in_place(origin.op)):
            return None
        origin = origin.parents[0]
    return None


def _is_made_of_gradient(value: Origin, leaf: Origin) -> bool:
    """Does the leaf's own gradient go into it?"""

    def is_gradient(at: Origin) -> bool:
        return at.op in (GRADIENT, torch.autograd.grad)

    near = breadth_first((value,), lambda at: () if is_gradient(at) else at.parents, FEW_ORIGINS)
    return any(is_gradient(at) and leaf in at.parents for at in near)
