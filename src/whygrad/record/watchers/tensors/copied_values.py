"""Computed values that are put into a leaf, or into a copy that nobody keeps: what made them learns nothing by it."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from types import FrameType
from typing import TYPE_CHECKING

import torch

from whygrad.ops import MIXING, PICKING, PUTTING, REPLACING, act_of
from whygrad.record.live.bounded import MOST, SOME_ORIGINS, Bounded
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Frames, Origin
from whygrad.record.seam import storages, torch_api
from whygrad.record.special.data_set import carry_history, leaf_behind, set_anew
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.live.recorder import Recorder

# Names of writes: only those are asked here.
FOLLOWING = PUTTING | MIXING
Leaf = weakref.ref[Origin]
Copies = Bounded[Frames, tuple[Leaf, list[Leaf]]]


@dataclass
class _Putting:
    """How often one place has put something into one leaf since the latest pass."""

    frames: Frames
    leaf: Leaf
    passes: int
    times: int = 0


class CopiedValues:
    """The latest such acts of each place."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self.copies: Copies = Bounded(MOST)  # into what, and from what that learns
        self.parts: Copies = Bounded(
            MOST
        )  # the same without a whole leaf that is copied into another: those are synchronised
        self.dropped: Bounded[Frames, list[Leaf]] = Bounded(MOST)  # values that were written into a copy which is gone
        self._written: list[tuple[weakref.ref[Origin], Frames, list[Leaf]]] = []  # copies since the latest pass
        self._noted: Bounded[int, _Putting] = Bounded(MOST)  # by id of the frames, which it keeps

    def begin_anew(self) -> None:
        """What was dropped so far is told no more; what follows what lives on."""
        self.dropped.clear()

    def into_leaf(self, func: object, args: Iterable[object], leaf: torch.Tensor, frame: FrameType) -> None:
        """A leaf that learns was written: are they values of something else that learns?"""
        name = act_of(func)
        puts = name in PUTTING
        if not (puts or torch_api.is_in_place(func)):
            return
        recorder = self._recorder
        parents: list[Origin] = []
        recorder.take([value for value in args if value is not leaf], parents, frame)
        has_history = carry_history(parents)  # asked first: most updates have none
        if not (puts or has_history) or not torch_api.is_learning_leaf(leaf):
            return
        before, frames = recorder.origin_of(leaf, frame), recorder.stack.capture(frame)
        if puts:
            self._note(name, before, parents, frames)
        if has_history:
            self._show_behind(leaf, before, parents, frames)

    def _show_behind(self, tensor: torch.Tensor, leaf: Origin, values: list[Origin], frames: Frames) -> None:
        """What values with history came from stays visible behind a leaf; of one that is trained only what learns."""
        if (leaf.extra or {}).get("held"):
            _put(self.parts, leaf, [weakref.ref(o) for o in _learning_behind(values) if o is not leaf], frames)
            return
        anew = set_anew(leaf, values, frames, tensor)
        if not torch_api.grad_enabled():
            anew.switch = self._recorder.modes.in_force()
        self._recorder.origins.put(tensor, anew)

    def into_alias(
        self, func: object, before: Origin | None, parents: Sequence[Origin], tensor: torch.Tensor, frames: Frames
    ) -> None:
        """Something without history was written; is it the memory of a leaf?"""
        name = act_of(func)
        if before is None or before.flags & REQUIRES_GRAD or not (name in PUTTING or torch_api.is_in_place(func)):
            return
        values = [p for p in parents if p is not before]
        has_history = carry_history(values)
        leaf = leaf_behind(before) if has_history or name in FOLLOWING else None
        if leaf is None:
            return
        frozen = not leaf.flags & REQUIRES_GRAD
        if frozen and name in FOLLOWING and any(leaf_behind(value) is leaf for value in parents[1:]):
            leaf.add(itself=True)  # to follow itself
        if has_history and not frozen and (name not in PUTTING or _is_behind(leaf, values)):
            self._alias_updated(tensor, leaf, values, frames)
        if name in PUTTING:
            self._note(name, leaf, values, frames)

    def _alias_updated(self, alias: torch.Tensor, leaf: Origin, values: list[Origin], frames: Frames) -> None:
        """A leaf was updated through its `.data`: it is known by its memory."""
        there = self._recorder.origins.addresses.all_at(storages.address_of(alias))
        updated = next((ref() for ref in there if ref.origin is leaf), None)
        if updated is not None:
            self._show_behind(updated, leaf, values, frames)

    def _note(self, name: str, leaf: Origin, values: list[Origin], frames: Frames) -> None:
        known = self._noted.get(id(frames))
        if known is None or known.leaf() is not leaf or known.passes != self._recorder.run.passes:
            known = self._noted[id(frames)] = _Putting(frames, weakref.ref(leaf), self._recorder.run.passes)
        known.times += 1
        if known.times > MOST:
            return  # one element after the other
        leaf.add(loaded=True)
        sources = [weakref.ref(o) for o in _learning_behind(values) if o is not leaf]
        whole = name in REPLACING and all(leaf_behind(value) is not None for value in values)
        if not whole and not _is_behind(leaf, values):  # else it is synchronised, or averaged with others
            _put(self.parts, leaf, sources, frames)
        if self._recorder.run.passes:  # before that they are starting values
            _put(self.copies, leaf, sources, frames)

    def living(self) -> list[tuple[Frames, Origin, list[Origin]]]:
        """Where something was put, into which leaf, and from which leaves that learn."""
        found = [(f, leaf(), [s for ref in sources if (s := ref())]) for f, (leaf, sources) in self.parts.items()]
        return [(frames, leaf, sources) for frames, leaf, sources in found if leaf is not None and sources]

    # -- copies that are dropped ------------------------------------------------------------------------------------

    def into_result(self, before: Origin | None, after: Origin, tensor: torch.Tensor) -> None:
        """`x[rows].copy_(y)`: where indexing has made a copy, that alone is written."""
        if before is None or not after.flags & REQUIRES_GRAD or act_of(before.op) not in PICKING:
            return
        values = [p for p in after.parents if p is not before and p.flags & REQUIRES_GRAD]
        if values and len(self._written) < MOST and torch_api.view_base(tensor) is None:
            self._written.append((weakref.ref(after), after.frames, [weakref.ref(o) for o in _learning_behind(values)]))

    def pass_begins(self) -> None:
        """What is gone by now took no part in the loss."""
        for ref, frames, leaves in self._written:
            if ref() is None:
                self.dropped[frames] = leaves
        self._written = []


def _put(copies: Copies, leaf: Origin, sources: list[Leaf], frames: Frames) -> None:
    if sources:
        # A loop over parameters puts into one after the other: all of them are meant.
        known = copies.get(frames)
        copies[frames] = (weakref.ref(leaf), list(dict.fromkeys([*(known[1] if known else ()), *sources]))[:MOST])


def _is_behind(leaf: Origin, values: list[Origin]) -> bool:
    return any(at is leaf for at in breadth_first(values, _since_leaves, SOME_ORIGINS))


def _learning_behind(values: list[Origin]) -> list[Origin]:
    """The leaves that require a gradient behind these values, past everything that cuts."""
    behind = islice(breadth_first(values, _since_leaves), SOME_ORIGINS)
    return [at for at in behind if at.flags & LEAF and at.flags & REQUIRES_GRAD][:MOST]


def _since_leaves(origin: Origin) -> tuple[Origin, ...]:
    """What it was computed from; what a leaf was made of is its past."""
    return () if origin.flags & LEAF else origin.parents
