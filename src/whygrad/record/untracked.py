"""Writes that autograd does not see: through `.data`, `detach()` or an array that shares the memory."""

from __future__ import annotations

import weakref
from types import FrameType
from typing import TYPE_CHECKING, Any

import torch

from whygrad.record import torch_api
from whygrad.record.origin import LEAF, REQUIRES_GRAD, Frames, Origin
from whygrad.record.values import Values

if TYPE_CHECKING:
    from whygrad.record.recorder import Recorder

ALIASES = ("data", "detach")
VIEWS = ("__getitem__", "view", "reshape", "select", "narrow", "t", "transpose", "squeeze", "unsqueeze", "flatten")
DEEP = 4
KEPT = 64
SMALL = 1_000_000
ARRAYS = 16


def tensor_behind(origin: Origin | None) -> Origin | None:
    """The result in the graph whose memory an alias without history shares."""
    for _ in range(DEEP):
        if origin is None or origin.flags & REQUIRES_GRAD or not origin.parents:
            return None
        name = torch_api.name_of(origin.op).rpartition(".")[2]
        if name in ALIASES:
            parent = origin.parents[0]
            return parent if parent.flags & REQUIRES_GRAD else None
        if name not in VIEWS:
            return None
        origin = origin.parents[0]
    return None


class Untracked:
    """The latest such writes, each with the result that it changed."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self.writes: list[tuple[weakref.ref[Origin], Frames, int, str, int]] = []
        self._arrays: list[tuple[weakref.ref[Origin], Values, Values, Frames]] = []

    def written(self, alias: Origin | None, frames: Frames, op: Any) -> None:
        """Something without history was written in place; is it the memory of a result?"""
        target = tensor_behind(alias)
        if target is None:
            return
        if target.flags & LEAF:
            self._recorder.piling.updated(target)
            target.add(written_frames=frames)
        clock = torch_api.sequence_number()
        entry = (weakref.ref(target), frames, self._recorder.passes, torch_api.name_of(op), clock)
        self.writes = [*self.writes[-KEPT:], entry]

    def array_made(self, tensor: torch.Tensor, origin: Origin, frame: FrameType) -> None:
        """An array shares a result's memory: remember its values for this step, to see whether it is written."""
        target = tensor_behind(origin)
        if target is None or target.flags & LEAF or len(self._arrays) >= ARRAYS or not torch_api.is_readable(tensor):
            return
        if tensor.layout == torch.strided and tensor.numel() <= SMALL:
            with torch_api.unseen():
                before = Values.copied(tensor)
            entry = (weakref.ref(target), Values(tensor), before, self._recorder.stack.capture(frame))
            self._arrays.append(entry)

    def pass_begins(self) -> None:
        """Were arrays written since they were made?"""
        for target, values, before, frames in self._arrays:
            if not before.equal(values.shown()):
                self.writes = [*self.writes[-KEPT:], (target, frames, self._recorder.passes, "numpy", 0)]
        self._arrays = []


def put_values(recorder: Recorder, values: Any, leaf: torch.Tensor, frame: FrameType) -> None:
    """Values were copied into a leaf: where they were computed with gradients, they stand behind it from now on."""
    before = recorder.origin_of(leaf, frame)
    parents: list[Origin] = []
    recorder.take(values, parents, frame)
    if (before.extra or {}).get("held") or not any(p.flags & REQUIRES_GRAD and not p.flags & LEAF for p in parents):
        return
    put = Origin(before.op, tuple(parents), before.frames, before.flags)
    put.dtype, put.extra = before.dtype, dict(before.extra or {})
    put.add(detail="data", detail_frames=recorder.stack.capture(frame))
    recorder.origins.put(leaf, put)
