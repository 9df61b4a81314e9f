"""Clipping and scaling: in which order they came."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from functools import partial
from sys import _getframe
from types import FrameType
from typing import TYPE_CHECKING, Any

import torch

from whygrad.record.live.by_identity import ByIdentity
from whygrad.record.live.origin import REQUIRES_GRAD, Frames, Origin, OwnRef
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attribute_of, is_a, is_number, items_of
from whygrad.record.seam.given import FIRST, Given, followed, given, names_of
from whygrad.record.seam.holdings import parameters_of
from whygrad.record.seam.patching import replace
from whygrad.record.training.history import History

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

CLIPPERS = ("clip_grad_norm_", "clip_grad_value_")
CLIPPING_FILE = torch.nn.utils.clip_grad.__file__
CLAMPING = ("clamp_", "clip_", "clamp_max_", "clamp_min_")
TENSOR: Any = torch.Tensor
GRADIENT = TENSOR.grad.__get__
ALIASES = ("data", "detach")
MULTIPLYING = ("mul", "__mul__", "__rmul__", "mul_")
MOST = 64
NEAR = 256  # operations behind a loss among which a scaled one is looked for


class Clipping:
    """Notes each clipping that came before there was a gradient, or while gradients were still scaled."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._scaled = False  # the latest pass was of a scaled loss
        self._made = False  # some loss was scaled in this run
        self._plain: Frames = ()  # it was of one that was surely not, and ran here
        self._unscaled: ByIdentity[Any, bool] = ByIdentity()
        self._clipped = _Clipped()
        self.too_early: dict[Frames, int] = {}
        self.too_late: dict[Frames, int] = {}
        self.while_scaled: dict[Frames, int] = {}
        self.stepped_scaled: dict[Frames, int] = {}
        self.never_scaled: dict[Frames, int] = {}  # passes whose gradients a scaler divided all the same
        self.in_order: set[Frames] = set()

    def install(self, undo: ExitStack) -> None:
        for name in CLIPPERS:
            replace(undo, torch.nn.utils.clip_grad, name, self._clipping)
            # The same object in both places, or it could not be pickled.
            replace(undo, torch.nn.utils, name, partial(_named, name))
        scaler = torch.amp.GradScaler
        replace(undo, scaler, "scale", followed(self._recorder, self._scaled_by, unless_away=True))
        replace(undo, scaler, "unscale_", followed(self._recorder, self._divided, before=self._dividing))
        replace(undo, scaler, "step", followed(self._recorder, before=self._stepping))

    def _clipping(self, original: Callable[..., Any]) -> Callable[..., Any]:
        names = names_of(original)

        def clip(*args: Any, **kwargs: Any) -> Any:
            self._clipped.running.append([])
            try:
                out = original(*args, **kwargs)
            finally:
                clipped = self._clipped.running.pop()
            self._recorder.seen(self._note_clip, names, args, kwargs, clipped, _getframe(1))
            return out

        return clip

    def read(self, tensor: torch.Tensor, frame: FrameType) -> None:
        """A gradient was read: perhaps by what clips, which alone may take the parameters from a generator."""
        if self._clipped.running and frame.f_code.co_filename == CLIPPING_FILE:
            self._clipped.running[-1].append(OwnRef(tensor))

    def _note_clip(self, names: Any, args: Any, kwargs: Any, clipped: list[OwnRef], frame: FrameType) -> None:
        known = given(names, args, kwargs)
        limit = known.get("max_norm", known.get("clip_value"))
        if is_number(limit) and limit == float("inf"):
            return  # without a limit it only measures
        held = [tensor for ref in clipped if (tensor := ref()) is not None]
        frames = self._recorder.stack.capture(frame)
        with torch_api.unseen():
            there = any(p.grad is not None for p in held)
        optimizers = [o for o in self._recorder.optimizers if _holds(o, held)]
        histories = [self._recorder.training.history_of(o) for o in optimizers]
        for history in histories:
            history.was_read = True
        if there and is_number(limit) and limit == 0:
            self._recorder.training.gradients_written(frames, "clipping")
        if not there:
            self._count(self.too_early, frames)
        elif histories and all(h.steps and not h.delivered for h in histories):
            self._count(self.too_late, frames)
        elif self._scaled and optimizers and not any(o in self._unscaled for o in optimizers):
            self._count(self.while_scaled, frames)
        else:
            self.in_order.add(frames)

    def clamped(self, func: Any, before: Origin | None, frames: Frames) -> None:
        """Something was written in place: is it a gradient, clipped by hand while it is scaled?"""
        if not self._scaled or getattr(func, "__name__", "") not in CLAMPING:
            return
        while before is not None and before.parents and torch_api.name_of(before.op).rpartition(".")[2] in ALIASES:
            before = before.parents[0]
        if before is None or before.op != GRADIENT or not before.parents:
            return
        leaf = before.parents[0]
        holding = [h.optimizer() for h in self._recorder.training.histories if _has(h, leaf)]
        if holding and not any(optimizer in self._unscaled for optimizer in holding if optimizer is not None):
            self._count(self.while_scaled, frames)

    def _count(self, where: dict[Frames, int], frames: Frames) -> None:
        if len(where) < MOST:
            where[frames] = where.get(frames, 0) + 1

    def _scaled_by(self, known: Given, out: Any, frame: FrameType) -> None:
        """A scaler has multiplied a loss, or several."""
        if not _is_enabled(known[FIRST]):
            return
        self._made = True
        for tensor in (out, *items_of(out)):
            origin = self._recorder.origins.get(tensor)
            if origin is not None:
                origin.add(scaled=True)

    def _dividing(self, known: Given, frame: FrameType) -> None:
        """A scaler divides gradients, unless it has: of a loss that it had multiplied?"""
        optimizer = known.get("optimizer")
        if not is_a(optimizer, torch.optim.Optimizer) or optimizer in self._unscaled:
            return
        if self._plain and _is_enabled(known[FIRST]):
            self._count(self.never_scaled, self._plain)

    def _divided(self, known: Given, _: Any, out: Any, frame: FrameType) -> None:
        self._is_unscaled(known)

    def _stepping(self, known: Given, frame: FrameType) -> None:
        self._dividing(known, frame)
        self._is_unscaled(known)

    def _is_unscaled(self, known: Given) -> None:
        if is_a(optimizer := known.get("optimizer"), torch.optim.Optimizer):
            self._unscaled[optimizer] = True

    def step_begins(self, optimizer: Any, frames: Frames) -> None:
        """An optimizer steps: not with gradients that are still scaled?"""
        if self._scaled and optimizer not in self._unscaled:
            self._count(self.stepped_scaled, frames)

    def pass_ran(self, roots: Iterable[Origin], frames: Frames | None) -> None:
        """A pass is over; of a loss that came from a scaler, or surely not? One without `frames` collected nothing."""
        roots = list(roots)
        self._scaled = any((root.extra or {}).get("scaled") for root in roots)
        self._unscaled.clear()
        if frames is None:
            return
        factor = any(getattr(root.op, "__name__", "") in MULTIPLYING for root in roots)  # perhaps by the scale itself
        plain = self._scaled or not self._made or factor or any(_has_scaled_behind(root) for root in roots)
        self._plain = () if plain or not roots else frames


class _Clipped(threading.local):
    """What each clipping that runs in this thread has read the gradients of."""

    def __init__(self) -> None:
        self.running: list[list[OwnRef]] = []


def _is_enabled(scaler: Any) -> bool:
    return attribute_of(scaler, "_enabled") is True


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
    held = {id(p) for p in parameters_of(optimizer)}
    return any(id(p) in held for p in parameters)
