"""Living storages, and who has read which of their cells."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from sys import getrefcount
from typing import Any

import torch

from whygrad.record.live.origin import OwnRef, taken
from whygrad.record.seam import torch_api
from whygrad.tape.cells import Clock, Kept, Layer, State
from whygrad.tape.ledger import Block, Ledger

SHELVES = (3, 6)  # cells of a shelf, as powers of two: a few, and rows
WIDE = (64, 0)
FRESH = 64  # readers that nobody has sorted, before those that have died are thrown away
SORTED = 256  # the same of those that were sorted
ALONE = 2  # what a variable and the counting itself refer to is counted so often

KeptRef = weakref.ref[Kept]
Reader = tuple[int, int, KeptRef]  # the cells from the first to the one behind the last, and who reads them


class Memory:
    """What is known of a living storage."""

    __slots__ = ("__weakref__", "_cells", "_fresh", "_left", "_readers", "_room", "block", "root", "state", "storage")

    def __init__(self, tensor: torch.Tensor, storage: torch.UntypedStorage, serial: int) -> None:
        self.storage = storage  # while we hold it, its identity is its own
        self.block = Block(storage.nbytes())
        self.root = Layer(self.block, Clock(torch_api.version_of(tensor)), tensor.dtype, serial, None, None)
        self.state: State | None = None
        self._fresh: list[KeptRef] = []  # readers since the latest write; most memory is never written again
        self._room = FRESH
        self._left = SORTED  # so many more are sorted before those that have died are thrown away
        self._cells: dict[int, list[KeptRef]] = {}  # those that read one cell, by that
        self._readers: dict[tuple[int, int], list[Reader]] = {}  # by shelf; `WIDE` for what lies on many

    def add_reader(self, kept: KeptRef) -> None:
        self._fresh.append(kept)
        if len(self._fresh) > self._room:
            self._fresh[:] = [ref for ref in self._fresh if ref() is not None]
            self._room = 2 * len(self._fresh) + FRESH

    def take_readers(self, low: int, high: int) -> Iterator[Kept]:
        """The readers of cells between `low` and `high`, which are taken off the shelves."""
        fresh = self._fresh[:]
        self._fresh.clear()
        self._left -= len(fresh)
        if self._left < 0:
            self.drop_dead()
        for ref in fresh:
            kept = ref()
            if kept is None:
                continue
            start, end = span(*kept.geometry[:3])
            if start < high and low < end:
                yield kept
            elif end == start + 1:
                self._cells.setdefault(start, []).append(ref)
            else:
                self._readers.setdefault(_shelf(start, end), []).append((start, end, ref))
        between = range(low, high) if high - low < len(self._cells) else list(self._cells)
        for cell in between if self._cells else ():
            if low <= cell < high:
                yield from (kept for ref in self._cells.pop(cell, ()) if (kept := ref()) is not None)
        if self._readers:
            yield from self._take_sorted(low, high)

    def drop_dead(self) -> None:
        """Throw those sorted readers away that have died: of cells that are never written nobody else does."""
        living = 0
        for cell, refs in list(self._cells.items()):
            refs[:] = [ref for ref in refs if ref() is not None]
            living += len(refs)
            if not refs:
                self._cells.pop(cell, None)
        for shelf, readers in list(self._readers.items()):
            readers[:] = [reader for reader in readers if reader[2]() is not None]
            living += len(readers)
            if not readers:
                self._readers.pop(shelf, None)
        self._left = living + SORTED  # each is looked at a few times at most

    def _take_sorted(self, low: int, high: int) -> Iterator[Kept]:
        for shelf in self._shelves_between(low, high):
            readers = self._readers.pop(shelf, None)
            if readers is None:
                continue
            rest = []
            for reader in readers:
                start, end, ref = reader
                kept = ref()
                if kept is None:
                    continue
                if start < high and low < end:
                    yield kept
                else:
                    rest.append(reader)
            if rest:
                self._readers[shelf] = rest

    def _shelves_between(self, low: int, high: int) -> list[tuple[int, int]]:
        """The shelves on which readers of these cells may stand: one that begins before them may reach them."""
        found = [WIDE]
        for bits in SHELVES:
            first, last = (low >> bits) - 1, (high >> bits) + 1
            if last - first >= len(self._readers):
                return list(self._readers)
            found += [(bits, at) for at in range(first, last)]
        return found


def _shelf(low: int, high: int) -> tuple[int, int]:
    """Readers of few cells are found by where they begin."""
    return next(((bits, low >> bits) for bits in SHELVES if high - low <= 1 << bits), WIDE)


class Memories:
    """The living ones, by the identity of their storage; the block of one that has gone is counted."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.entries: dict[int, MemoryRef] = {}
        self.dead: list[MemoryRef] = []

    def get(self, key: int) -> Memory | None:
        ref = (self._living() if self.dead else self.entries).get(key)
        return ref() if ref is not None else None

    def put(self, key: int, memory: Memory) -> None:
        ref = MemoryRef(memory, self.dead.append)
        ref.key, ref.block = key, memory.block
        (self._living() if self.dead else self.entries)[key] = ref

    def count(self) -> None:
        """Have the ledger told of all that has gone."""
        if self.dead:
            self._living()

    def _living(self) -> dict[int, MemoryRef]:
        while self.dead:
            ref = taken(self.dead)
            if ref is None:
                continue
            if self.entries.get(ref.key) is ref:
                del self.entries[ref.key]
            block, ref.block = ref.block, None
            if block is not None and getrefcount(block) > ALONE:  # a call that is kept refers to it
                self._ledger.count(block)
        return self.entries


class MemoryRef(OwnRef):
    __slots__ = ("block", "key")
    block: Block | None
    key: int


class Place:
    """Where a living tensor lies: which memory it shows, through which layer, and how it was last read."""

    __slots__ = ("kept", "layer", "memory")

    def __init__(self, memory: Memory, layer: Layer) -> None:
        self.memory = memory
        self.layer = layer
        self.kept: KeptRef | None = None


def span(size: Any, stride: Any, offset: int) -> tuple[int, int]:
    """The cells from the first to the one behind the last that a tensor shows."""
    last = offset
    for length, step in zip(size, stride, strict=True):
        if not length:
            return offset, offset
        last += (length - 1) * step
    return offset, last + 1
