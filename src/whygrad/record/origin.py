"""Origins: where a tensor came from. An Origin lives as long as a tensor or another Origin that came from it.

Nothing here holds a tensor strongly. What autograd holds itself (results that require a gradient) is kept at full
detail, because autograd's own graph is as large. What only we would hold is bounded: past `LIMIT` new Origins the
survivors that need no gradient are contracted to the leaves and cuts behind them, so a running average, a list of
logged losses or a long simulation without gradients does not grow the graph for ever.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable
from types import CodeType
from typing import Any

REQUIRES_GRAD = 1
LEAF = 2  # autograd's leaf: gradients end here
PARAMETER = 4
OUTSIDE = 8  # a Python number or an array went in
CONTRACTED = 16
CUT = 32  # something that carried a gradient went in, and nothing that carries one came out
EXPORT = 64  # a value that left torch
BRANCH = 128  # a truth value that steered the program
UNSEEN = 256  # made where the recorder does not see

LIMIT = 20_000
WITNESSES = 16

Frames = tuple[Any, ...]  # (code, instruction, code, instruction, …), innermost first; see stack.py


class Switching:
    """A live record of a statement that switched gradients off."""

    __slots__ = ("bare", "decorated", "frames", "kind", "outer")

    def __init__(self, kind: str, frames: Frames, decorated: CodeType | None, outer: Switching | None) -> None:
        self.kind = kind
        self.frames = frames
        self.decorated = decorated
        self.outer = outer
        self.bare = False  # a plain call: no block ends it


class Origin:
    """One operation's result: the operation, what went in, where, and what autograd made of it."""

    __slots__ = ("__weakref__", "dtype", "extra", "flags", "frames", "op", "parents", "switch")

    def __init__(self, op: Any, parents: tuple[Origin, ...], frames: Frames, flags: int) -> None:
        self.op = op  # the torch function itself, or a name
        self.parents = parents
        self.frames = frames
        self.flags = flags
        self.dtype: Any = None  # of results that need no gradient
        self.switch: Switching | None = None
        self.extra: dict[str, Any] | None = None  # rare facts: frozen, detail, …

    def add(self, **facts: Any) -> None:
        self.extra = {**(self.extra or {}), **facts}


class TensorRef(weakref.ref):
    """A weak reference that knows its tensor's id and Origin."""

    __slots__ = ("id", "origin")
    id: int
    origin: Origin | None


class Origins:
    """The living tensors' Origins, by identity."""

    def __init__(self, held: Callable[[], Iterable[Origin]] = tuple) -> None:
        self._held = held  # Origins that somebody else keeps alive and that are to be contracted too
        self.table: dict[int, TensorRef] = {}
        self._young: list[TensorRef] = []
        self._made = 0
        table = self.table

        def forget(ref: TensorRef) -> None:
            # The entry may be another tensor's already: ids are used again.
            if table.get(ref.id) is ref:
                del table[ref.id]
            ref.origin = None

        self._forget = forget

    def put(self, tensor: Any, origin: Origin) -> None:
        """`tensor` now comes from `origin`."""
        key = id(tensor)
        ref = self.table.get(key)
        if ref is None:
            ref = TensorRef(tensor, self._forget)
            ref.id = key
            self.table[key] = ref
        ref.origin = origin
        self._made += 1
        if not origin.flags & (REQUIRES_GRAD | LEAF):
            self._young.append(ref)
        if self._made > LIMIT:
            self.contract()

    def get(self, tensor: Any) -> Origin | None:
        ref = self.table.get(id(tensor))
        return ref.origin if ref is not None else None

    def take_out(self, tensor: Any) -> Origin | None:
        """Forget the tensor, down to the last weak reference to it; returns its Origin."""
        ref = self.table.pop(id(tensor), None)
        if ref is None:
            return None
        self._young = [young for young in self._young if young is not ref]
        return ref.origin

    def refs(self) -> list[TensorRef]:
        return list(self.table.values())

    def contract(self) -> None:
        """Shorten what only we hold alive."""
        self._made = 0
        young, self._young = self._young, []
        for ref in young:
            if ref.origin is not None:
                contract(ref.origin)
        for origin in self._held():
            contract(origin)


def contract(origin: Origin) -> None:
    """Replace everything behind `origin` by the nearest leaves and cuts, one for each place and at most a few.

    Works from the bottom up and without recursion; an Origin is contracted once.
    """
    todo = [origin]
    while todo:
        current = todo[-1]
        if current.flags & CONTRACTED:
            todo.pop()
            continue
        frontier = _frontier(current)
        waiting = [f for f in frontier if not f.flags & (CONTRACTED | LEAF) and f.parents]
        if waiting:
            todo.extend(waiting)
            continue
        current.parents = frontier
        current.flags |= CONTRACTED
        todo.pop()


def _frontier(origin: Origin) -> tuple[Origin, ...]:
    """The nearest cuts and leaves behind `origin`; of several from one place the first met."""
    found: dict[Any, Origin] = {}
    seen = {id(origin)}
    queue = list(origin.parents)
    for parent in queue:  # grows while it is walked: breadth first
        if id(parent) in seen:
            continue
        seen.add(id(parent))
        if parent.flags & (CUT | LEAF | EXPORT | BRANCH) or not parent.parents:
            leaf = parent.flags & LEAF
            key = id(parent) if leaf else (parent.op, parent.frames[:2])
            if key not in found and len(found) < WITNESSES * (4 if leaf else 1):
                found[key] = parent
        else:
            queue.extend(parent.parents)
    return tuple(found.values())
