"""Parameters whose first dimension is the batch: each sample meets the part that has its place, and nothing is shared.

What is known to be a batch was drawn by a DataLoader, or picked from data by an index that was drawn. A DataLoader that
gives a single batch in each epoch may give the same samples in the same places; so only later batches count.
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from types import FrameType
from typing import TYPE_CHECKING, Any

import torch
from torch.autograd.graph import Node

from whygrad.evidence.tensors import SlotParameter
from whygrad.ops import CASTING, INDEXING, MATRIX_PRODUCTS, PLUS_OR_MINUS, SCALING, spelling
from whygrad.record.events import PassBegan
from whygrad.record.live.bounded import FEW_KEPT, MANY_KEPT, NEAR, SOME_ORIGINS, Bounded
from whygrad.record.live.origin import Frames, Origin, parents_of
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attribute_of, each, is_a
from whygrad.record.seam.given import FIRST, Given, followed
from whygrad.record.seam.nodes import leaf_of, results_of, saved_by
from whygrad.record.seam.patched import BATCH_IS_DRAWN
from whygrad.record.seam.patching import Patches, replace
from whygrad.record.telling import only_inspected
from whygrad.record.training.bad_value_sites import Birth
from whygrad.record.training.history import Learner
from whygrad.record.training.linear_forms import kind_of_node
from whygrad.record.training.probe import find_operations
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.batches.rows import living
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

# What meets its inputs place by place, with the names under which it saves them.
MEETING = {"Bmm": ("self", "mat2"), "Mul": ("self", "other"), "Add": (), "Sub": ()}
ARRANGING = frozenset({"Clone", "Expand", "Permute", "ReshapeAlias", "Squeeze", "Transpose", "UnsafeView", "Unsqueeze",
                       "View"})  # fmt: skip
# What keeps one row for each sample.
KEEPING = CASTING | MATRIX_PRODUCTS | PLUS_OR_MINUS | SCALING | frozenset({
    "conv1d", "conv2d", "conv3d", "contiguous", "detach", "dropout", "elu", "flatten", "gelu", "layer_norm", "relu",
    "reshape", "sigmoid", "silu", "squeeze", "tanh", "unsqueeze", "view",
})  # fmt: skip
DRAWING_ROWS = frozenset({"randperm", "randint"})
LATEST = 64  # batches
FEW = 8  # tensors of a batch
SIDES = 2
DEEP = 32


@dataclass
class _Slots:
    learner: Learner
    shape: tuple[int, ...]
    op: str
    batches: set[object] = field(default_factory=set)  # which of an epoch's batches they were, or those drawn by hand
    passes: int = 0


class SlotParameters(Watcher):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        # Of drawn batches the number within an epoch, with each tensor.
        self._drawn: deque[tuple[weakref.ref[Origin], int]] = deque(maxlen=LATEST)
        self._found: Bounded[tuple[Frames, int], _Slots] = Bounded(FEW_KEPT)

    def install(self, undo: Patches) -> None:
        replace(undo, BATCH_IS_DRAWN, followed(self.recorder, self._is_drawn, unless_away=True, names=(FIRST,)))

    def _is_drawn(self, known: Given, batch: object, frame: FrameType) -> None:
        if not self.recorder.probe.active or attribute_of(known.get(FIRST), "_auto_collation") is not True:
            return
        number, size = (attribute_of(known.get(FIRST), name) for name in ("_num_yielded", "_index_sampler"))
        size = attribute_of(size, "batch_size")
        parts = [batch] if is_a(batch, torch.Tensor) else [*each(batch)][:FEW]
        for tensor in parts:
            # What a collating function of the program's has put together may have another first dimension.
            if not is_a(tensor, torch.Tensor) or type(number) is not int or tensor.shape[:1] != (size,):
                continue
            origin = self.recorder.origins.get(tensor)
            if origin is not None:
                self._drawn.append((weakref.ref(origin), number))

    def needs(self) -> Iterable[Origin]:
        return [seen.learner.origin for seen in self._found.values()]

    def of_run(self, copy: Copy) -> Iterator[SlotParameter]:
        for (frames, _), seen in self._found.items():
            if len(seen.batches) > 1:
                leaf = copy.at(seen.learner.origin)
                chain, name = copy.chain(frames), seen.learner.name
                yield SlotParameter(chain, leaf, name, seen.shape, seen.op, seen.passes)

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        if not event.inspected or not torch_api.values_may_be_read():
            return
        met: list[tuple[Learner, int]] = []
        with torch_api.unseen():
            for node in event.graph.nodes:
                if (
                    kind_of_node(node) in MEETING
                    and len(met) < MANY_KEPT
                    and (learner := self._slots(node)) is not None
                ):
                    met.append((learner, node._sequence_nr()))
        if not met:
            return  # mostly
        births = [Birth("meets", True, number=number) for _, number in met]
        find_operations(births, event.known)
        drawn = {id(origin): number for ref, number in self._drawn if (origin := ref()) is not None}
        for (learner, _), birth in zip(met, births, strict=True):
            parameter = learner.ref()
            if birth.origin is None or parameter is None:
                continue
            batch = self._batch_behind(birth.origin, learner.origin, parameter.shape[0], drawn)
            if batch is not None:
                key = birth.origin.frames, id(learner)
                op = spelling(torch_api.name_of(birth.origin.op))
                seen = self._found.setdefault(key, _Slots(learner, tuple(parameter.shape), op))
                seen.batches.add(batch)
                seen.passes += 1

    def _batch_behind(self, meeting: Origin, leaf: Origin, places: int, drawn: dict[int, int]) -> object:
        """Which batch meets the parameter, by the number in its epoch or, of one picked by hand, by itself."""
        for at in meeting.parents:
            for _ in range(DEEP):
                if id(at) in drawn:
                    return drawn[id(at)]
                act = torch_api.short_act_of(at.op)
                if act in INDEXING and len(at.parents) == SIDES and _is_drawn_by_hand(at.parents[1]):
                    whole = living(at.parents[:1], self.recorder.origins.refs()).get(at.parents[0])
                    return weakref.ref(at) if whole is not None and whole.shape[0] > places else None
                if at is leaf or act not in KEEPING or not at.parents:
                    break
                at = at.parents[0]
        return None

    def _slots(self, node: Any) -> Learner | None:
        """The parameter whose first dimension meets that of the other side, where rows of that differ."""
        edges, results = list(node.next_functions), results_of(node)
        shape = results[0][0] if len(results) == 1 else ()
        if len(edges) != SIDES or len(shape) < SIDES or shape[0] < SIDES:
            return None
        for at in range(SIDES):
            leaf = _leaf_at(edges[at], shape[0])
            if leaf is not None and leaf.dim() == len(shape) and self._has_rows(node, 1 - at, shape):
                found = (history.learners.get(id(leaf)) for history in self.recorder.training.histories)
                return next((one for one in found if one is not None and one.ref() is leaf), None)
        return None

    def _has_rows(self, node: Node, at: int, shape: tuple[int, ...]) -> bool:
        """Has this side a row of its own for each place?"""
        following, number = node.next_functions[at]
        if following is not None:
            results = results_of(following)
            if number < len(results) and len(results[number][0]) == len(shape) and results[number][0][0] == shape[0]:
                return kind_of_node(following) != "Expand" or _leaf_at((following, number), shape[0]) is None
            return False
        names = MEETING[kind_of_node(node)]
        if not names or self.recorder.probe.hooked_saves.has(node):
            return False
        rows = saved_by(node, names[at])
        if not is_a(rows, torch.Tensor) or not torch_api.is_plain(rows) or rows.dim() != len(shape):
            return False
        return rows.shape[0] == shape[0] and not torch.equal(rows[0], rows[1])


def _leaf_at(edge: tuple[Node | None, int], places: int) -> torch.Tensor | None:
    """The leaf that goes in here, arranged in some way, but with its first dimension as it is."""
    node = edge[0]
    for _ in range(NEAR):
        if node is None:
            return None
        leaf = leaf_of(node)
        if leaf is not None:
            return leaf if leaf.dim() and leaf.shape[0] == places else None
        results = results_of(node)
        if kind_of_node(node) not in ARRANGING or len(results) != 1 or results[0][0][:1] != (places,):
            return None
        node = node.next_functions[0][0]
    return None


def _is_drawn_by_hand(index: Origin) -> bool:
    behind = breadth_first((index,), parents_of, SOME_ORIGINS)
    return any(torch_api.short_act_of(at.op) in DRAWING_ROWS for at in behind)
