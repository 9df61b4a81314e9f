"""Origins: where a tensor came from. An Origin lives as long as a tensor or another Origin that came from it.

Nothing here holds a tensor strongly. What autograd holds itself (results that require a gradient) is kept at full
detail, because autograd's own graph is as large. What only we would hold is bounded: past `LIMIT` new Origins the
survivors that need no gradient are contracted to the leaves and cuts behind them, so a running average, a list of
logged losses or a long simulation without gradients does not grow the graph for ever.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable
from itertools import islice
from types import CodeType
from typing import TYPE_CHECKING, Any, TypeVar

from whygrad.record.live.addresses import Addresses
from whygrad.record.live.rare_facts import RareFacts
from whygrad.record.seam.torch_api import sequence_number
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    import torch
    from typing_extensions import Unpack

    from whygrad.record.live.grad_modes import Switching

T = TypeVar("T")

REQUIRES_GRAD = 1
LEAF = 2  # autograd's leaf: gradients end here
PARAMETER = 4
OUTSIDE = 8  # a Python number or an array went in
CONTRACTED = 16
CUT = 32  # something that carried a gradient went in, and nothing that carries one came out
EXPORT = 64  # a value that left torch
BRANCH = 128  # a truth value that steered the program
UNSEEN = 256  # made where the recorder does not see
PARTIAL = 512  # not all that it was computed from is known any more

LIMIT = 10_000
CUTS = 16  # kept of a contracted graph: the nearest of each place
LEAVES = 64
REACH = 5_000
FEW = 16  # ways on which a walk that has come to its end goes on
STOPS = CUT | EXPORT | BRANCH

Frames = tuple[CodeType | int, ...]  # (code, instruction, code, instruction, …), innermost first; see stack.py


def file_of(frames: Frames) -> str:
    """The file of the innermost frame."""
    code = frames[0] if frames else None
    return code.co_filename if type(code) is CodeType else ""


class Origin:
    """One operation's result: the operation, what went in, where, and what autograd made of it."""

    __slots__ = ("__weakref__", "clock", "dtype", "extra", "flags", "frames", "op", "parents", "switch")

    def __init__(self, op: object, parents: tuple[Origin, ...], frames: Frames, flags: int) -> None:
        self.op = op  # the torch function itself, or a name
        self.parents = parents
        self.frames = frames
        self.flags = flags
        self.clock = sequence_number()  # autograd's own count: its node of this operation has the one before
        self.dtype: torch.dtype | None = None  # of results that need no gradient
        self.switch: Switching | None = None
        self.extra: RareFacts | None = None

    def add(self, **facts: Unpack[RareFacts]) -> None:
        self.extra = facts if self.extra is None else {**self.extra, **facts}


def made_at(origin: Origin) -> Frames:
    """Where it was made; nowhere where nobody saw that, and its frames tell only where it was first used."""
    return () if origin.flags & UNSEEN else origin.frames


class OwnRef(weakref.ref):
    """A weak reference of ours to a tensor, told from the program's own by its class."""

    __slots__ = ()


class TensorRef(OwnRef):
    """A weak reference that knows its tensor's id, its Origin and, where values are kept, where it lies."""

    __slots__ = ("address", "id", "origin", "place")
    address: int | None  # of its memory, where somebody has asked; see addresses.py
    id: int
    origin: Origin | None
    place: Any  # the tape alone understands it


def taken(dead: list[T]) -> T | None:
    """The latest of a list from which other threads take too; None where one of them was faster."""
    try:
        return dead.pop()
    except IndexError:
        return None


class Origins:
    """The living tensors' Origins, by identity."""

    def __init__(self, held: Callable[[], Iterable[Origin]] = tuple) -> None:
        self._held = held  # Origins that somebody else keeps alive and that are to be contracted too
        self.table: dict[int, TensorRef] = {}
        self.young: list[TensorRef] = []
        self._made = 0
        self.addresses = Addresses(self.living)
        # References to tensors that have died. A function of ours that ran where they die would be interrupted there.
        self.dead: list[TensorRef] = []

    def living(self) -> dict[int, TensorRef]:
        """The table without those that have died, whose ids may be others' already."""
        while self.dead:
            ref = taken(self.dead)
            if ref is not None:
                if ref is self.table.get(ref.id):
                    del self.table[ref.id]
                ref.origin = ref.place = None
        return self.table

    def put(self, tensor: object, origin: Origin) -> None:
        """`tensor` now comes from `origin`."""
        key = id(tensor)
        ref = self.living().get(key)
        if ref is None:
            ref = TensorRef(tensor, self.dead.append)
            ref.id = key
            ref.place = ref.address = None
            self.table[key] = ref
        ref.origin = origin
        self._made += 1
        if not origin.flags & (REQUIRES_GRAD | LEAF):
            self.young.append(ref)
        if self._made > LIMIT:
            self.contract()

    def put_beside(self, stand_in: object, owner: object, origin: Origin) -> None:
        """`stand_in` is a second tensor of the Origin that `owner` has; the last in the table is an Origin's tensor."""
        self.put(stand_in, origin)
        ref = self.ref(owner)
        if ref is not None:
            self.table[ref.id] = self.table.pop(ref.id)
            ref.address = None  # as of one that is new, or `addresses` would take all before it for known

    def get(self, tensor: object) -> Origin | None:
        ref = self.ref(tensor)
        return ref.origin if ref is not None else None

    def ref(self, tensor: object) -> TensorRef | None:
        """What is known of the tensor."""
        return self.living().get(id(tensor))

    def moved(self, tensor: object) -> None:
        """The tensor lies in other memory from now on."""
        ref = self.ref(tensor)
        if ref is not None:
            self.addresses.moved(ref)

    def take_out(self, tensor: object) -> Origin | None:
        """Forget the tensor, down to the last weak reference to it; returns its Origin."""
        ref = self.ref(tensor)
        if ref is None:
            return None
        del self.table[ref.id]
        self.young = [young for young in self.young if young is not ref]
        return ref.origin

    def clear(self) -> None:
        """Forget every tensor."""
        self.table.clear()
        self.addresses.clear()
        self.young = []

    def refs(self) -> list[TensorRef]:
        return list(self.living().values())

    def contract(self) -> None:
        """Shorten what only we hold alive."""
        self._made = 0
        self.living()
        young, self.young = self.young, []
        shared = Shared()
        for ref in young:
            origin = ref.origin
            if origin is not None and not origin.flags & CONTRACTED:  # a tensor that is filled is in it many times
                contract(origin, shared)
        for origin in self._held():
            contract(origin, shared)


