"""Inputs that are perturbed by their own gradient in the memory of the clean ones, which a loss uses too."""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.same_memory import PerturbedInPlace
from whygrad.ops import DETACHING, act_of
from whygrad.record.events import LeafWritten, PassEnded, Written
from whygrad.record.live.bounded import MOST_ORIGINS, NEAR, SOME_KEPT, Bounded
from whygrad.record.live.origin import PARAMETER, REQUIRES_GRAD, Frames, Origin, nearest, parents_of
from whygrad.record.seam.torch_api import GRADIENT_GETTER, sequence_number, short_act_of
from whygrad.record.telling import rests_without
from whygrad.record.watchers._base import Watcher
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

LATEST = 8  # writes that a pass may be about
SIDES = 2
GRADIENTS = (GRADIENT_GETTER, torch.autograd.grad)
ADDING = ("add", "sub", "copy")
ANOTHER_NAME = DETACHING | {"requires_grad"}


@dataclass(frozen=True)
class _Write:
    frames: Frames
    clean: weakref.ref[Origin]  # whose memory it is
    perturbed: weakref.ref[Origin]  # what it became; the same where a leaf itself was written
    clock: int


class PerturbedInputs(Watcher):
    """Keeps the latest such writes, and asks inspected passes whether they use both."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._writes: deque[_Write] = deque(maxlen=LATEST)
        # The write -> the other use, and how often.
        self._found: Bounded[Frames, tuple[Frames, int]] = Bounded(SOME_KEPT)

    def of_run(self, copy: Copy) -> Iterator[PerturbedInPlace]:
        for frames, (used, times) in self._found.items():
            yield PerturbedInPlace(copy.chain(frames), copy.chain(used), times)

    def on_written(self, event: Written) -> None:
        if event.before is None or event.origin.flags & REQUIRES_GRAD or act_of(event.func) not in ADDING:
            return  # mostly: an activation in place
        clean = _base(event.before)
        is_shown = clean is not event.before and not clean.flags & PARAMETER
        if is_shown and any(map(_comes_from_gradient, event.parents)):
            write = _Write(event.origin.frames, weakref.ref(clean), weakref.ref(event.origin), sequence_number())
            self._writes.append(write)

    def on_leaf_written(self, event: LeafWritten) -> None:
        if event.leaf.flags & PARAMETER or len(event.args) < SIDES or act_of(event.func) == "__set__":
            return  # what is set as `.data` has memory of its own
        origins = (self.recorder.origins.get(value) for value in event.args[1:])
        if any(origin is not None and _comes_from_gradient(origin) for origin in origins):
            leaf = weakref.ref(event.leaf)
            self._writes.append(_Write(event.frames, leaf, leaf, sequence_number()))

    @rests_without("_writes")
    def on_pass_ended(self, event: PassEnded) -> None:
        if not event.collects or not self._writes:
            return
        writes = list(self._writes)
        self._writes.clear()
        for write in writes if self.recorder.probe.active else ():
            clean, perturbed = write.clean(), write.perturbed()
            used = _both_used(event.known, clean, perturbed, write.clock) if clean and perturbed else None
            if used is not None:
                self._found[write.frames] = (used, self._found.get(write.frames, ((), 0))[1] + 1)


def _both_used(roots: list[Origin], clean: Origin, perturbed: Origin, clock: int) -> Frames | None:
    """Where the clean one goes into the loss after the write, if the perturbed one does too."""
    met = list(islice(breadth_first(roots, lambda at: () if at is perturbed else parents_of(at)), MOST_ORIGINS))
    if not any(at is perturbed for at in met):
        return None
    if clean is not perturbed:
        names = {id(clean), *(id(at) for at in met if _base(at) is clean)}
        uses = [at for at in met if id(at) not in names and any(id(parent) in names for parent in at.parents)]
        return next((at.frames for at in uses if at.clock >= clock and at.frames), None)
    taken = [at for at in met if at is not clean and _base(at) is clean and at.clock >= clock and at.frames]
    places = list(dict.fromkeys(at.frames for at in taken))
    return places[0] if len(places) >= SIDES else None


def _base(origin: Origin) -> Origin:
    """The tensor whose memory it is, behind `detach()`, `.data` and `requires_grad_()`."""
    while len(origin.parents) == 1 and short_act_of(origin.op) in ANOTHER_NAME:
        origin = origin.parents[0]
    return origin


def _comes_from_gradient(origin: Origin) -> bool:
    return any(at.op in GRADIENTS for at in nearest((origin,), most=NEAR))
