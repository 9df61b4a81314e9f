"""How much memory the tape holds that the program itself has let go."""

from __future__ import annotations

import weakref
from typing import Any

from whygrad.record.live.origin import taken

MOST_CALLS = 50_000  # that are kept
NEGLIGIBLE = 1_024


class Block:
    """One stretch of memory, or one copy of ours; counted while only the tape refers to it."""

    __slots__ = ("__weakref__", "counted", "nbytes")

    def __init__(self, nbytes: int) -> None:
        self.nbytes = nbytes
        self.counted = False


class Ledger:
    """How many bytes the tape alone holds (or shares with autograd) of memory that no tensor shows any more."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.negligible = min(NEGLIGIBLE, budget // MOST_CALLS)  # bytes of a block that nobody counts
        self._held = 0
        self._counted: dict[int, _BlockRef] = {}
        self._gone: list[Any] = []  # references to blocks that have died since `held` was asked

    @property
    def held(self) -> int:
        while self._gone:
            ref = taken(self._gone)
            if ref is not None:
                self._held -= self._counted.pop(id(ref)).nbytes
        return self._held

    def count(self, block: Block) -> None:
        """From now on the tape alone refers to it."""
        if not block.counted and block.nbytes > self.negligible:
            block.counted = True
            self._held += block.nbytes
            ref = _BlockRef(block, self._gone.append)
            ref.nbytes = block.nbytes
            self._counted[id(ref)] = ref


class _BlockRef(weakref.ref):
    __slots__ = ("nbytes",)
    nbytes: int
