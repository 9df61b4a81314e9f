"""Values that are written in place: what becomes of their Origins, and who hears of it."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from whygrad.ops import DETACHING, VIEWS, act_of
from whygrad.record.events import LeafWritten, Written
from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.origin import CUT, LEAF, REQUIRES_GRAD, Frames, Origin, OwnRef
from whygrad.record.live.writes import ALIASES, Writes
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.special.data_set import leaf_behind
from whygrad.record.telling import Events
from whygrad.record.watchers.functions.piled_hooks import Hooking
from whygrad.record.watchers.tensors.copied_values import CopiedValues
from whygrad.record.watchers.tensors.retained_gradients import RetainedGradients
from whygrad.record.watchers.tensors.untracked_writes import DEEP, Untracked

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

SETTING = torch.Tensor.__setitem__
SHOWING = VIEWS | DETACHING
OFTEN = 16  # writes of one line to one tensor, after which all have heard of it
AGAIN = 4  # the same, of a line that has written another one as often, or the same one before the latest pass


class _Line:
    """One line that writes element after element of a tensor."""

    __slots__ = ("base", "frames", "passes", "shown", "times", "written")

    def __init__(self, base: OwnRef, frames: Frames, shown: Frames, written: Frames, passes: int) -> None:
        self.base, self.frames = base, frames
        self.shown = shown  # where the part that it writes was taken, or where the tensor was written before
        self.written = written  # where the tensor was written before
        self.passes, self.times = passes, 0


class _SteadyLine(NamedTuple):
    """A line that goes on, as C knows it again (`_hotpath_writes.c`): its next writes only have to be entered."""

    func: object
    whole: weakref.ref[Any]
    view: object  # what took the part that it writes, and where; None where it writes the tensor itself
    shown: Frames | None
    # What wrote the tensor each time before, and where: `y[i] += x` writes a part, then the whole. None where that part
    # itself was written before, `shown` there, as by one who moves an element to and fro.
    before: object
    written: Frames
    passes: int
    thread: int
    append: Callable[[Any], None]
    frames: Frames  # held, so that their id stays theirs
    latest: Bounded[int, Frames]  # where memory was last written through an alias
    after: Frames | None  # and where it was before each write, of a leaf; its own Origin stays as it is


class _Filling:
    """Lines that fill tensors: after a while since the latest pass all have heard of them."""

    def __init__(self) -> None:
        # By the ids of its frames and of the whole tensor: one line may write many tensors, each of them once.
        self._lines: Bounded[tuple[int, int], _Line] = Bounded(MOST)
        self._often: Bounded[int, Frames] = Bounded(MOST)  # those that have written one tensor often, by their ids
        # Where memory was last written through an alias, which leaves its own Origin as it is; by the id of that.
        self.latest: Bounded[int, Frames] = Bounded(MOST)

    def line_that_goes_on(
        self, func: object, whole: torch.Tensor, before: Origin | None, frames: Frames, passes: int
    ) -> _Line | None:
        """This line, if it has written this tensor often enough."""
        if before is None:
            return None
        behind = before
        if not _is_write(before.op) and before.parents:
            behind = before.parents[0]
        if behind.op is func or _is_write(behind.op):
            line = self._line(whole, frames, before.frames, behind.frames, passes)
        elif (shown := _alias_of(before)) is not None:
            line = self._line_through_alias(shown, frames, before.frames, passes)
        else:
            return None  # what it writes was not written before
        return line if self._is_known(line, frames) and "retained" not in (before.extra or ()) else None

    def goes_on_in_leaf(self, leaf: Origin, frames: Frames, passes: int) -> bool:
        """Has this line written this leaf, which stays the same leaf, often enough?"""
        return self._is_known(self._line_through_alias(leaf, frames, leaf.frames, passes), frames)

    def _is_known(self, line: _Line, frames: Frames) -> bool:
        """Have all heard of this line and tensor?"""
        if line.times > OFTEN:
            if line.times == OFTEN + 1:
                self._often[id(frames)] = frames
            return True
        return line.times > AGAIN and id(frames) in self._often

    def _line_through_alias(self, whole: Origin, frames: Frames, shown: Frames, passes: int) -> _Line:
        line = self._line(whole, frames, shown, self.latest.get(id(whole), ()), passes)
        self.latest[id(whole)] = frames
        return line

    def _line(self, base: object, frames: Frames, shown: Frames, written: Frames, passes: int) -> _Line:
        """What is known of a line, counted once more; anew where something has come between."""
        key = id(frames), id(base)
        line = self._lines.get(key)
        if (
            line is None
            or line.base() is not base
            or line.shown is not shown
            or line.written is not written
            or line.passes != passes
        ):
            line = self._lines[key] = _Line(OwnRef(base), frames, shown, written, passes)
        line.times += 1
        return line


def _says_no_more(written: Origin, before: Origin) -> bool:
    """Is it another element from the same line, of plain numbers? What is known of the tensor so far stays true."""
    flags = before.flags
    if written.frames is not before.frames or written.flags & ~LEAF != flags or flags & (REQUIRES_GRAD | CUT):
        return False
    for value in written.parents[1:]:  # noqa: SIM110  # a quick one
        if value.parents:
            return False
    return True


def _alias_of(origin: Origin) -> Origin | None:
    """What an alias lies in the memory of, where it is one: `w` of `w.data[0]`."""
    whole, deep = origin, 0
    while whole.parents and deep < DEEP and _shows(whole.op):
        whole, deep = whole.parents[0], deep + 1
    return whole if deep else None


def _shows(op: object) -> bool:
    return torch_api.is_data_getter(op) or act_of(op) in SHOWING


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
        self.steady: Bounded[int, _SteadyLine] = Bounded(MOST)  # by the id of their frames

    def overwritten(
        self, func: object, parents: Sequence[Origin], tensor: torch.Tensor, origin: Origin, base: torch.Tensor | None
    ) -> None:
        """A tensor gets a new Origin, because a call has written it in place; `base` is what it is a view of."""
        table, whole = self._origins.living(), tensor if base is None else base
        ref = table.get(id(tensor))
        before = ref.origin if ref is not None else None
        last = self.writes.add_through_aliases(func, origin.frames, before)
        line = self._filling.line_that_goes_on(func, whole, before, origin.frames, self._recorder.run.passes)
        if line is None:
            self._tell(func, before, parents, tensor, origin)
        elif before is not None:
            self._enter_steady(func, whole, before, line, origin.frames, base is not None)
        if base is not None:
            ref = table.get(id(base))
            known = ref.origin if ref is not None else None
            if known is not last:
                self.writes.add(func, origin.frames, known)
            if line is None or known is None or not _says_no_more(origin, known):
                self._written_through(base, known, origin)

    def _enter_steady(
        self, func: object, whole: torch.Tensor, before: Origin, line: _Line, frames: Frames, viewed: bool
    ) -> None:
        """Has this line come to write on and on, each time as the time before?"""
        view, shown = (before.op, before.frames) if viewed else (None, None)
        before_it: tuple[object, Frames] = (None, ())
        if viewed and _is_write(view):
            goes_on, after = True, None
        elif viewed and (act_of(view) not in ALIASES or not before.parents):
            return
        else:
            behind = before.parents[0] if viewed else before
            is_leaf = viewed and bool(behind.flags & LEAF) and act_of(behind.op) not in ALIASES
            goes_on, before_it = _is_write(behind.op) or is_leaf, (behind.op, behind.frames)
            after = None if _is_write(behind.op) else line.written
        if goes_on and _is_write(func):
            append, thread = self.writes.append_of_thread()
            self.steady[id(frames)] = _SteadyLine(
                func, OwnRef(whole), view, shown, *before_it, self._recorder.run.passes, thread, append, frames,
                self._filling.latest, after,
            )  # fmt: skip

    def _written_through(self, base: torch.Tensor, before: Origin | None, written: Origin) -> None:
        """A view was written: its base has a new value too."""
        learns = torch_api.requires_grad(base)
        if learns and torch_api.is_learning_leaf(base):
            return
        both = Origin(written.op, (written,) if before is None else (before, written), written.frames, 0)
        both.flags = written.flags & ~LEAF | (REQUIRES_GRAD if learns else 0)
        both.dtype, both.switch = written.dtype, written.switch
        self._origins.put(base, both)

    def _tell(
        self, func: object, before: Origin | None, parents: Sequence[Origin], tensor: torch.Tensor, origin: Origin
    ) -> None:
        if before is not None and before.op is not func:  # what was written before, so, is no alias
            self.untracked.written(before, origin.frames, func)
        self.copied_values.into_alias(func, before, parents, tensor, origin.frames)
        if origin.flags & REQUIRES_GRAD:
            self.copied_values.into_result(before, origin, tensor)
        self._hooking.overwritten(func, before, origin.frames)
        self._events.tell(Written(func, before, parents, origin, tensor, leaf_behind(before)))

    def leaf_set(self, func: object, args: Sequence[object], frames: Frames, frame: FrameType) -> None:
        """An element of a leaf that learns was set."""
        leaf: Any = args[0]
        origin = self._recorder.origin_of(leaf, frame)
        if self._filling.goes_on_in_leaf(origin, frames, self._recorder.run.passes) and self._is_bare(args[2]):
            self.writes.add(func, frames, origin)
            return
        self.leaf_written(func, leaf, frame)
        self.copied_values.into_leaf(func, args, leaf, frame)

    def _is_bare(self, value: object) -> bool:
        """Has a value no history, which would go on behind the leaf?"""
        kind = type(value)
        if kind is float or kind is int or kind is bool:
            return True
        known = self._origins.get(value) if is_a(value, torch.Tensor) else None
        return known is not None and (not known.flags & REQUIRES_GRAD or leaf_behind(known) is not None)

    def leaf_written(self, func: object, leaf: torch.Tensor, frame: FrameType, args: Sequence[object] = ()) -> None:
        """A leaf got a new value in place: it stays the same leaf, but what was saved of it is stale."""
        recorder = self._recorder
        origin, frames = recorder.origin_of(leaf, frame), recorder.stack.capture(frame)
        self.writes.add(func, frames, origin)
        self._events.tell(LeafWritten(origin, func, args, frames))
        origin.add(written=recorder.run.passes, written_frames=frames, written_by=getattr(func, "__name__", ""))
