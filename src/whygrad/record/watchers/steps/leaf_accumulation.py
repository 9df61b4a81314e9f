"""Gradients that pile up in leaves that no optimizer holds: a pass adds to what an earlier one left."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from types import FrameType
from typing import TYPE_CHECKING, Any

from whygrad.record.copying.module_owners import leaves_behind
from whygrad.record.live.origin import LEAF, PARAMETER, Frames, Origin
from whygrad.record.seam import torch_api

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

MOST = 64
MOST_ORIGINS = 5_000


class Pile:
    """What passes left in one leaf since its gradient was empty."""

    def __init__(self) -> None:
        self.losses: set[int] = set()  # what was computed by each pass, as a hash
        self.again: Frames = ()  # a pass that added what was there already, or after the leaf was updated
        self.updated = False
        self.read = False


class Piling:
    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._piles: weakref.WeakKeyDictionary[Origin, Pile] = weakref.WeakKeyDictionary()
        self.found: dict[Frames, dict[str, Any]] = {}

    def pass_begins(self, roots: Iterable[Origin], frame: FrameType) -> None:
        roots = list(roots)
        if not roots:
            return
        beside = bool(len(self._recorder.optimizers))  # then other networks' parameters are nobody's business here
        tensors = {id(ref.origin): ref for ref in self._recorder.origins.refs()}
        loss = computation(roots)
        for leaf in leaves_behind(roots, made_to_learn=True)[:MOST]:
            if beside and (leaf.flags & PARAMETER or (leaf.extra or {}).get("held")):
                continue
            ref = tensors.get(id(leaf))
            tensor = ref() if ref is not None else None
            if tensor is None:
                continue
            pile = self._piles.setdefault(leaf, Pile())
            if tensor.grad is None or not torch_api.any_nonzero(tensor.grad):
                self._piles[leaf] = pile = Pile()
            elif pile.losses and (pile.updated or (loss in pile.losses and not beside)):
                pile.again = self._recorder.stack.capture(frame)
            pile.losses.add(loss)

    def updated(self, leaf: Origin) -> None:
        """The leaf got a new value, by hand."""
        pile = self._piles.get(leaf)
        if pile is not None:
            pile.updated = True

    def moved(self, before: Origin, leaf: Origin) -> None:
        """The same leaf has another Origin now."""
        pile = self._piles.pop(before, None)
        if pile is not None:
            self._piles[leaf] = pile

    def read(self, leaf: Origin, name: str = "") -> None:
        """The program reads the leaf's gradient."""
        pile = self._piles.get(leaf)
        if pile is not None and pile.again and len(self.found) < MOST:
            entry = self.found.setdefault(pile.again, {"leaves": [], "updated": pile.updated})
            if leaf not in entry["leaves"]:
                entry["leaves"].append(leaf)


def computation(roots: Iterable[Origin]) -> int:
    """A hash of what was computed, and from which leaves: equal for the same loss computed again."""
    known: dict[int, int] = {}
    queue = list(roots)
    order: list[Origin] = []
    seen: set[int] = set()
    for origin in queue:
        if id(origin) not in seen and len(seen) < MOST_ORIGINS:
            seen.add(id(origin))
            order.append(origin)
            queue.extend(origin.parents)
    for origin in sorted(order, key=lambda o: o.clock):
        if origin.flags & LEAF or not origin.parents:
            known[id(origin)] = id(origin)
        else:
            known[id(origin)] = hash((origin.op, tuple(known.get(id(p), id(p)) for p in origin.parents)))
    return hash(tuple(known.get(id(r), 0) for r in roots))
