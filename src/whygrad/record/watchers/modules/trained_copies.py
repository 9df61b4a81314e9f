"""Parameters that were made of another parameter's values and put in the place of their own: are both trained?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.holdings import TrainedCopy
from whygrad.record.events import StepEnded
from whygrad.record.live.bounded import NEAR, SOME_KEPT
from whygrad.record.live.origin import PARAMETER, REQUIRES_GRAD, Frames, Origin, OwnRef
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.nodes import has_gradient
from whygrad.record.seam.storages import address_of
from whygrad.record.seam.torch_api import short_act_of
from whygrad.record.telling import only_inspected
from whygrad.record.training.history import Learner
from whygrad.record.training.schedule import is_looked_at
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

# They show the same numbers in another order: who writes `clone` or `detach` asks for a copy.
ARRANGING = frozenset({"transpose", "permute", "movedim", "contiguous", "view", "reshape", "flatten", "flip"})


@dataclass
class _Pair:
    """The new parameter, and the one whose values it has."""

    new: OwnRef
    old: OwnRef
    frames: Frames
    steps: int = 0
    learners: tuple[Learner, Learner] | None = None


class TrainedCopies(Watcher):
    """Asks at a few steps whether both have gradients; mostly there are none."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._pairs: list[_Pair] = []

    def put(self, new: torch.Tensor, frames: Frames) -> None:
        """A parameter takes the place of another."""
        source = _made_of(self.recorder.origins.get(new)) if len(self._pairs) < SOME_KEPT else None
        known = [ref() for ref in self.recorder.origins.refs() if ref.origin is source] if source is not None else []
        for old in known:
            if is_a(old, torch.Tensor) and address_of(old) != address_of(new):
                self._pairs.append(_Pair(OwnRef(new), OwnRef(old), frames))

    def begin_anew(self) -> None:
        """What has whose values stays so; whether both are trained is asked anew."""
        for pair in self._pairs:
            pair.steps, pair.learners = 0, None

    @only_inspected
    def on_step_ended(self, event: StepEnded) -> None:
        if not self._pairs or not is_looked_at(event.history.steps):
            return
        held = {id(k.ref()): k for h in self.recorder.training.followed for k in h.learners.values()}
        for pair in self._pairs:
            both = pair.new(), pair.old()
            if all(map(has_gradient, both)) and all(id(t) in held for t in both):
                pair.steps, pair.learners = pair.steps + 1, (held[id(both[0])], held[id(both[1])])

    def of_run(self, copy: Copy) -> Iterator[TrainedCopy]:
        for pair in self._pairs:
            if pair.learners is not None:
                yield TrainedCopy((pair.learners[0].name, pair.learners[1].name), copy.chain(pair.frames), pair.steps)


def _made_of(origin: Origin | None) -> Origin | None:
    """The parameter whose numbers a new one has, in another order, by values that carried its history."""
    at = origin.parents[0] if origin is not None and len(origin.parents) == 1 else None
    for _ in range(NEAR):
        if at is None or not at.flags & REQUIRES_GRAD or at.flags & PARAMETER:
            break
        name = short_act_of(at.op)  # `.T` is an attribute that is read
        at = at.parents[0] if name in ARRANGING and len(at.parents) == 1 else None
    return at if at is not None and at.flags & PARAMETER else None
