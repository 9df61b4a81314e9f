"""Clipping and scaling: in which order they came."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from sys import _getframe
from typing import TYPE_CHECKING, Any

import torch

from whygrad.evidence import Evidence
from whygrad.evidence.steps import ClippingOutOfOrder, ScaledStep, UnscaledLoss
from whygrad.record.events import PassEnded, StepBegan, Written
from whygrad.record.live.bounded import Bounded, BoundedSet
from whygrad.record.live.origin import REQUIRES_GRAD, Frames, Origin
from whygrad.record.live.weak_tables import WeakThings
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.training.history import History
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

CLIPPERS = ("clip_grad_norm_", "clip_grad_value_")
CLAMPING = ("clamp_", "clip_", "clamp_max_", "clamp_min_")
TENSOR: Any = torch.Tensor
GRADIENT = TENSOR.grad.__get__
ALIASES = ("data", "detach")
MULTIPLYING = ("mul", "__mul__", "__rmul__", "mul_")
MOST = 64
NEAR = 256  # operations behind a loss among which a scaled one is looked for


class Clipping(Watcher):
    """Notes each clipping that came before there was a gradient, or while gradients were still scaled."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._scaled = False  # the latest pass was of a scaled loss
        self._made = False  # some loss was scaled in this run
        self._plain: Frames = ()  # it was of one that was surely not, and ran here
        self._unscaled: WeakThings[Any] = WeakThings()
        self._too_early: Bounded[Frames, int] = Bounded(MOST)
        self._too_late: Bounded[Frames, int] = Bounded(MOST)
        self._while_scaled: Bounded[Frames, int] = Bounded(MOST)
        self._stepped_scaled: Bounded[Frames, int] = Bounded(MOST)
        self._never_scaled: Bounded[Frames, int] = Bounded(MOST)  # passes whose gradients a scaler divided all the same
        self._in_order: BoundedSet[Frames] = BoundedSet(MOST)

    def of_run(self, copy: Copy) -> Iterator[Evidence]:
        wrong = (("early", self._too_early), ("late", self._too_late))
        for when, counted in wrong:
            for frames, times in counted.items():
                if frames not in self._in_order:
                    yield ClippingOutOfOrder(copy.chain(frames), times, when)
        for frames, times in self._while_scaled.items():
            yield ClippingOutOfOrder(copy.chain(frames), times, "scaled")
        for frames in self._stepped_scaled:
            yield ScaledStep(copy.chain(frames))
        for frames in self._never_scaled:
            yield UnscaledLoss(copy.chain(frames))

    def install(self, undo: Patches) -> None:
        for name in CLIPPERS:
            # The same object in both places, or it could not be pickled.
            if replace(undo, f"torch.nn.utils.clip_grad:{name}", self._clipping):
                replace(undo, f"torch.nn.utils:{name}", partial(_named, name))
        replace(undo, "torch.amp:GradScaler.scale", self._scaling)
        replace(undo, "torch.amp:GradScaler.unscale_", self._unscaling)
        replace(undo, "torch.amp:GradScaler.step", self._stepping)

    def _clipping(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def clip(*args: Any, **kwargs: Any) -> Any:
            if args and not isinstance(args[0], (torch.Tensor, list, tuple)):
                args = (list(args[0]), *args[1:])  # what is generated can be read once
            parameters = args[0] if args else kwargs.get("parameters")
            limit = args[1] if len(args) > 1 else kwargs.get("max_norm", kwargs.get("clip_value"))
            # Without a limit it only measures.
            if isinstance(parameters, (torch.Tensor, list, tuple)) and limit != float("inf"):
                self.recorder.seen(self._note_clip, parameters, limit, _getframe(1))
            return original(*args, **kwargs)

        return clip

    def _note_clip(self, parameters: Iterable[Any], limit: Any, frame: Any) -> None:
        held = [parameters] if isinstance(parameters, torch.Tensor) else list(parameters)
        frames = self.recorder.stack.capture(frame)
        with torch_api.unseen():
            there = any(gradient_of(p) is not None for p in held)
        optimizers = [o for o in self.recorder.optimizers if _holds(o, held)]
        histories = [self.recorder.training.history_of(o) for o in optimizers]
        for history in histories:
            history.was_read = True
        if there and isinstance(limit, (int, float)) and limit == 0:
            self.recorder.training.gradients_written(frames, "clipping")
        if not there:
            self._count(self._too_early, frames)
        elif histories and all(h.steps and not h.delivered for h in histories):
            self._count(self._too_late, frames)
        elif self._scaled and optimizers and not any(o in self._unscaled for o in optimizers):
            self._count(self._while_scaled, frames)
        else:
            self._in_order.add(frames)

    def on_written(self, event: Written) -> None:
        """Something was written in place: is it a gradient, clipped by hand while it is scaled?"""
        if not self._scaled or getattr(event.func, "__name__", "") not in CLAMPING:
            return
        before, frames = event.before, event.origin.frames
        while before is not None and before.parents and torch_api.name_of(before.op).rpartition(".")[2] in ALIASES:
            before = before.parents[0]
        if before is None or before.op != GRADIENT or not before.parents:
            return
        leaf = before.parents[0]
        holding = [h.optimizer() for h in self.recorder.training.followed if _has(h, leaf)]
        if holding and not any(optimizer in self._unscaled for optimizer in holding if optimizer is not None):
            self._count(self._while_scaled, frames)

    def _count(self, where: dict[Frames, int], frames: Frames) -> None:
        where[frames] = where.get(frames, 0) + 1

    def _scaling(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def scale(scaler: Any, outputs: Any) -> Any:
            out = original(scaler, outputs)
            self.recorder.seen(self._mark, scaler, out)
            return out

        return scale

    def _mark(self, scaler: Any, out: Any) -> None:
        if not scaler.is_enabled():
            return
        self._made = True
        for tensor in (out,) if isinstance(out, torch.Tensor) else tuple(out):
            origin = self.recorder.origins.get(tensor)
            if origin is not None:
                origin.add(scaled=True)

    def _unscaling(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def unscale_(scaler: Any, optimizer: Any) -> Any:
            self.recorder.guarded(self._note_division, scaler)
            out = original(scaler, optimizer)
            self.recorder.guarded(self._unscaled.add, optimizer)
            return out

        return unscale_

    def _note_division(self, scaler: Any) -> None:
        """A scaler divides gradients: of a loss that it had multiplied?"""
        if self._plain and scaler.is_enabled():
            self._count(self._never_scaled, self._plain)

    def _stepping(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def step(scaler: Any, /, optimizer: Any, *args: Any, **kwargs: Any) -> Any:
            if optimizer not in self._unscaled:
                self.recorder.guarded(self._note_division, scaler)
            self._unscaled.add(optimizer)
            return original(scaler, optimizer, *args, **kwargs)

        return step

    def on_step_began(self, event: StepBegan) -> None:
        """An optimizer steps: not with gradients that are still scaled?"""
        if self._scaled and event.optimizer not in self._unscaled:
            self._count(self._stepped_scaled, event.history.latest_step)

    def on_pass_ended(self, event: PassEnded) -> None:
        """A pass is over; of a loss that came from a scaler, or surely not?"""
        roots = event.known
        self._scaled = any((root.extra or {}).get("scaled") for root in roots)
        self._unscaled.clear()
        if not event.collects:
            return
        factor = any(getattr(root.op, "__name__", "") in MULTIPLYING for root in roots)  # perhaps by the scale itself
        plain = self._scaled or not self._made or factor or any(_has_scaled_behind(root) for root in roots)
        self._plain = () if plain or not roots else event.frames


def _has_scaled_behind(root: Origin) -> bool:
    """Is a scaled loss one of its terms?"""
    queue = [root]
    for at in queue:
        if (at.extra or {}).get("scaled"):
            return True
        queue += [p for p in at.parents if p.flags & REQUIRES_GRAD] if len(queue) < NEAR else []
    return False


def _has(history: History, leaf: Origin) -> bool:
    return any(learner.origin is leaf for learner in history.learners.values())


def _named(name: str, _: Any) -> Any:
    return getattr(torch.nn.utils.clip_grad, name)


def _holds(optimizer: Any, parameters: list[Any]) -> bool:
    held = {id(p) for group in getattr(optimizer, "param_groups", ()) for p in group["params"]}
    return any(id(p) in held for p in parameters)
