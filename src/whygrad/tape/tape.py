"""The tape: which memory a living tensor shows, and what every call read and wrote there (see `cells.py`)."""

from __future__ import annotations

import itertools
import weakref
from collections import OrderedDict, deque
from typing import Any

import torch

from whygrad.record.live.origin import Origins
from whygrad.record.live.weak_tables import WeakValues
from whygrad.record.seam import torch_api
from whygrad.tape.cells import (
    Block,
    Call,
    Clock,
    Cut,
    Kept,
    Layer,
    Ledger,
    Memory,
    Number,
    Output,
    State,
    geometry_of,
    span,
)

Place = tuple[Memory, Layer]
MOST_CALLS = 50_000
NUMBERS = 64  # exported Python numbers that are known again; each holds what it came from


class Tape:
    """All that is kept, within a budget of bytes: past it the oldest calls are forgotten."""

    def __init__(self, origins: Origins, budget: int) -> None:
        self._origins = origins
        self._ref = origins.ref
        self._memories: WeakValues[int, Memory] = WeakValues()
        self._calls: deque[weakref.ref[Call]] = deque()
        self._serial = itertools.count(1)
        self._numbers: OrderedDict[int, tuple[Any, Number]] = OrderedDict()
        self.ledger = Ledger(budget)
        self.no_block = Block(0)  # of arguments whose value does not matter
        self.forgot = False
        self.devices: set[str] = set()  # on which values are kept
        self._next_count = 4096
        self.paused = False

    def serial(self) -> int:
        return next(self._serial)

    # -- where a tensor lies ---------------------------------------------------------------------------------------

    def place(self, tensor: torch.Tensor, make: bool = True) -> Place | None:
        """The memory of `tensor` and the layer through which it shows it; None where the tape cannot follow it."""
        ref = self._ref(tensor)
        if ref is not None and ref.place is not None:
            return ref.place
        if not torch_api.is_plain(tensor):
            return None
        memory = self._memories.get(torch_api.storage_key(tensor))
        if memory is None:
            if not make:
                return None
            memory = self.new_memory(tensor)
            memory.root.unseen = torch_api.requires_grad(tensor) and not torch_api.is_learning_leaf(tensor)
            return self._put(tensor, memory, memory.root)
        return self._put(tensor, memory, self._layer_seen_late(tensor, memory, make))

    def _layer_seen_late(self, tensor: torch.Tensor, memory: Memory, make: bool) -> Layer:
        """The layer of an alias whose making was not seen."""
        base = torch_api.view_base(tensor)
        known = self._ref(base) if base is not None else None
        if known is not None and known.place is not None:
            return known.place[1]
        if base is not None or not make:
            return memory.root
        clock = Clock(torch_api.version_of(tensor))
        return Layer(memory.block, clock, tensor.dtype, self.serial(), memory.root, Cut("", (), None, "alias"))

    def new_memory(self, tensor: torch.Tensor) -> Memory:
        memory = Memory(tensor, self.ledger, self.serial())
        self.devices.add(tensor.device.type)
        self._memories[torch_api.storage_key(tensor)] = memory
        return memory

    def known_memory(self, tensor: torch.Tensor) -> Memory | None:
        return self._memories.get(torch_api.storage_key(tensor))

    def _put(self, tensor: torch.Tensor, memory: Memory, layer: Layer) -> Place:
        ref = self._ref(tensor)
        if ref is not None:
            ref.place = (memory, layer)
        return memory, layer

    def keep(self, tensor: torch.Tensor) -> Kept | None:
        """The tensor as it is now; one `Kept` serves every reader until the next write."""
        place = self.place(tensor)
        if place is None:
            return None
        memory, layer = place
        self._check_version(tensor, memory, layer)
        geometry = geometry_of(tensor)
        key = (id(layer), geometry)
        kept = memory.latest.get(key)
        if kept is None:
            kept = Kept(tensor, layer, memory.state, geometry, key)
            memory.add_reader(kept)
        return kept

    def _check_version(self, tensor: torch.Tensor, memory: Memory, layer: Layer) -> None:
        """A write that was not seen: what was read before it is lost, and who wrote is unknown."""
        version = torch_api.version_of(tensor)
        if layer.clock.version != version:
            layer.clock.version = version
            for kept in memory.take_readers(0, 2**62):
                kept.stale = True

    # -- what is written -------------------------------------------------------------------------------------------

    def about_to_write(self, target: torch.Tensor, place: Place | None = None) -> None:
        """Copy what was read of the cells that `target` shows."""
        place = place or self.place(target)
        if place is None:
            return
        memory, layer = place
        self._check_version(target, memory, layer)
        for kept in memory.take_readers(*span(*geometry_of(target)[:3])):
            kept.copy(self.ledger)

    def wrote(self, call: Call, targets: list[torch.Tensor], place: Place | None = None, first: int = 0) -> None:
        """The call wrote the cells of `targets`, which were there before."""
        if not call.serial:
            self._enter(call)
        for index, target in enumerate(targets, first):
            known = place or self.place(target)
            if known is not None:
                memory, layer = known
                layer.clock.version = torch_api.version_of(target)
                call.outputs.append(Output(layer, geometry_of(target), index))
                memory.state = State(call, memory.state)

    def made(self, call: Call, result: torch.Tensor, index: int) -> None:
        """The call made `result`, in memory of its own."""
        if not call.serial:
            self._enter(call)
        memory = self.new_memory(result)
        call.outputs.append(Output(memory.root, geometry_of(result), index))
        memory.state = State(call, None)
        self._put(result, memory, memory.root)

    def showed(self, result: torch.Tensor, source: torch.Tensor, cut: Cut | None) -> None:
        """`result` shows the memory of `source`."""
        place = self.place(source)
        if place is None:
            return
        memory, layer = place
        if cut is not None:
            # `.data` has a count of its own, `.detach()` shares its tensor's.
            version = torch_api.version_of(result)
            clock = layer.clock if version == layer.clock.version and not cut.fresh_clock else Clock(version)
            layer = Layer(layer.block, clock, result.dtype, self.serial(), layer, cut)
        self._put(result, memory, layer)

    def handed_on(self, call: Call, result: torch.Tensor, index: int, before: State | None) -> None:
        """A Function made `result` of an argument without copying it: the same cells, behind the Function.

        Where it wrote them inside, the Function as a whole wrote what was there `before`.
        """
        if not call.serial:
            self._enter(call)
        place = self.place(result)
        if place is None:
            return
        memory, layer = place
        if memory.state is not before:
            layer.clock.version = torch_api.version_of(result)
            call.outputs.append(Output(layer, geometry_of(result), index))
            memory.state = State(call, before)
        else:
            layer = Layer(layer.block, layer.clock, result.dtype, call.serial, layer, None)
            layer.call = call
            call.outputs.append(Output(layer, geometry_of(result), index))
            self._put(result, memory, layer)

    def living(self) -> list[torch.Tensor]:
        """The tensors that are known and live."""
        return [tensor for ref in self._origins.refs() if (tensor := ref()) is not None]

    def moved(self, tensor: torch.Tensor) -> None:
        """The tensor lies in other memory from now on."""
        ref = self._ref(tensor)
        if ref is not None:
            ref.place = None

    def _enter(self, call: Call) -> None:
        call.serial = self.serial()
        self._calls.append(weakref.ref(call))
        while self.ledger.held > self.ledger.budget and self._calls:
            oldest = self._calls.popleft()()
            if oldest is not None and oldest is not call:
                oldest.forget()
                self.forgot = True
        if len(self._calls) > self._next_count:
            self._calls = deque(ref for ref in self._calls if ref() is not None)
            while len(self._calls) > MOST_CALLS and (oldest := self._calls.popleft()()) is not None:
                oldest.forget()
                self.forgot = True
            self._next_count = 2 * len(self._calls) + 4096

    # -- numbers ---------------------------------------------------------------------------------------------------

    def exported(self, value: Any, tensor: torch.Tensor, cut: Cut) -> None:
        kept = self.keep(tensor)
        if kept is not None:
            self._numbers[id(value)] = (value, Number(value, kept, cut))
            if len(self._numbers) > NUMBERS:
                self._numbers.popitem(last=False)

    def number(self, value: Any) -> Number | None:
        known = self._numbers.get(id(value))
        return known[1] if known is not None and known[0] is value else None
