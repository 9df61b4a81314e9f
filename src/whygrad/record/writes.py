"""Values that were overwritten: in place, through a view, or by an optimizer's step; the latest ones."""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Iterator
from typing import Any

from whygrad.record import torch_api
from whygrad.record.origin import Frames, Origin

KEPT = 2_048


class Write:
    """One overwriting; holds nothing of what was overwritten alive."""

    __slots__ = ("clock", "frames", "old", "op", "optimizer")

    def __init__(self, op: Any, frames: Frames, old: Origin | None, optimizer: Any = None) -> None:
        self.op = op
        self.frames = frames
        self.clock = torch_api.sequence_number()
        self.old = weakref.ref(old) if old is not None else None
        self.optimizer = weakref.ref(optimizer) if optimizer is not None else None


class Writes:
    def __init__(self) -> None:
        self._latest: deque[Write] = deque(maxlen=KEPT)

    def add(self, op: Any, frames: Frames, old: Origin | None) -> None:
        """`old` was the Origin of the tensor that `op` wrote."""
        if old is not None:
            self._latest.append(Write(op, frames, old))

    def add_step(self, optimizer: Any, frames: Frames) -> None:
        self._latest.append(Write("Optimizer.step", frames, None, optimizer))

    def __iter__(self) -> Iterator[Write]:
        return iter(tuple(self._latest))
