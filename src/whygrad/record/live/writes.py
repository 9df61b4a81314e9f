"""Values that were overwritten: in place, through a view, or by an optimizer's step; the latest ones."""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Callable, Iterator
from threading import get_ident
from typing import TYPE_CHECKING, Any, NamedTuple

from whygrad.ops import VIEWS, act_of
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.seam.torch_api import sequence_number

if TYPE_CHECKING:
    from torch.optim import Optimizer

KEPT = 2_048
# They share its count of writes too, which `.data` and what may be a copy do not.
ALIASES = VIEWS - {"flatten", "ravel", "reshape", "reshape_as"} | {"detach"}
LATER = 2**62


class Write(NamedTuple):
    """One overwriting; holds nothing of what was overwritten alive."""

    op: object
    frames: Frames
    clock: int
    old: weakref.ref[Origin] | None
    optimizer: weakref.ref[Optimizer] | None


class Writes:
    def __init__(self) -> None:
        # As their parts: one is noted at every write, and few are asked for.
        self._latest: deque[tuple[object, Frames, int, weakref.ref[Origin] | None, weakref.ref[Optimizer] | None]]
        self._latest = deque(maxlen=KEPT)
        self._thread = get_ident()

    def _clock(self) -> int:
        """Autograd counts in each thread by itself: a write of another thread counts as later than all."""
        return sequence_number() if get_ident() == self._thread else LATER

    def add(self, op: object, frames: Frames, old: Origin | None) -> None:
        """`old` was the Origin of the tensor that `op` wrote."""
        if old is not None:
            self._latest.append((op, frames, self._clock(), weakref.ref(old), None))

    def add_through_aliases(self, op: object, frames: Frames, old: Origin | None) -> Origin | None:
        """As `add`, also for the values whose memory and count of writes an alias shares; returns the last of them."""
        if old is None:
            return None
        clock = sequence_number() if get_ident() == self._thread else LATER
        append = self._latest.append
        append((op, frames, clock, weakref.ref(old), None))
        while old.parents and old.op is not op and act_of(old.op) in ALIASES:
            old = old.parents[0]
            append((op, frames, clock, weakref.ref(old), None))
        return old

    def append_of_thread(self) -> tuple[Callable[[Any], None], int]:
        """What enters a write, as the parts of a `Write`, and the thread whose clock counts."""
        return self._latest.append, self._thread

    def add_step(self, optimizer: Optimizer, frames: Frames) -> None:
        self._latest.append(("Optimizer.step", frames, self._clock(), None, weakref.ref(optimizer)))

    def __iter__(self) -> Iterator[Write]:
        return (Write(*parts) for parts in tuple(self._latest))
