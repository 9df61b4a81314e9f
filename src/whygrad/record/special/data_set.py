"""`tensor.data = value`: the values come from elsewhere, the gradient's way does not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.marks import DataReplaced
from whygrad.ops import BOUNDING, CASTING, DETACHING, REDRAWING, VIEWS, act_of, canonical, is_of_torch
from whygrad.record.events import LeafMoved, LeafWritten
from whygrad.record.live.origin import LEAF, PARAMETER, REQUIRES_GRAD, Frames, Origin, carries_from_elsewhere
from whygrad.record.seam import torch_api

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

DEEP, MOST = 6, 16  # operations without gradients, one after the other and beside each other, behind a value
DEEP_IN_VIEWS = 8
MOST_OPS = 1_024
CONVERTING = CASTING | DETACHING


def note_data_set(recorder: Recorder, func: object, tensor: torch.Tensor, value: object, frame: FrameType) -> None:
    before = recorder.origin_of(tensor, frame)
    if (before.extra or {}).get("sharded"):
        recorder.origins.moved(tensor)
        return
    parents: list[Origin] = []
    flags = recorder.take(value, parents, frame)
    frames = recorder.stack.capture(frame)
    recorder.watching.tensors.writes.add(func, frames, before)
    recorder.watching.tell(LeafWritten(before, func, (tensor, value), frames))
    if recorder.run.passes or not _is_converted(parents, before):  # `model.to(device)` leaves it what it was
        before.add(loaded=True)
        before.add(written=recorder.run.passes, written_frames=frames, written_by=_written_by(parents))
    recorder.origins.moved(tensor)
    if not before.flags & (PARAMETER | REQUIRES_GRAD):
        recorder.origins.put(tensor, recorder.mode.origin(func, tuple(parents), frames, flags, tensor))
    elif parents and carries_from_elsewhere(parents[0], before):  # not `p.data = p.data.to(...)`
        leaf = set_anew(before, parents, frames, tensor)
        recorder.origins.put(tensor, leaf)
        recorder.watching.tell(LeafMoved(before, leaf))


def _is_converted(values: list[Origin], own: Origin) -> bool:
    """Are these its own values, moved to another device or dtype?"""
    at = values[0] if values else own
    while at is not own and at.parents and act_of(at.op) in CONVERTING:
        at = at.parents[0]
    return at is own and bool(values)


def _written_by(values: list[Origin]) -> str:
    """What computed the values, where that tells what the setting is for; they may be kept in bounds, or drawn."""
    name = torch_api.short_name_of(values[0].op) if values else ""
    return name if canonical(name) in BOUNDING | REDRAWING else "data"


def set_anew(before: Origin, parents: list[Origin], frames: Frames, tensor: torch.Tensor) -> Origin:
    """The same leaf, with what its new values were computed from behind it."""
    first = (before.extra or {}).get("first")
    if first is not None:
        before.parents = (first,)  # an average that is set again and again keeps its latest setting only
    flags = before.flags | (LEAF if torch_api.is_learning_leaf(tensor) else 0)
    leaf = Origin(before.op, tuple(parents), before.frames, flags)
    leaf.dtype, leaf.extra = before.dtype, before.extra
    leaf.add(mark=DataReplaced(), mark_frames=frames, first=first or before, updated=carry_history(parents))
    return leaf


def leaf_behind(origin: Origin | None) -> Origin | None:
    """The leaf in whose memory an alias lies."""
    for _ in range(DEEP_IN_VIEWS):
        if origin is None or origin.flags & (LEAF | PARAMETER):
            return origin
        if not _goes_on(origin.op):
            return None
        origin = origin.parents[0] if origin.parents else None
    return None


class _GoesOn(dict[object, bool]):
    """Does what a function returns lie in the memory of its argument? Known of torch's own functions."""

    def __missing__(self, op: object) -> bool:
        name: str = getattr(op, "__name__", "")
        name = torch_api.short_name_of(op) if name == "__get__" else name
        act = canonical(name)
        goes_on = act in DETACHING or act in VIEWS or act == "__setitem__" or torch_api.names_a_write(name)
        if is_of_torch(op) and len(self) < MOST_OPS:
            self[op] = goes_on
        return goes_on


_goes_on: Callable[[object], bool] = _GoesOn().__getitem__


def carry_history(values: Sequence[Origin]) -> bool:
    """Has one of these values a history, or one that they were just computed from without gradients?

    A gradient without one has its own reason. Torch says of a part of a leaf that it requires a gradient, even where it
    was taken without: it has no more history than what was written into it. Asked at every update by hand, so it goes
    through few and makes nothing.
    """
    for _ in range(DEEP):
        further: list[Origin] = []
        for at in values:
            if at.flags & REQUIRES_GRAD and not at.flags & LEAF and leaf_behind(at) is None:
                return True
            if at.parents and not at.flags & LEAF and not torch_api.gives_gradient(at.op):
                further += at.parents
        if not further:
            return False
        values = further[:MOST]
    return False
