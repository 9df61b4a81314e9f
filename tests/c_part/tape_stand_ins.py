"""What the C part is given in the place of the tape: the same slots, and functions that a test may replace."""

from __future__ import annotations

import itertools
import weakref
from collections import deque
from typing import Any

from stand_ins import Dtype, Origin, Ours, Tensor, module, parts_of

SLOTS = {
    "Place": "memory layer kept",
    "Memory": "storage block root state fresh room left readers cells",
    "Layer": "block clock dtype born parent cut call unseen",
    "Kept": "value layer state block carried stale geometry",
    "Call": "op func args kwargs frames serial outputs cut in_place partial rng autocast forgotten",
    "State": "call previous serial",
    "Output": "layer geometry number",
    "Block": "nbytes counted",
    "Stored": "key block",
    "Clock": "version",
}


def slotted(name: str) -> tuple[Any, ...]:
    slots, base = tuple(SLOTS[name].split()), weakref.ref if name == "Stored" else object
    own = slots if name == "Stored" else (*slots, "__weakref__")
    return (type(name, (base,), {"__slots__": own}), *slots)


CLASSES = tuple(map(slotted, SLOTS))
Place, Memory, Layer, Kept, Call, State, Output, Block, Stored, Clock = (entry[0] for entry in CLASSES)


class Storage:
    def __init__(self, nbytes: int = 8) -> None:
        self.bytes = nbytes
        self._cdata = id(self)

    def nbytes(self) -> int:
        return self.bytes


FLOAT = Dtype(True, False)


class Cells(Tensor):
    """A tensor of two rows with two numbers each, or what an index shows of it."""

    copied_bytes = 8

    def __init__(
        self, requires_grad: Any = False, storage: Storage | None = None, shape: tuple[int, ...] = (2, 2)
    ) -> None:
        super().__init__(requires_grad)
        self.dtype, self.is_cpu, self.is_leaf, self._version, self._base = FLOAT, True, False, 0, None
        self.storage, self.sizes, self.offset = storage or Storage(), shape, 0

    def untyped_storage(self) -> Storage:
        return self.storage

    def size(self) -> Any:
        return self.sizes

    def stride(self) -> Any:
        return (2, 1)[len((2, 1)) - len(self.sizes) :]

    def storage_offset(self) -> Any:
        return self.offset

    def is_inference(self) -> bool:
        return False

    def detach(self) -> Any:
        alias = Cells(False, self.storage, self.sizes)
        alias.offset = self.offset
        return alias

    def clone(self) -> Any:
        return Cells(False, Storage(self.copied_bytes), self.sizes)


def add(*values: Any) -> Cells:
    return Cells(any(getattr(value, "requires_grad", False) for value in values))


def set_at(target: Cells, index: Any, value: Any) -> None:
    target._version += 1


def write(target: Cells, *values: Any) -> Cells:
    target._version += 1
    return target


def copy_into(target: Any, *values: Any) -> Any:
    return write(target, *values) if isinstance(target, Cells) else target


def add_to(target: Cells, value: Any) -> Cells:
    return write(target, value)


# As `role_of` tells: they write in place; one whatever stood there, one another value.
WRITING = {write: 1 | 256, add_to: 1 | 64 | 256, copy_into: 1 | 128 | 256}


class Taped(Ours):
    """Recorder and tape in one."""

    def __init__(self) -> None:
        super().__init__(10_000)
        self.kinds[Cells] = 1
        self.paused = False
        self._now = "no_grad"
        self.told_of_writes, self.passes = 0, 0
        self.trimmed: list[Any] = []
        self.by_python: list[Any] = []
        self.several: list[Any] = []
        self.copied: list[Any] = []
        self.leaves_set: list[Any] = []
        self.swept: list[Any] = []
        self.shapes: list[Any] = []
        self.zeros: dict[Any, Any] = {}
        self.numbers: dict[int, Any] = {}
        self.entries: dict[int, Any] = {}
        self.dead: list[Any] = []
        self.calls: deque[Any] = deque()
        self.quiet: dict[str, Any] = {name: bool for name in ASKED}
        self.roles: dict[Any, int] = {add: 0, **WRITING}
        given = {
            **parts_of(self, 10_000),
            "roles": self.roles,
            "special": {set_at: 1},
            "endings": {},
            "setitem": set_at,
        }
        self.hot = module.HotPath(**{**given, "is_grad_enabled": lambda: self.enabled, "tensors": self})
        self.enabled = True
        self.start()

    def start(self, classes: Any = CLASSES, **others: Any) -> None:
        given = dict(
            tape=self,
            keep=self.keep,
            entries=self.entries,
            dead=self.dead,
            died=self.dead.append,
            count_dead=self.dead.clear,
            exported=self.numbers,
            serial=itertools.count(1),
            calls=self.calls,
            trim=self.trimmed.append,
            assign=set_at,
            about_to_write=lambda target, region: self.by_python.append((target, region)),
            copy=self.copied.append,
            drop_dead=self.swept.append,
            role_of=lambda func: self.roles.setdefault(func, 2),
            zeros=self.zeros,
            no_block=None,
            no_names={},
            shape_of=lambda target: self.shapes.append(target) or "its shape",
            device="cpu",
            new_cut=tuple,
            is_transformed=lambda tensor: self.asked("is_transformed") and False,
            has_storage=lambda tensor: not self.asked("has_storage"),
            **{name: lambda name=name: self.asked(name) for name in ASKED},
        )
        self.hot.start_taping(classes, 64, **{**given, **others})

    def asked(self, name: str) -> Any:
        return self.quiet.get(name, bool)()

    def keep(self, tensor: Any) -> Any:
        self.by_python.append(tensor)
        return None

    def tape_one(self, *args: Any) -> None:
        self.by_python.append(args)

    def tape_several(self, *args: Any) -> None:
        self.several.append(args)

    def tape_shown(self, *args: Any) -> None:
        self.by_python.append(args)

    def leaf_set(self, *args: Any) -> None:
        self.leaves_set.append(args)

    def overwritten(self, *args: Any) -> None:
        self.told_of_writes += 1

    def known(self, requires_grad: bool = False) -> Cells:
        """A tensor whose place is known."""
        made, origin = Cells(requires_grad), Origin()
        origin.flags, origin.op, origin.parents = 1, add, ()
        self.hot.put(made, origin)
        memory, layer, block, clock, place = Memory(), Layer(), Block(), Clock(), Place()
        block.nbytes, block.counted, clock.version = 8, False, 0
        layer.block, layer.clock, layer.dtype, layer.born = block, clock, FLOAT, 0
        layer.parent = layer.cut = layer.call = None
        layer.unseen = False
        memory.storage, memory.block, memory.root, memory.state = made.storage, block, layer, None
        memory.fresh, memory.room, memory.left, memory.readers, memory.cells = [], 64, 0, {}, {}
        place.memory, place.layer, place.kept = memory, layer, None
        self.table[id(made)].place = place
        ref = Stored(memory, self.dead.append)
        ref.key, ref.block = made.storage._cdata, block
        self.entries[ref.key] = ref
        return made

    def place(self, tensor: Any) -> Any:
        return self.table[id(tensor)].place


ASKED = ("tracing_state", "dispatch_depth", "early_dispatch_depth", "is_profiled", "any_autocast")
