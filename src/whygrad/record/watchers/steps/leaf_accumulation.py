"""Gradients that pile up in leaves that no optimizer holds: a pass adds to what an earlier one left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from whygrad.evidence.steps import LeafAccumulation
from whygrad.record.copying.module_owners import is_held, leaves_behind
from whygrad.record.events import GradientRead, LeafMoved, LeafWritten, PassBegan
from whygrad.record.live.bounded import MOST, MOST_ORIGINS, Bounded, BoundedSet
from whygrad.record.live.origin import LEAF, PARAMETER, REQUIRES_GRAD, Frames, Origin, nearest
from whygrad.record.live.pass_graph import that_read, with_flags
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.telling import only_inspected
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder


class Pile:
    """What passes left in one leaf since its gradient was empty."""

    def __init__(self) -> None:
        self.losses: BoundedSet[int] = BoundedSet(MOST)  # what was computed by each pass, as a hash
        self.again: Frames = ()  # a pass that added what was there already, or after the leaf was updated
        self.updated = False


@dataclass
class Read:
    """Leaves whose gradient the program has read after such a pass."""

    updated: bool
    leaves: list[Origin] = field(default_factory=list)


class LeafPiles(Watcher):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._piles: WeakKeys[Origin, Pile] = WeakKeys()
        self._found: Bounded[Frames, Read] = Bounded(MOST)

    def needs(self) -> Iterable[Origin]:
        return [leaf for read in self._found.values() for leaf in read.leaves]

    def of_run(self, copy: Copy) -> Iterator[LeafAccumulation]:
        for frames, read in self._found.items():
            yield LeafAccumulation(copy.chain(frames), read.updated, copy.all_at(read.leaves))

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        if event.inspected and event.known:
            self._add_to_piles(event)

    def _add_to_piles(self, event: PassBegan) -> None:
        recorder, roots = self.recorder, event.known
        beside = bool(len(recorder.run.optimizers))  # then other networks' parameters are nobody's business here
        if beside and not any(map(_is_outside, _ends(event.graph.learning))):
            return  # mostly
        found = leaves_behind(roots, made_to_learn=True)[:MOST]
        leaves = [o for o in found if not beside or not _is_of_network(o)]
        tensors = {id(ref.origin): ref for ref in recorder.origins.refs()}
        loss = computation(roots)
        for leaf in leaves:
            ref = tensors.get(id(leaf))
            tensor = ref() if ref is not None else None
            if tensor is None:
                continue
            pile = self._piles.setdefault(leaf, Pile())
            gradient = gradient_of(tensor)
            if gradient is None or not torch_api.any_nonzero(gradient):
                self._piles[leaf] = pile = Pile()
            elif pile.losses and (pile.updated or (loss in pile.losses and not beside)):
                pile.again = recorder.stack.capture(event.frame)
            pile.losses.add(loss)

    def on_leaf_written(self, event: LeafWritten) -> None:
        pile = self._piles.get(event.leaf)
        if pile is not None:
            pile.updated = True

    def on_leaf_moved(self, event: LeafMoved) -> None:
        pile = self._piles.pop(event.before, None)
        if pile is not None:
            self._piles[event.leaf] = pile

    def on_gradient_read(self, event: GradientRead) -> None:
        pile = self._piles.get(event.leaf)
        if pile is not None and pile.again:
            read = self._found.setdefault(pile.again, Read(pile.updated))
            if event.leaf not in read.leaves and len(read.leaves) < MOST:
                read.leaves.append(event.leaf)


def _ends(learning: list[Origin]) -> list[Origin]:
    """Those at which a way may end."""
    inner = set(that_read(learning, REQUIRES_GRAD))
    inner.difference_update(with_flags(learning, LEAF))
    return [origin for origin in learning if origin not in inner]


def _is_outside(origin: Origin) -> bool:
    """Does a way end at it, and is it no network's?"""
    if not origin.flags & LEAF:
        for parent in origin.parents:  # mostly, and the first of them
            if parent.flags & REQUIRES_GRAD:
                return False
    return not _is_of_network(origin)


def _is_of_network(leaf: Origin) -> bool:
    return bool(leaf.flags & PARAMETER) or is_held(leaf)


def computation(roots: Iterable[Origin]) -> int:
    """A hash of what was computed, and from which leaves: equal for the same loss computed again."""
    known: dict[int, int] = {}
    for origin in sorted(nearest(roots, most=MOST_ORIGINS), key=lambda o: o.clock):
        if origin.flags & LEAF or not origin.parents:
            known[id(origin)] = id(origin)
        else:
            known[id(origin)] = hash((origin.op, tuple(known.get(id(p), id(p)) for p in origin.parents)))
    return hash(tuple(known.get(id(r), 0) for r in roots))
