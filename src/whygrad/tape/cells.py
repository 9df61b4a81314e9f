"""What each call read and wrote, kept so that it can be differentiated again; only while `watch()` runs.

A tensor is cells of memory. A view is no call: it shows the same cells. A call reads cells and writes cells, so a
tensor that is written in place has a history of its own (`State`), and every argument knows at which point of that
history it was read (`Kept`). An argument is an alias of the program's memory until something is about to overwrite
it; then, and only then, it is copied.

Lifetimes: a living tensor's reference holds its `Memory`, a memory its latest `State`, a state its `Call` and the
state before, a call its arguments. Nothing points the other way, so all goes with the tensors that came from it.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import torch

from whygrad.record.live.origin import Frames, Switching, taken
from whygrad.record.live.weak_tables import WeakValues
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import each, is_a

Geometry = tuple[Any, Any, int, torch.dtype]  # size, stride, offset, dtype

SHELVES = (3, 6)  # cells of a shelf, as powers of two: single elements, and rows
WIDE = (64, 0)


class Ledger:
    """How many bytes the tape alone holds (or shares with autograd) of memory that no tensor shows any more."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self._held = 0
        self._counted: dict[int, _BlockRef] = {}
        self._memories: dict[int, _MemoryRef] = {}
        self._gone: list[Any] = []  # references to what has died since `held` was asked

    @property
    def held(self) -> int:
        while self._gone:
            ref = taken(self._gone)
            if type(ref) is _BlockRef:
                self._held -= self._counted.pop(id(ref)).nbytes
            elif ref is not None:
                block = self._memories.pop(id(ref)).block()
                if block is not None:
                    self.count(block)
        return self._held

    def count(self, block: Block) -> None:
        """From now on the tape alone refers to it."""
        if not block.counted:
            block.counted = True
            self._held += block.nbytes
            ref = _BlockRef(block, self._gone.append)
            ref.nbytes = block.nbytes
            self._counted[id(ref)] = ref

    def count_after(self, memory: Memory) -> None:
        """When no tensor shows the memory any more, its block is counted."""
        ref = _MemoryRef(memory, self._gone.append)
        ref.block = weakref.ref(memory.block)
        self._memories[id(ref)] = ref


class _BlockRef(weakref.ref):
    __slots__ = ("nbytes",)
    nbytes: int


class _MemoryRef(weakref.ref):
    __slots__ = ("block",)
    block: weakref.ref[Block]


class Block:
    """One stretch of memory, or one copy of ours; counted while only the tape refers to it."""

    __slots__ = ("__weakref__", "counted", "nbytes")

    def __init__(self, nbytes: int) -> None:
        self.nbytes = nbytes
        self.counted = False


class Cut(NamedTuple):
    """Where autograd's own graph ends although the values go on."""

    op: Any
    frames: Frames
    switch: Switching | None
    kind: str  # "call", "view", "number", "alias" (the same memory, handed on out of sight), "opaque"
    fresh_clock: bool = False


class Clock:
    """The version that torch counts for a memory, as far as its writes were seen."""

    __slots__ = ("version",)

    def __init__(self, version: int) -> None:
        self.version = version


class Layer:
    """One way to see a memory: the tensor itself and its views, or what `.detach()` made of it."""

    __slots__ = ("block", "born", "call", "clock", "cut", "dtype", "parent", "unseen")

    def __init__(
        self, block: Block, clock: Clock, dtype: torch.dtype, born: int, parent: Layer | None, cut: Cut | None
    ) -> None:
        self.block = block
        self.clock = clock
        self.dtype = dtype
        self.born = born
        self.parent = parent
        self.cut = cut
        self.call: Call | None = None  # a Function that handed its input on as its result
        self.unseen = False  # it came with a history that the tape does not have


class State:
    """A memory after one write."""

    __slots__ = ("call", "previous", "serial")

    def __init__(self, call: Call, previous: State | None) -> None:
        self.call = call
        self.previous = previous
        self.serial = call.serial


class Kept:
    """A tensor argument as it was when it was read."""

    __slots__ = ("__weakref__", "block", "carried", "geometry", "key", "layer", "stale", "state", "value")

    def __init__(self, tensor: torch.Tensor, layer: Layer, state: State | None, geometry: Geometry, key: Any) -> None:
        with torch_api.plain():
            self.value = tensor.detach()
        self.layer = layer
        self.state = state
        self.geometry = geometry
        self.key = key
        self.block: Block = layer.block
        self.carried = torch_api.requires_grad(tensor)
        self.stale = False

    def read(self) -> torch.Tensor:
        """The value; raises ValueError where it was overwritten out of the recorder's sight."""
        if self.stale or (not self.copied and torch_api.version_of(self.value) != self.layer.clock.version):
            raise ValueError("a value on the path was overwritten after it was used, where whygrad does not record")
        return self.value

    @property
    def copied(self) -> bool:
        return self.block is not self.layer.block

    def copy(self, ledger: Ledger) -> None:
        """Keep the value itself: what it lies in is about to be overwritten."""
        with torch_api.plain():
            self.value = self.value.clone()
        self.block = Block(torch_api.storage_bytes(self.value))
        ledger.count(self.block)


