"""Values that are written in place: what becomes of their Origins, and who hears of it."""

from __future__ import annotations

from collections.abc import Sequence
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.record.events import Events, LeafWritten, Written
from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Frames, Origin, OwnRef
from whygrad.record.live.writes import Writes
from whygrad.record.seam import torch_api
from whygrad.record.watchers.functions.piled_hooks import Hooking
from whygrad.record.watchers.tensors.copied_values import CopiedValues
from whygrad.record.watchers.tensors.retained_gradients import RetainedGradients
from whygrad.record.watchers.tensors.untracked_writes import Untracked

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

SETTING = torch.Tensor.__setitem__


class _Line:
    """One line that writes element after element of a tensor."""

    __slots__ = ("base", "frames", "passes", "shown", "times", "written")

    def __init__(self, base: torch.Tensor, frames: Frames, shown: Frames, written: Frames, passes: int) -> None:
        self.base, self.frames = OwnRef(base), frames
        self.shown = shown  # where the part that it writes was taken, or where the tensor was written before
        self.written = written  # where the tensor was written before
        self.passes, self.times = passes, 0


class _Filling:
    """Lines that fill tensors: after a while since the latest pass all have heard of them."""

    def __init__(self) -> None:
        # By the ids of its frames and of the whole tensor: one line may write many tensors, each of them once.
        self._lines: Bounded[tuple[int, int], _Line] = Bounded(MOST)

    def goes_on(self, tensor: torch.Tensor, before: Origin | None, frames: Frames, passes: int) -> bool:
        """Has this line written this tensor often enough?"""
        behind = before
        if before is not None and not _is_write(before.op):
            behind = before.parents[0] if before.parents else None
        if before is None or behind is None or not _is_write(behind.op):
            return False  # what it writes was not written before
        base = torch_api.view_base(tensor)
        base = tensor if base is None else base
        key = id(frames), id(base)
        line = self._lines.get(key)
        if (
            line is None
            or line.base() is not base
            or line.shown is not before.frames
            or line.written is not behind.frames
            or line.passes != passes
        ):
            line = self._lines[key] = _Line(base, frames, before.frames, behind.frames, passes)
        line.times += 1
        return line.times > MOST and "retained" not in (before.extra or ())


def _is_write(op: object) -> bool:
    return op is SETTING or torch_api.is_in_place(op)


class Overwriting:
    """Tensors that get new values, and the watchers of tensors."""

    def __init__(self, recorder: Recorder, events: Events, hooking: Hooking, retained: RetainedGradients) -> None:
        self._recorder, self._origins = recorder, recorder.origins
        self._events, self._hooking = events, hooking
        self.writes = Writes()
        self.untracked, self.copied_values, self.retained = Untracked(recorder), CopiedValues(recorder), retained
        self._filling = _Filling()

    def written_through(self, base: torch.Tensor, view: torch.Tensor) -> None:
        """A view was written: its base has a new value too."""
        written = self._origins.get(view)
        before = self._origins.get(base)
        if written is not None:
            self.writes.add(written.op, written.frames, before)
        if torch_api.is_learning_leaf(base):
            return
        if written is not None:
            parents = (written,) if before is None else (before, written)
            both = Origin(written.op, parents, written.frames, written.flags & ~LEAF)
            both.flags |= REQUIRES_GRAD if torch_api.requires_grad(base) else 0
            both.dtype, both.switch = written.dtype, written.switch
            self._origins.put(base, both)

    def overwritten(self, func: object, parents: Sequence[Origin], tensor: torch.Tensor, origin: Origin) -> None:
        """A tensor gets a new Origin, because a call has written it in place."""
        before = self._origins.get(tensor)
        self.writes.add_through_aliases(func, origin.frames, before)
        if self._filling.goes_on(tensor, before, origin.frames, self._recorder.run.passes):
            return
        if before is not None and before.op is not func:  # what was written before, so, is no alias
            self.untracked.written(before, origin.frames, func)
        self.copied_values.into_alias(func, before, parents, origin.frames)
        if origin.flags & REQUIRES_GRAD:
            self.copied_values.into_result(before, origin, tensor)
        self._hooking.overwritten(func, before, origin.frames)
        self._events.tell(Written(func, before, parents, origin, tensor))

    def leaf_written(self, func: object, leaf: torch.Tensor, frame: FrameType, args: Sequence[object] = ()) -> None:
        """A leaf got a new value in place: it stays the same leaf, but what was saved of it is stale."""
        recorder = self._recorder
        origin, frames = recorder.origin_of(leaf, frame), recorder.stack.capture(frame)
        self.writes.add(func, frames, origin)
        self._events.tell(LeafWritten(origin, func, args, frames))
        origin.add(written=recorder.run.passes, written_frames=frames, written_by=getattr(func, "__name__", ""))
