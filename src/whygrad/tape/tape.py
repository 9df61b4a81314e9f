"""The tape: which memory a living tensor shows, and what every call read and wrote there (see `cells.py`)."""

from __future__ import annotations

import itertools
import weakref
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any

import torch

from whygrad.record.live.origin import Origins
from whygrad.record.seam import torch_api
from whygrad.record.seam.aliases import alias_of
from whygrad.record.seam.as_is import is_a
from whygrad.tape.cells import Call, Clock, Cut, Geometry, Kept, Layer, Number, Output, State, geometry_of
from whygrad.tape.ledger import MOST_CALLS, Ledger
from whygrad.tape.memory import Memories, Memory, Place, span

NUMBERS = 64  # exported Python numbers that are known again; each holds what it came from


class Tape:
    """All that is kept, within a budget of bytes: past it the oldest calls are forgotten."""

    def __init__(self, origins: Origins, budget: int) -> None:
        self._origins = origins
        self._ref = origins.ref
        self.calls: deque[weakref.ref[Call]] = deque()
        self.serials = itertools.count(1)
        self.numbers: OrderedDict[int, tuple[Any, Number]] = OrderedDict()
        self.ledger = Ledger(budget)
        self.memories = Memories(self.ledger)
        self.forgot = False
        self.devices: set[str] = set()  # but the CPU, on which values are kept
        self._next_count = 4096
        self.paused = False
        self.hide: Callable[[torch.Tensor], None] | None = None  # from the collector; C keeps what it does not track

    def serial(self) -> int:
        return next(self.serials)

    # -- where a tensor lies ---------------------------------------------------------------------------------------

    def place(self, tensor: torch.Tensor, make: bool = True) -> Place | None:
        """The memory of `tensor` and the layer through which it shows it; None where the tape cannot follow it."""
        ref = self._ref(tensor)
        if ref is not None and ref.place is not None:
            known: Place = ref.place
            return known
        if not torch_api.is_plain(tensor):
            return None
        memory = self.known_memory(tensor)
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
            layer: Layer = known.place.layer
            return layer
        if base is not None or not make:
            return memory.root
        clock = Clock(torch_api.version_of(tensor))
        return Layer(memory.block, clock, tensor.dtype, self.serial(), memory.root, Cut("", (), None, "alias"))

    def new_memory(self, tensor: torch.Tensor) -> Memory:
        storage = tensor.untyped_storage()
        memory = Memory(tensor, storage, self.serial())
        if not tensor.is_cpu:
            self.devices.add(tensor.device.type)
        self.memories.put(storage._cdata, memory)
        return memory

    def known_memory(self, tensor: torch.Tensor) -> Memory | None:
        return self.memories.get(torch_api.storage_key(tensor))

    def _put(self, tensor: torch.Tensor, memory: Memory, layer: Layer) -> Place:
        place = Place(memory, layer)
        ref = self._ref(tensor)
        if ref is not None:
            ref.place = place
        return place

    def keep(self, tensor: torch.Tensor) -> Kept | None:
        """The tensor as it is now; one `Kept` serves every time that it is read until the next write."""
        place = self.place(tensor)
        if place is None:
            return None
        memory, layer = place.memory, place.layer
        if layer.clock.version != torch_api.version_of(tensor):
            self._check_version(tensor, memory, layer)
        kept = place.kept() if place.kept is not None else None
        if kept is None or kept.state is not memory.state or kept.layer is not layer or kept.stale:
            kept = Kept(alias_of(tensor), layer, memory.state, torch_api.requires_grad(tensor))
            place.kept = ref = weakref.ref(kept)
            memory.add_reader(ref)
        return kept

    def _check_version(self, tensor: torch.Tensor, memory: Memory, layer: Layer) -> None:
        """A write that was not seen: what was read before it is lost, and who wrote is unknown."""
        version = torch_api.version_of(tensor)
        if layer.clock.version != version:
            layer.clock.version = version
            for kept in memory.take_readers(0, 2**62):
                kept.stale = True

    # -- what is written -------------------------------------------------------------------------------------------

    def about_to_write(self, target: torch.Tensor, geometry: Geometry | None = None, unseen: bool = False) -> None:
        """Copy what was read of the cells at `geometry`, or of all that `target` shows."""
        place = self.place(target)
        if place is None:
            return
        memory = place.memory
        self._check_version(target, memory, place.layer)
        size, stride, offset, _ = geometry or geometry_of(target)
        for kept in memory.take_readers(*span(size, stride, offset)):
            self.copy(kept)
            kept.stale = unseen

    def about_to_step(self, parameters: list[torch.Tensor]) -> None:
        """An optimizer is about to write these unseen: what was read of them is copied, as far as there is room."""
        if self.paused:
            return
        for parameter in parameters:
            if torch_api.is_plain(parameter) and self.known_memory(parameter) is not None:
                if self.ledger.held + torch_api.storage_bytes(parameter) > self.ledger.budget:
                    return
                self.about_to_write(parameter, unseen=True)

    def copy(self, kept: Kept) -> None:
        """Its memory is about to be overwritten."""
        kept.copy(self.ledger)
        if self.hide is not None:
            self.hide(kept.value)

    def wrote(self, call: Call, target: torch.Tensor, index: int = 0, geometry: Geometry | None = None) -> None:
        """The call wrote the cells of `target`, which was there before, or those of them that are at `geometry`."""
        if not call.serial:
            self._enter(call)
        place = self.place(target)
        if place is not None:
            memory, layer = place.memory, place.layer
            layer.clock.version = torch_api.version_of(target)
            call.outputs.append(Output(layer, geometry or geometry_of(target), index))
            memory.state = State(call, memory.state)

    def shows_cells(self, value: object, target: torch.Tensor, geometry: Geometry) -> bool:
        """Does a tensor show just these cells of `target`, past no cut? Setting them to it changes nothing."""
        if not is_a(value, torch.Tensor) or value is target:
            return False
        own, place = self.place(value, make=False), self.place(target, make=False)
        if own is None or place is None or own.memory is not place.memory or own.layer is not place.layer:
            return False
        return geometry_of(value) == geometry

    def counted(self, target: torch.Tensor) -> None:
        """A write that changed nothing was counted by torch too."""
        place = self.place(target, make=False)
        if place is not None:
            place.layer.clock.version = torch_api.version_of(target)

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
        layer = place.layer
        if cut is not None:
            # `.data` has a count of its own, `.detach()` shares its tensor's.
            version = torch_api.version_of(result)
            clock = layer.clock if version == layer.clock.version and not cut.fresh_clock else Clock(version)
            layer = Layer(layer.block, clock, result.dtype, self.serial(), layer, cut)
        self._put(result, place.memory, layer)

    def handed_on(self, call: Call, result: torch.Tensor, index: int, before: State | None) -> None:
        """A Function made `result` of an argument without copying it: the same cells, behind the Function.

        Where it wrote them inside, the Function as a whole wrote what was there `before`.
        """
        if not call.serial:
            self._enter(call)
        place = self.place(result)
        if place is None:
            return
        memory, layer = place.memory, place.layer
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

    def turned(self, tensor: torch.Tensor) -> None:
        """The tensor shows its memory in another shape from now on: how it was read before is not how it is now."""
        place = self.place(tensor, make=False)
        if place is not None:
            place.kept = None

    def _enter(self, call: Call) -> None:
        call.serial = self.serial()
        self.calls.append(weakref.ref(call))
        self.trim(call)

    def trim(self, latest: Call) -> None:
        """Forget the oldest calls, where too much is kept; C asks for it at every few calls."""
        self.memories.count()
        while self.ledger.held > self.ledger.budget and self.calls:
            oldest = self.calls.popleft()()
            if oldest is not None and oldest is not latest:
                oldest.forget()
                self.forgot = True
        if len(self.calls) > self._next_count:
            living = [ref for ref in self.calls if ref() is not None]
            self.calls.clear()  # the same one: C has it
            self.calls.extend(living)
            while len(self.calls) > MOST_CALLS and (oldest := self.calls.popleft()()) is not None:
                oldest.forget()
                self.forgot = True
            self._next_count = 2 * len(self.calls) + 4096

    # -- numbers ---------------------------------------------------------------------------------------------------

    def exported(self, value: Any, tensor: torch.Tensor, cut: Cut) -> None:
        kept = self.keep(tensor)
        if kept is not None:
            self.numbers[id(value)] = (value, Number(value, kept, cut))
            if len(self.numbers) > NUMBERS:
                self.numbers.popitem(last=False)

    def number(self, value: Any) -> Number | None:
        known = self.numbers.get(id(value))
        return known[1] if known is not None and known[0] is value else None
