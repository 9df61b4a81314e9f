"""Writes that autograd does not see: through `.data`, `detach()` or an array that shares the memory."""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Callable, Iterable
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.ops import DETACHING, VIEWS, WEIGHING, act_of
from whygrad.record.events import LeafWritten
from whygrad.record.live.kept_values import SMALL, Values
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Frames, Origin, OwnRef
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

SHARING = ("from_numpy", "as_tensor", "asarray", "from_dlpack", "frombuffer")
# What saves its arguments for the backward pass.
SAVING = WEIGHING | {"mul"}
DEEP = 4  # views of views
KEPT = 64
ARRAYS = 16


def tensor_behind(origin: Origin | None) -> Origin | None:
    """The result in the graph whose memory an alias without history shares."""
    for _ in range(DEEP):
        if origin is None or origin.flags & REQUIRES_GRAD or not origin.parents:
            return None
        name = torch_api.short_act_of(origin.op)
        if name in DETACHING:
            parent = origin.parents[0]
            return parent if parent.flags & REQUIRES_GRAD else None
        if name not in VIEWS:
            return None
        origin = origin.parents[0]
    return None


def _array_behind(origin: Origin | None, met: Callable[[object], None]) -> Origin | None:
    """The tensor that was made of an array, and shows its memory; every function on the way is met."""
    for _ in range(DEEP):
        if origin is None:
            return None
        met(origin.op)
        name = torch_api.short_act_of(origin.op)
        if name in SHARING:
            return origin
        if name not in VIEWS or not origin.parents:
            return None
        origin = origin.parents[0]
    return None


class Untracked:
    """The latest such writes, each with the result that it changed."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self.writes: deque[tuple[weakref.ref[Origin], Frames, int, str, int]] = deque(maxlen=KEPT)
        self._used: list[tuple[weakref.ref[Origin], OwnRef, int, Values]] = []
        self._arrays: list[tuple[weakref.ref[Origin], Values, Values, Frames, int]] = []

    def begin_anew(self) -> None:
        """What was written so far is told no more."""
        self.writes.clear()

    def written(self, alias: Origin | None, frames: Frames, op: object) -> None:
        """Something without history was written in place; is it the memory of a result?"""
        target = tensor_behind(alias)
        if target is None or self._is_a_librarys_own(target, frames):
            return
        if target.flags & LEAF:
            self._recorder.watching.tell(LeafWritten(target))
            name = getattr(op, "__name__", "")
            target.add(written=self._recorder.run.passes, written_frames=frames, written_by=name)
        clock = torch_api.sequence_number()
        entry = (weakref.ref(target), frames, self._recorder.run.passes, torch_api.name_of(op), clock)
        self.writes.append(entry)

    def _is_a_librarys_own(self, target: Origin, frames: Frames) -> bool:
        """Does a library write into a value that it has computed itself? Then it knows what it does to the gradient."""
        return all(self._recorder.stack.foreign_caller(f) is not None for f in (target.frames, frames))

    def array_made(self, tensor: torch.Tensor, origin: Origin, frame: FrameType) -> None:
        """An array shares a result's memory: remember its values for this step, to see whether it is written."""
        target = tensor_behind(origin)
        if target is None or len(self._arrays) >= ARRAYS or not torch_api.is_readable(tensor):
            return
        if tensor.layout == torch.strided and tensor.numel() <= SMALL and torch_api.values_may_be_read():
            with torch_api.unseen():
                before = Values.copied(tensor)
            clock = torch_api.sequence_number()  # who used a parameter before this saw it before it was written
            entry = (weakref.ref(target), Values(tensor), before, self._recorder.stack.capture(frame), clock)
            self._arrays.append(entry)

    def array_used(self, func: object, args: Iterable[object], out: object) -> None:
        """An array's memory is saved for the backward pass: remember its values for this step."""
        if act_of(func) not in SAVING:
            return
        if not is_a(out, torch.Tensor) or not torch_api.requires_grad(out):
            return
        for value in (a for a in args if is_a(a, torch.Tensor)):
            origin = self._recorder.origins.get(value)
            if origin is None:
                continue
            shared = _array_behind(origin, self._recorder.probe.looked.met)
            if shared is None or len(self._used) >= ARRAYS or not torch_api.is_plain(value) or value.numel() > SMALL:
                continue
            if not torch_api.values_may_be_read():
                return
            with torch_api.unseen():
                entry = (weakref.ref(shared), OwnRef(value), torch_api.version_of(value), Values.copied(value))
            self._used.append(entry)

    def pass_begins(self) -> None:
        """Were arrays written since they were made, or since their values were used?"""
        if not self._used and not self._arrays:
            return  # mostly
        if not torch_api.values_may_be_read():
            self._used, self._arrays = [], []
        clock = torch_api.sequence_number()
        for origin, ref, version, before in self._used:
            array, tensor = origin(), ref()
            if array is None or tensor is None or torch_api.version_of(tensor) != version:
                continue
            if not before.is_unchanged(tensor):
                self.writes.append((origin, array.frames, self._recorder.run.passes, "array", clock))
        self._used = []
        for target, values, before, frames, made in self._arrays:
            if not before.is_unchanged(values.shown()):
                self.writes.append((target, frames, self._recorder.run.passes, "numpy", made))
        self._arrays = []
