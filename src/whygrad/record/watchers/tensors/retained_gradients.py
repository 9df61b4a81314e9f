"""Results whose gradient was to be kept, and is not there when it is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.evidence import Evidence
from whygrad.evidence.tensors import GradientNotKept, ResultRead, RewrittenAfterRetain
from whygrad.record.copying.module_owners import leaves_behind
from whygrad.record.events import Written
from whygrad.record.live.bounded import MOST, Bounded
from whygrad.record.live.origin import Frames, Origin, OwnRef, comes_from
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import node_of
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder


@dataclass(frozen=True)
class NotKept:
    late: bool
    read: Frames


@dataclass(frozen=True)
class Rewritten:
    asked: Frames
    read: Frames


class RetainedGradients(Watcher):
    """Follows `retain_grad()` and the readings of `.grad` that found nothing."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self.latest: tuple[OwnRef, CodeType, int] | None = None  # a `.grad` that was None, and who read it
        # id -> the tensor, where it was asked for, written
        self._waiting: Bounded[int, tuple[OwnRef, Frames, Frames]] = Bounded(MOST)
        self._found: Bounded[Frames, NotKept] = Bounded(MOST)  # by the place of `retain_grad()`
        # By the place of a write after it, of a gradient that was read.
        self._rewritten: Bounded[Frames, Rewritten] = Bounded(MOST)
        # Place of a result -> it, and who read its `.grad`.
        self._results: Bounded[Frames, tuple[Origin, Frames]] = Bounded(MOST)

    def needs(self) -> Iterable[Origin]:
        return [origin for origin, _ in self._results.values()]

    def of_run(self, copy: Copy) -> Iterator[Evidence]:
        for origin, read in self._results.values():
            yield ResultRead(copy.at(origin), copy.chain(read))
        for frames, found in self._found.items():
            yield GradientNotKept(copy.chain(frames), found.late, copy.chain(found.read))
        for frames, again in self._rewritten.items():
            yield RewrittenAfterRetain(copy.chain(frames), copy.chain(again.asked), copy.chain(again.read))

    def asked(self, tensor: torch.Tensor, frame: FrameType) -> None:
        origin = self.recorder.origin_of(tensor, frame)
        frames = self.recorder.stack.capture(frame)
        self.recorder.watching.functions.hooks.granted.append(frames)
        origin.add(retained=(self.recorder.run.passes, frames))

    def on_written(self, event: Written) -> None:
        """A tensor was written in place: a gradient that was to be kept of it is that of its new value."""
        before, tensor = event.before, event.tensor
        if before is not None and (before.extra or {}).get("read_in_vain"):
            event.origin.add(before_writes=_before_writes(before))
        asked = (before.extra or {}).get("retained") if before is not None else None
        if asked is not None and node_of(tensor) is not None:
            self._waiting[id(tensor)] = (OwnRef(tensor), asked[1], event.origin.frames)

    def read(self, tensor: torch.Tensor, frame: FrameType) -> None:
        """`.grad` was read, and is there; of a value that was overwritten since `retain_grad()`?"""
        ref, asked, written = self._waiting.get(id(tensor), (None, (), ()))
        if ref is not None and ref() is tensor:
            self._rewritten[written] = Rewritten(asked, self.recorder.stack.capture(frame))

    def read_nothing(self, tensor: torch.Tensor, frame: FrameType) -> None:
        """`.grad` was read, is None, and was to be kept: too late, or of something that the loss was not made of."""
        self.latest = (OwnRef(tensor), frame.f_code, frame.f_lineno)
        recorder = self.recorder
        origin = recorder.origins.get(tensor) if recorder.run.passes else None
        if origin is None or not torch_api.is_result(tensor):
            return
        asked = (origin.extra or {}).get("retained")
        if asked is None:
            self._read_result(origin, frame)
            return
        passes, frames = asked
        through = [(r.extra or {})["number"] for r in recorder.run.roots if comes_from(r, origin)]
        if not through and recorder.run.passes <= passes:
            return  # no pass has run yet since it was asked for
        if through and max(through) > passes:
            return  # the pass went through it and left nothing: a hook, or a cleared gradient
        self._found[frames] = NotKept(bool(through), recorder.stack.capture(frame))

    def _read_result(self, origin: Origin, frame: FrameType) -> None:
        """The gradient of a result was read and is None. In a loop of updates by hand that is the end of learning."""
        recorder = self.recorder
        held = any((leaf.extra or {}).get("held") for leaf in leaves_behind([origin]))
        first = _before_writes(origin)
        ways = {id(o): o for o in (origin, first)}.values()
        through = sum(any(comes_from(r, o) for o in ways) for r in recorder.run.roots)
        if through:
            origin.add(read_in_vain=True)
        # A look at a hidden value's gradient is one thing; what is kept over passes, or was updated, should learn.
        learns_by_hand = not held and (through > 1 or (through and _comes_from_a_gradient(origin)))
        if learns_by_hand and len(self._results) < MOST:
            self._results[first.frames] = (first, recorder.stack.capture(frame))


def _before_writes(origin: Origin) -> Origin:
    """The result as it was before the program wrote it, or set its `.data`."""
    facts = origin.extra or {}
    return facts.get("before_writes") or facts.get("first", origin)


def _comes_from_a_gradient(origin: Origin) -> bool:
    """Was it computed with a gradient, as in `w - rate * w.grad`?"""
    near = [*origin.parents, *(p for parent in origin.parents for p in parent.parents)]
    return any(getattr(o.op, "__name__", "") == "__get__" and torch_api.name_of(o.op).endswith(".grad") for o in near)