class Shared:
    """What several contracted Origins have in common."""

    __slots__ = ("copies", "frames", "parents")

    def __init__(self) -> None:
        self.frames: dict[tuple[CodeType | int, ...], Frames] = {}
        self.parents: dict[tuple[int, ...], tuple[Origin, ...]] = {}
        self.copies: dict[tuple[object, ...], Origin] = {}


def contract(origin: Origin, shared: Shared) -> None:
    """Replace everything behind `origin` by copies of the cuts, one for each place, and the leaves behind them.

    What several have in common, as all the losses that one line has logged, they share. A long way, of a simulation for
    one, is contracted piece by piece, from its far end on.
    """
    waiting = [origin]
    while waiting:
        at = waiting[-1]
        if at.flags & CONTRACTED or not at.parents:
            waiting.pop()
            continue
        behind, beyond = _behind(at)
        pieces = [o for o in beyond if not o.flags & REQUIRES_GRAD]
        if pieces and len(pieces) <= FEW and len(waiting) < REACH:
            waiting += pieces
        else:
            waiting.pop()
            _contract(at, behind, beyond, shared)


def _contract(origin: Origin, behind: list[Origin], beyond: list[Origin], shared: Shared) -> None:
    frames = origin.frames
    origin.frames = shared.frames.setdefault((*map(id, frames[::2]), *frames[1::2]), frames)
    ends = [o for o in behind if o.flags & LEAF or not o.parents]
    leaves = [*ends[:LEAVES], *(_stand_in(o) for o in beyond[:FEW])]
    nearest: dict[object, Origin] = {}
    met: set[tuple[int, int]] = set()  # what one line did again and again is asked for its place once
    for cut in behind:
        if cut.flags & STOPS and (at := (id(cut.op), id(cut.frames))) not in met and not _ends(cut):
            met.add(at)
            nearest.setdefault(_place(cut), cut)
    if beyond or len(ends) > LEAVES or len(nearest) > CUTS:
        origin.flags |= PARTIAL
        nearest = dict(islice(nearest.items(), CUTS))
    # A place met again further back (a running average's own line) ends there, or the chain would never end.
    copies: dict[object, Origin] = {}
    for place, cut in reversed(nearest.items()):
        copies[place] = _copy(cut, _one_for_all(_next_stops(cut, copies) or tuple(leaves), shared), shared)
    itself = nearest.pop(_place(origin), None)
    if itself is not None:
        origin.flags |= itself.flags & STOPS  # it stands for the earlier one, which has cut
    # Without cuts all that was found is on the way: it is not gone through again.
    stops = _next_stops(origin, {p: copies[p] for p in nearest}) if copies else tuple(ends[:LEAVES])
    origin.parents = _one_for_all(stops or tuple(leaves), shared)
    origin.flags |= CONTRACTED


def _stand_in(origin: Origin) -> Origin:
    """Where the walk has ended: what lies behind is let go, and said to be unknown."""
    end = Origin(origin.op, (), origin.frames, origin.flags & REQUIRES_GRAD | CONTRACTED | PARTIAL)
    end.dtype, end.switch = origin.dtype, origin.switch
    return end


def _one_for_all(parents: tuple[Origin, ...], shared: Shared) -> tuple[Origin, ...]:
    return shared.parents.setdefault(tuple(map(id, parents)), parents)


def _ends(origin: Origin) -> bool:
    return bool(origin.flags & LEAF) or not origin.parents


def _place(origin: Origin) -> object:
    return origin.op, origin.frames[:4]


