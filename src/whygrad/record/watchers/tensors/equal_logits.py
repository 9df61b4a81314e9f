"""A softmax of equal values: whatever they are, its result is the same, and what sends them learns nothing.

Its result is what autograd has saved of it; it is read at inspected passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import torch
from torch.autograd.graph import Node

from whygrad.evidence.marks import AlongDimension
from whygrad.evidence.values import EqualLogits
from whygrad.ops import CASTING, JOINING, SCALING, SOFTMAXES, VIEWS, act_of
from whygrad.record.copying.module_owners import is_held, leaves_behind
from whygrad.record.events import PassBegan
from whygrad.record.live.bounded import FEW_KEPT, NEAREST, Bounded, BoundedSet
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Frames, Origin, learning_parents
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.nodes import saved_by
from whygrad.record.telling import only_inspected
from whygrad.record.training.bad_value_sites import Birth
from whygrad.record.training.loss_nodes import name_of_node
from whygrad.record.training.probe import find_operations
from whygrad.record.training.sent.by_products import names_of_leaves
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

STEPS = ("Softmax", "LogSoftmax")  # of autograd's
REPEATING = frozenset({"expand", "expand_as", "repeat", "repeat_interleave", "tile", "broadcast_to"})
BETWEEN = VIEWS | CASTING | SCALING
FEW = 16  # of one pass
LARGEST = 2**18  # elements of a result that is read


@dataclass
class _Seen:
    softmax: Frames
    parts: tuple[Frames, ...]
    size: int
    leaves: list[Origin]
    passes: int = 0


class EqualLogitsWatcher(Watcher):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._found: Bounded[Frames, _Seen] = Bounded(FEW_KEPT)  # by where they are put together
        self._differ: BoundedSet[Frames] = BoundedSet(8 * FEW_KEPT)  # softmaxes that have had other results

    def of_run(self, copy: Copy) -> Iterator[EqualLogits]:
        for joined, seen in self._found.items():
            names = names_of_leaves(seen.leaves, self.recorder.training.histories)
            if seen.softmax not in self._differ and names:
                parts = tuple(map(copy.chain, seen.parts))
                yield EqualLogits(copy.chain(seen.softmax), copy.chain(joined), parts, seen.size, names, seen.passes)

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        if not event.inspected or event.graph.acts.isdisjoint(SOFTMAXES) or not torch_api.values_may_be_read():
            return
        nodes = list(islice((node for node in event.graph.nodes if name_of_node(node) in STEPS), FEW))
        sizes = [self._equal_along(node) for node in nodes]
        births = [Birth("zero", True, number=node._sequence_nr()) for node in nodes]
        if any(size is not None for size in sizes):  # mostly not of any
            find_operations(births, event.known)
        for birth, size in zip(births, sizes, strict=True):
            if birth.origin is not None and size is not None and act_of(birth.origin.op) in SOFTMAXES:
                self._note(birth.origin, size, event.known)

    def _equal_along(self, node: Node) -> int | None:
        """Along how many elements a result is the same everywhere; 0 where it is not, None where that is unknown."""
        if self.recorder.probe.hooked_saves.has(node):
            return None
        result, dimension = saved_by(node, "result"), saved_by(node, "dim")
        if not is_a(result, torch.Tensor) or not is_a(dimension, int) or not torch_api.is_plain(result):
            return None
        dimension = dimension - 2**64 if dimension >= 2**63 else dimension  # torch shows a negative number so
        if not result.dim() or result.numel() > LARGEST or result.shape[dimension] < 2:
            return None
        with torch_api.unseen():
            same = bool((result == result.narrow(dimension, 0, 1)).all())
        return result.shape[dimension] if same else 0

    def _note(self, softmax: Origin, size: int, roots: list[Origin]) -> None:
        if not size:
            self._differ.add(softmax.frames)
            return
        joined = _joined_for(softmax)
        if joined is None or softmax.frames in self._differ:
            return
        elsewhere = set(map(id, leaves_behind(roots, ends_at=lambda at: at is softmax)))
        leaves = [leaf for leaf in leaves_behind([softmax]) if is_held(leaf) and id(leaf) not in elsewhere]
        if leaves:
            parts = tuple(part.frames for part in joined.parents) if act_of(joined.op) in JOINING else ()
            seen = self._found.setdefault(joined.frames, _Seen(softmax.frames, parts[:FEW], size, leaves))
            seen.passes += 1


def _joined_for(softmax: Origin) -> Origin | None:
    """What put its input together from results of the same parameters, or repeated one."""
    at = softmax
    for _ in range(NEAREST):
        before = learning_parents(at)
        if len(before) != 1:
            return None
        at = before[0]
        act = act_of(at.op)
        if act in JOINING:
            return at if _are_alike(at.parents) else None
        if act in REPEATING:
            return at if at in softmax.parents and _is_wider(at, softmax) else None
        if act not in BETWEEN:
            return None
    return None


def _are_alike(parts: tuple[Origin, ...]) -> bool:
    """Is each computed, with a gradient, by the same operation and from the same parameters?"""
    if len(parts) < 2 or not all(part.flags & REQUIRES_GRAD and not part.flags & LEAF for part in parts):
        return False
    leaves = [frozenset(map(id, leaves_behind([part]))) for part in parts]
    return bool(leaves[0]) and len(set(leaves)) == 1 and len({act_of(part.op) for part in parts}) == 1


def _is_wider(repeated: Origin, softmax: Origin) -> bool:
    """Was the value computed, and did it have one element along the dimension of the softmax, where it has several?"""
    before, mark = repeated.parents[0], (softmax.extra or {}).get("mark")
    one, several = ((origin.extra or {}).get("shape") for origin in (before, repeated))
    if before.flags & LEAF or type(mark) is not AlongDimension or one is None or several is None:
        return False
    return len(one) == len(several) and one[mark.dimension] == 1 < several[mark.dimension]
