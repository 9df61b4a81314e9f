"""Clipping and scaling: in which order they came."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from sys import _getframe
from types import FrameType
from typing import TYPE_CHECKING, Any

import torch

from whygrad.evidence import Evidence
from whygrad.evidence.steps import ClippingOutOfOrder, ScaledStep, UnscaledLoss
from whygrad.ops import BOUNDING, DETACHING, act_of
from whygrad.record.copying.module_owners import is_stray
from whygrad.record.events import Clipped, GradientClipped, PassBegan, PassEnded, StepBegan, Written
from whygrad.record.live.bounded import MOST, SOME_ORIGINS, Bounded, BoundedSet
from whygrad.record.live.origin import Frames, Origin, OwnRef, learning_parents
from whygrad.record.live.weak_tables import WeakThings
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attribute_of, is_a, is_number, items_of
from whygrad.record.seam.given import FIRST, Args, Given, Kwargs, followed, given, names_of
from whygrad.record.seam.holdings import parameters_of
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.telling import rests_without
from whygrad.record.training.history import History, Learner
from whygrad.record.watchers._base import Watcher
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

CLIPPERS = ("clip_grad_norm_", "clip_grad_value_")
TENSOR: Any = torch.Tensor
READ = TENSOR.grad.__get__  # the function that reads a gradient
GRADIENT = torch_api.GRADIENT_GETTER


class Clipping(Watcher):
    """Notes each clipping that came before there was a gradient, or while gradients were still scaled."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._scaled = False  # the latest pass was of a scaled loss
        self._made = False  # some loss was scaled in this run
        self._plain: Frames = ()  # it was of one that was surely not, and ran here
        self._unscaled: WeakThings[object] = WeakThings()
        self._clipped = _Clipped()
        self._too_early: Bounded[Frames, int] = Bounded(MOST)
        self._of_nothing: Bounded[Frames, int] = Bounded(MOST)  # given no parameter, as by a generator that is used up
        self._too_late: Bounded[Frames, int] = Bounded(MOST)
        self._while_scaled: Bounded[Frames, int] = Bounded(MOST)
        self._stepped_scaled: Bounded[Frames, int] = Bounded(MOST)
        self._never_scaled: Bounded[Frames, int] = Bounded(MOST)  # passes whose gradients a scaler divided all the same
        self._in_order: BoundedSet[Frames] = BoundedSet(MOST)
        self._by_hand: Bounded[Frames, Learner] = Bounded(MOST)  # whose gradient was limited too late since a pass
        self._held: Bounded[Frames, list[History]] = Bounded(MOST)  # whose parameters were clipped too early there

    def of_run(self, copy: Copy) -> Iterator[Evidence]:
        wrong = (("early", self._too_early), ("nothing", self._of_nothing), ("late", self._too_late))
        for when, counted in wrong:
            for frames, times in counted.items():
                if frames not in self._in_order and not self._never_came(frames):
                    yield ClippingOutOfOrder(copy.chain(frames), times, when)
        for frames, times in self._while_scaled.items():
            yield ClippingOutOfOrder(copy.chain(frames), times, "scaled")
        for frames in self._stepped_scaled:
            yield ScaledStep(copy.chain(frames))
        for frames in self._never_scaled:
            yield UnscaledLoss(copy.chain(frames))

    def _never_came(self, frames: Frames) -> bool:
        """Has no pass reached the optimizers of what was clipped there? Then no other order would help them."""
        held = self._held.get(frames)
        return bool(held) and not any(history.reached for history in held or ())

    def install(self, undo: Patches) -> None:
        for name in CLIPPERS:
            # The same object in both places, or it could not be pickled.
            if replace(undo, f"torch.nn.utils.clip_grad:{name}", self._clipping):
                replace(undo, f"torch.nn.utils:{name}", partial(_named, name))
        scaled_by = followed(self.recorder, self._scaled_by, unless_away=True)
        replace(undo, "torch.amp:GradScaler.scale", scaled_by)
        divided = followed(self.recorder, self._divided, before=self._dividing)
        replace(undo, "torch.amp:GradScaler.unscale_", divided)
        replace(undo, "torch.amp:GradScaler.step", followed(self.recorder, before=self._stepping))

    def _clipping(self, original: Callable[..., object]) -> Callable[..., object]:
        names = names_of(original)

        def clip(*args: object, **kwargs: object) -> object:
            __tracebackhide__ = True
            self._clipped.running.append([])
            try:
                out = original(*args, **kwargs)
            finally:
                clipped = self._clipped.running.pop()
                self.recorder.run.clipped.clear()
            self.recorder.seen(self._note_clip, names, args, kwargs, (clipped, out), _getframe(1))
            return out

        return clip

    def on_gradient_clipped(self, event: GradientClipped) -> None:
        """What clips alone may take the parameters from a generator: which they are shows in what it reads."""
        if self._clipped.running:
            self._clipped.running[-1].append(OwnRef(event.tensor))
            self.recorder.run.clipped[id(event.tensor)] = self.recorder.mode.endings.get(READ)

    def _note_clip(
        self,
        names: tuple[str, ...],
        args: Args,
        kwargs: Kwargs,
        result: tuple[list[OwnRef], object],
        frame: FrameType,
    ) -> None:
        known, (clipped, norm) = given(names, args, kwargs), result
        limit = known.get("max_norm", known.get("clip_value"))
        if is_number(limit) and limit == float("inf"):
            return  # without a limit it only measures
        held = [tensor for ref in clipped if (tensor := ref()) is not None]
        frames = self.recorder.stack.capture(frame)
        with torch_api.unseen():
            there = any(gradient_of(p) is not None for p in held)
        optimizers = [o for o in self.recorder.run.optimizers if _holds(o, held)]
        histories = [self.recorder.training.history_of(o) for o in optimizers]
        for history in histories:
            history.waste.was_read = True
        self.recorder.watching.tell(Clipped(limit, norm, histories, frames))
        if histories and self.recorder.probe.active:
            self._mark_strays(held, frames)
        if there and is_number(limit) and limit == 0:
            self.recorder.training.gradients_written(frames, "clipping")
        if not there:
            self._held[frames] = histories
            self._count(self._too_early if clipped else self._of_nothing, frames)
        elif histories and all(h.steps and not h.delivered for h in histories):
            self._count(self._too_late, frames)
        elif self._scaled and optimizers and not any(o in self._unscaled for o in optimizers):
            self._count(self._while_scaled, frames)
        else:
            self._in_order.add(frames)

    def _mark_strays(self, clipped: list[torch.Tensor], frames: Frames) -> None:
        """What no optimizer holds, and is clipped with what one does, was meant to take part in the step."""
        for origin in map(self.recorder.origins.get, clipped):
            if origin is not None and is_stray(origin):
                origin.add(clipped=frames)

    def on_written(self, event: Written) -> None:
        """Something was written in place: is it a gradient, clipped by hand while it is scaled, or after the step?"""
        if act_of(event.func) not in BOUNDING:
            return
        before, frames = event.before, event.origin.frames
        while before is not None and before.parents and torch_api.short_name_of(before.op) in DETACHING:
            before = before.parents[0]
        if before is None or before.op != GRADIENT or not before.parents:
            return
        leaf = before.parents[0]
        holding = [history for history in self.recorder.training.followed if _has(history, leaf)]
        optimizers = [optimizer for h in holding if (optimizer := h.optimizer()) is not None]
        if self._scaled and holding and not any(optimizer in self._unscaled for optimizer in optimizers):
            self._count(self._while_scaled, frames)
        elif holding and all(h.steps and not h.delivered for h in holding):
            self._count(self._too_late, frames)
            self._by_hand[frames] = next(k for k in holding[0].learners.values() if k.origin is leaf)
        elif holding:
            self._in_order.add(frames)

    @rests_without("_by_hand")
    def on_pass_began(self, event: PassBegan) -> None:
        """What was limited by hand after a step is in order where this pass adds to it, as in a decaying sum."""
        if not torch_api.values_may_be_read():
            return
        with torch_api.unseen():
            for frames, learner in self._by_hand.items():
                tensor = learner.ref()
                gradient = gradient_of(tensor) if tensor is not None else None
                if gradient is not None and torch_api.is_readable(gradient) and torch_api.any_nonzero(gradient):
                    self._in_order.add(frames)
        self._by_hand.clear()

    def _count(self, where: dict[Frames, int], frames: Frames) -> None:
        where[frames] = where.get(frames, 0) + 1

    def _scaled_by(self, known: Given, out: object, frame: FrameType) -> None:
        """A scaler has multiplied a loss, or several."""
        if not _is_enabled(known[FIRST]):
            return
        self._made = True
        for tensor in (out, *items_of(out)):
            origin = self.recorder.origins.get(tensor)
            if origin is not None:
                origin.add(scaled=True)

    def _dividing(self, known: Given, frame: FrameType) -> None:
        """A scaler divides gradients, unless it has: of a loss that it had multiplied?"""
        optimizer = known.get("optimizer")
        if not is_a(optimizer, torch.optim.Optimizer) or optimizer in self._unscaled:
            return
        if self._plain and _is_enabled(known[FIRST]):
            self._count(self._never_scaled, self._plain)

    def _divided(self, known: Given, _: object, out: object, frame: FrameType) -> None:
        self._is_unscaled(known)

    def _stepping(self, known: Given, frame: FrameType) -> None:
        self._dividing(known, frame)
        self._is_unscaled(known)

    def _is_unscaled(self, known: Given) -> None:
        if is_a(optimizer := known.get("optimizer"), torch.optim.Optimizer):
            self._unscaled.add(optimizer)

    @rests_without("_made")
    def on_step_began(self, event: StepBegan) -> None:
        """An optimizer steps: not with gradients that are still scaled?"""
        if self._scaled and event.optimizer not in self._unscaled:
            self._count(self._stepped_scaled, event.history.latest_step)

    @rests_without("_made")
    def on_pass_ended(self, event: PassEnded) -> None:
        """A pass is over; of a loss that came from a scaler, or surely not?"""
        roots = event.known
        self._scaled = any((root.extra or {}).get("scaled") for root in roots)
        self._unscaled.clear()
        if not event.collects:
            return
        if self._scaled or not self._made:
            self._plain = ()
            return  # mostly
        factor = any(act_of(root.op) == "mul" for root in roots)  # perhaps by the scale itself
        plain = factor or any(_has_scaled_behind(root) for root in roots)
        self._plain = () if plain or not roots else event.frames


class _Clipped(threading.local):
    """What each clipping that runs in this thread has read the gradients of."""

    def __init__(self) -> None:
        self.running: list[list[OwnRef]] = []


def _is_enabled(scaler: object) -> bool:
    return attribute_of(scaler, "_enabled") is True


def _has_scaled_behind(root: Origin) -> bool:
    """Is a scaled loss one of its terms?"""
    return any((at.extra or {}).get("scaled") for at in breadth_first((root,), learning_parents, SOME_ORIGINS))


def _has(history: History, leaf: Origin) -> bool:
    return any(learner.origin is leaf for learner in history.learners.values())


def _named(name: str, _: object) -> Any:
    return getattr(torch.nn.utils.clip_grad, name)


def _holds(optimizer: torch.optim.Optimizer, parameters: list[torch.Tensor]) -> bool:
    held = {id(p) for p in parameters_of(optimizer)}
    return any(id(p) in held for p in parameters)