class Number(NamedTuple):
    """A Python number that was the value of a tensor."""

    value: Any
    kept: Kept
    cut: Cut


class Fixed(NamedTuple):
    """A tensor argument that a function reads and has no derivative for."""

    kept: Kept


class Output(NamedTuple):
    layer: Layer
    geometry: Geometry
    number: int  # among the tensors that the call returns


class Call:
    """One call: what is needed to run it again, and the cells that it wrote."""

    __slots__ = (
        "__weakref__",
        "args",
        "autocast",
        "cut",
        "forgotten",
        "frames",
        "func",
        "in_place",
        "kwargs",
        "op",
        "outputs",
        "partial",
        "rng",
        "serial",
    )

    def __init__(self, op: Any, func: Callable[..., Any] | None, args: Any, kwargs: Any, frames: Frames) -> None:
        self.op = op  # what the user called
        self.func = func  # what is run again: given the arguments, returns the values of `outputs`; None: a constant
        self.args = args
        self.kwargs = kwargs
        self.frames = frames
        self.serial = 0
        self.outputs: list[Output] = []
        self.cut: Cut | None = None
        self.in_place = False  # `func` writes its arguments
        self.partial = False  # it left some cells of its target alone
        self.rng: Any = None
        self.autocast: tuple[str, Any] | None = None
        self.forgotten = False

    def forget(self) -> None:
        self.args, self.kwargs, self.func, self.forgotten = (), {}, None, True


Reader = tuple[int, int, "weakref.ref[Kept]"]  # the cells from the first to the one behind the last, and who reads them


class Memory:
    """What is known of a living storage."""

    __slots__ = ("__weakref__", "block", "latest", "readers", "root", "state", "storage")

    def __init__(self, tensor: torch.Tensor, ledger: Ledger, serial: int) -> None:
        self.storage = tensor.untyped_storage()  # while we hold it, its identity is its own
        self.block = Block(torch_api.storage_bytes(tensor))
        self.root = Layer(self.block, Clock(torch_api.version_of(tensor)), tensor.dtype, serial, None, None)
        self.state: State | None = None
        self.latest: WeakValues[Any, Kept] = WeakValues()
        self.readers: dict[tuple[int, int], list[Reader]] = {}  # by shelf; `WIDE` for what lies on many
        ledger.count_after(self)

    def add_reader(self, kept: Kept) -> None:
        self.latest[kept.key] = kept
        low, high = span(*kept.geometry[:3])
        self.readers.setdefault(_shelf(low, high), []).append((low, high, weakref.ref(kept)))

    def take_readers(self, low: int, high: int) -> Iterator[Kept]:
        """The readers of cells between `low` and `high`, which are taken off the shelves."""
        for shelf in self._shelves_between(low, high):
            rest = []
            for reader in self.readers.get(shelf, ()):
                start, end, ref = reader
                kept = ref()
                if kept is None:
                    continue
                if start < high and low < end:
                    self.latest.pop(kept.key)
                    yield kept
                else:
                    rest.append(reader)
            if shelf in self.readers:
                self.readers[shelf] = rest

    def _shelves_between(self, low: int, high: int) -> list[tuple[int, int]]:
        """The shelves on which readers of these cells may stand: one that begins before them may reach them."""
        found = [WIDE]
        for bits in SHELVES:
            first, last = (low >> bits) - 1, (high >> bits) + 1
            if last - first >= len(self.readers):
                return list(self.readers)
            found += [(bits, at) for at in range(first, last)]
        return found


def _shelf(low: int, high: int) -> tuple[int, int]:
    """Readers of few cells are found by where they begin."""
    return next(((bits, low >> bits) for bits in SHELVES if high - low <= 1 << bits), WIDE)


def geometry_of(tensor: torch.Tensor) -> Geometry:
    return tensor.size(), tensor.stride(), int(tensor.storage_offset()), tensor.dtype


def span(size: Any, stride: Any, offset: int) -> tuple[int, int]:
    """The cells from the first to the one behind the last that a tensor shows."""
    last = offset
    for length, step in zip(size, stride, strict=True):
        if not length:
            return offset, offset
        last += (length - 1) * step
    return offset, last + 1


def tensors_in(value: Any) -> list[torch.Tensor]:
    """The tensors in a value and in its containers, in order."""
    if is_a(value, torch.Tensor):
        return [value]
    found: list[torch.Tensor] = []
    if is_a(value, (list, tuple, dict)):
        _collect(value, found, 0)
    return found


def _collect(values: Any, found: list[torch.Tensor], depth: int) -> None:
    for item in each(values):
        if is_a(item, torch.Tensor):
            found.append(item)
        elif is_a(item, (list, tuple, dict)) and depth < 4:
            _collect(item, found, depth + 1)
