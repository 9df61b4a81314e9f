"""What each call read and wrote, kept so that it can be differentiated again; only while `watch()` runs.

A tensor is cells of memory. A view is no call: it shows the same cells. A call reads cells and writes cells, so a
tensor that is written in place has a history of its own (`State`), and every argument knows at which point of that
history it was read (`Kept`). An argument is an alias of the program's memory until something is about to overwrite
it; then, and only then, it is copied.

Lifetimes: a living tensor's reference holds its `Memory`, a memory its latest `State`, a state its `Call` and the
state before, a call its arguments. Nothing points the other way, so all goes with the tensors that came from it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import torch

from whygrad.record.live.grad_modes import Switching
from whygrad.record.live.origin import Frames
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import each, is_a
from whygrad.tape.ledger import Block, Ledger

Geometry = tuple[Any, Any, int, torch.dtype]  # size, stride, offset, dtype
NO_BLOCK = Block(0)  # of arguments whose value does not matter


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

    __slots__ = ("__weakref__", "_geometry", "block", "carried", "layer", "stale", "state", "value")

    def __init__(self, value: torch.Tensor, layer: Layer, state: State | None, carried: bool) -> None:
        self.value = value  # an alias of the tensor, without its history
        self.layer = layer
        self.state = state
        self.block: Block = layer.block
        self.carried = carried  # did the tensor require a gradient?
        self.stale = False  # the tensor was written since, where nobody looks: a call that reads it now reads another
        self._geometry: Geometry | None = None

    @property
    def geometry(self) -> Geometry:
        """Where the value lay when it was read. Asked for late: of most arguments nobody asks."""
        if self._geometry is None:
            self._geometry = geometry_of(self.value)
        return self._geometry

    @classmethod
    def shape_of(cls, tensor: torch.Tensor, zeros: torch.Tensor, layer: Layer, state: State | None) -> Kept:
        """The tensor as an argument whose value does not matter: `zeros` in its place."""
        kept = cls(zeros, layer, state, False)
        kept._geometry = geometry_of(tensor)
        kept.block = NO_BLOCK
        return kept

    def read(self) -> torch.Tensor:
        """The value; raises ValueError where it was overwritten out of the recorder's sight."""
        if not self.copied and (self.stale or torch_api.version_of(self.value) != self.layer.clock.version):
            raise ValueError("a value on the path was overwritten outside the recording, after it was used")
        return self.value

    @property
    def copied(self) -> bool:
        return self.block is not self.layer.block

    def copy(self, ledger: Ledger) -> None:
        """Keep the value itself: what it lies in is about to be overwritten."""
        self._geometry = self.geometry  # of the tensor, and not of the copy
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


class Output:
    """Cells that a call wrote."""

    __slots__ = ("geometry", "layer", "number")

    def __init__(self, layer: Layer, geometry: Geometry, number: int) -> None:
        self.layer = layer
        self.geometry = geometry
        self.number = number  # among the tensors that the call returns


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


def geometry_of(tensor: torch.Tensor) -> Geometry:
    return tensor.size(), tensor.stride(), int(tensor.storage_offset()), tensor.dtype


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
        kind = type(item)
        if kind is int or kind is slice:  # mostly
            continue
        if is_a(item, torch.Tensor):
            found.append(item)
        elif is_a(item, (list, tuple, dict)) and depth < 4:
            _collect(item, found, depth + 1)
