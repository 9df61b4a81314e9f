"""Values that were overwritten: in place, through a view, or by an optimizer's step; the latest ones."""

from __future__ import annotations

import threading
import weakref
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

from whygrad.ops import VIEWS, act_of
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.seam import torch_api

if TYPE_CHECKING:
    from torch.optim import Optimizer

KEPT = 2_048
# They share its count of writes too, which `.data` and what may be a copy do not.
ALIASES = VIEWS - {"flatten", "ravel", "reshape", "reshape_as"} | {"detach"}
LATER = 2**62


class Write:
    """One overwriting; holds nothing of what was overwritten alive."""

    __slots__ = ("clock", "frames", "old", "op", "optimizer")

    def __init__(
        self, op: object, frames: Frames, clock: int, old: Origin | None, optimizer: Optimizer | None = None
    ) -> None:
        self.op = op
        self.frames = frames
        self.clock = clock
        self.old = weakref.ref(old) if old is not None else None
        self.optimizer = weakref.ref(optimizer) if optimizer is not None else None


class Writes:
    def __init__(self) -> None:
        self._latest: deque[Write] = deque(maxlen=KEPT)
        self._thread = threading.get_ident()

    def _clock(self) -> int:
        """Autograd counts in each thread by itself: a write of another thread counts as later than all."""
        return torch_api.sequence_number() if threading.get_ident() == self._thread else LATER

    def add(self, op: object, frames: Frames, old: Origin | None) -> None:
        """`old` was the Origin of the tensor that `op` wrote."""
        if old is not None:
            self._latest.append(Write(op, frames, self._clock(), old))

    def add_through_aliases(self, op: object, frames: Frames, old: Origin | None) -> None:
        """As `add`, also for the values whose memory and count of writes a detached alias shares."""
        self.add(op, frames, old)
        while old is not None and old.parents and act_of(old.op) in ALIASES:
            old = old.parents[0]
            self.add(op, frames, old)

    def add_step(self, optimizer: Optimizer, frames: Frames) -> None:
        self._latest.append(Write("Optimizer.step", frames, self._clock(), None, optimizer))

    def __iter__(self) -> Iterator[Write]:
        return iter(tuple(self._latest))