def _behind(origin: Origin) -> tuple[list[Origin], list[Origin]]:
    """What `origin` was computed from, nearest first, as far as is affordable; and where that ended."""
    known = _walked(origin.parents)
    if len(known) <= REACH:
        return known, []
    order, queue, beyond = known[:REACH], known[REACH:], []
    seen: set[int] = set()
    for parent in queue:  # grows while it is walked
        if not _is_short(parent):
            beyond.append(parent)
            continue
        order.append(parent)
        for further in () if parent.flags & LEAF else parent.parents:
            seen = seen or set(map(id, known))
            if id(further) not in seen:
                seen.add(id(further))
                queue.append(further)
    return order, beyond


def _walked(starts: tuple[Origin, ...]) -> list[Origin]:
    """The starts and what is behind them, nearest first; past `REACH` those where the walk would go on."""
    if walk_in_c is not None:
        return walk_in_c(list(starts), 0, LEAF, REACH, True)
    queue = list(dict.fromkeys(starts))
    seen = set(queue)
    for at in islice(queue, REACH):  # grows while it is walked
        new = [] if at.flags & LEAF else [p for p in dict.fromkeys(at.parents) if p not in seen]
        seen.update(new)
        queue += new
    return queue


def _is_short(origin: Origin) -> bool:
    """Is little behind it: has it been contracted, or is it a leaf?"""
    return bool(origin.flags & CONTRACTED) or _ends(origin)


def _next_stops(origin: Origin, copies: dict[object, Origin]) -> tuple[Origin, ...]:
    """The first cuts (as copies) and leaves on every way back from `origin`."""
    found: dict[int, Origin] = {}
    seen: set[int] = set()
    known: dict[tuple[int, int], Origin | None] = {}  # by what does not have to be compared
    queue = list(origin.parents)
    for parent in queue:
        flags, behind = parent.flags, parent.parents
        if id(parent) in seen or (len(seen) > REACH and behind and not flags & (CONTRACTED | LEAF)):
            continue
        seen.add(id(parent))
        if behind and not flags & (LEAF | STOPS):
            queue += behind
            continue
        stop: Origin | None = parent
        if behind and not flags & LEAF:
            at = id(parent.op), id(parent.frames)
            stop = known[at] if at in known else known.setdefault(at, copies.get(_place(parent)))
        if stop is not None and len(found) < LEAVES:
            found[id(stop)] = stop
    return tuple(found.values())


def _copy(cut: Origin, parents: tuple[Origin, ...], shared: Shared) -> Origin:
    """A copy of the cut with these parents; of one line's cuts with the same parents the first stands for all."""
    alike = (cut.op, *map(id, cut.frames[::2]), *cut.frames[1::2], cut.flags, id(parents), id(cut.switch), cut.dtype)
    copy = shared.copies.get(alike) if cut.extra is None else None
    if copy is None:
        copy = Origin(cut.op, parents, cut.frames, cut.flags | CONTRACTED)
        copy.dtype, copy.switch, copy.extra = cut.dtype, cut.switch, cut.extra
        if cut.extra is None:
            shared.copies[alike] = copy
    return copy


def parents_of(origin: Origin) -> tuple[Origin, ...]:
    return origin.parents


def learning_parents(origin: Origin) -> list[Origin]:
    return [parent for parent in origin.parents if parent.flags & REQUIRES_GRAD]


ALL = 2**31
walk_in_c: Callable[[list[Origin], int, int, int, bool], list[Origin]] | None = None  # set where it was compiled


def nearest(starts: Iterable[Origin], wanted: int = 0, ends: int = 0, most: int = ALL) -> list[Origin]:
    """The starts and what is behind them, nearest first, each once, at most so many.

    Behind the starts only what has a flag of `wanted` counts, if there are any, and nothing behind one of `ends`.
    """
    if walk_in_c is not None:
        return walk_in_c(list(starts), wanted, ends, most, False)

    def further(origin: Origin) -> Iterable[Origin]:
        if origin.flags & ends:
            return ()
        return [parent for parent in origin.parents if parent.flags & wanted] if wanted else origin.parents

    return list(islice(breadth_first(starts, further), most))


def carries_from_elsewhere(origin: Origin, own: Origin, most: int = 64) -> bool:
    """Is something other than `own` that requires a gradient a few operations behind `origin`?"""

    def values(at: Origin) -> tuple[Origin, ...]:
        # Of `view_as(other)` and its kin the other gives its shape alone.
        return at.parents[:1] if getattr(at.op, "__name__", "").endswith("_as") else at.parents

    return any(at.flags & REQUIRES_GRAD and at is not own for at in breadth_first((origin,), values, most))


def comes_from(origin: Origin, source: Origin) -> bool:
    """Was `origin` computed from `source`?"""
    return source in nearest((origin,))


def behind(origins: Iterable[Origin], with_gradients: bool = False) -> set[int]:
    """The ids of all that these were computed from, or of what a gradient goes back to."""
    further = learning_parents if with_gradients else parents_of
    wanted = REQUIRES_GRAD if with_gradients else 0
    return set(map(id, nearest((p for origin in origins for p in further(origin)), wanted)))
