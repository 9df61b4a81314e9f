"""A row that `padding_idx` or `ignore_index` leaves out, and that samples use: asked of the passes that are looked at.

Padding fills sequences up. Where each sample has one id, there is nothing to fill, and the id is a class like others.
Autograd's nodes of an embedding or a loss know the ids, so nothing is followed while the program computes. Where a
program puts other values in the place of what it has looked up, nothing is left out: a hook on the table's node reads
whether any gradient arrives there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import torch
from torch.autograd.graph import Node

from whygrad.evidence.of_one_cause.ignored_rows import IgnoredRow
from whygrad.interruptions.errors import hand_on
from whygrad.interruptions.signals import marks_section
from whygrad.ops import FLATTENING, SAME_IDS
from whygrad.record.events import PassBegan, PassEnded, PassFailed, StepBegan
from whygrad.record.live.bounded import MOST
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import gradient_of, leaf_of, saved_by
from whygrad.record.seam.own_hooks import HooksOfPass
from whygrad.record.telling import only_inspected
from whygrad.record.training.bad_value_sites import Birth
from whygrad.record.training.history import Learner
from whygrad.record.training.probe import find_operations
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

TABLES = ("EmbeddingBackward0", "EmbeddingBagBackward0")
LOSS = "NllLossBackward0"
LOOKED_AT = (*TABLES, LOSS)
WEIGHT = "weight"  # of a class, by which a loss multiplies
IDS = 1_000  # different ids that are counted
DEEP = 8
SIDES = 2

Gradients = Sequence[torch.Tensor | None]


@dataclass
class _Row:
    """What was seen of one row."""

    option: str
    row: int
    rows: int
    learner: Learner | None
    call: Frames
    calls: int  # in one pass
    others: set[int] = field(default_factory=set)
    used: int = 0
    of: int = 0
    passes: int = 0
    looked: int = 0
    is_excused: bool = False  # it learns by another way, or what is read are sequences that it may fill up
    sequences: int = 0  # calls in which samples had several ids
    among_others: int = 0  # those of which the id cannot be what fills sequences up
    once_each: int = 0  # those of which each sample has the id exactly once
    fillers: Counter[int] = field(default_factory=Counter)  # other ids that fill sequences up
    replaced: int = 0  # calls of which the loss uses nothing where samples have the id
    mattered: int = 0  # those of which it does
    inner: int = 0  # times that the id stands between others
    side_by_side: int = 0  # of them those beside another one of it, as what fills up stands
    ids_of: list[set[int]] = field(default_factory=list)  # by call, in the order of a pass

    @property
    def may_fill_up(self) -> bool:
        return self.sequences > SIDES * self.among_others

    @property
    def filler(self) -> int | None:
        """What fills sequences up in its place, where each sample has it exactly once, as a mark at its beginning."""
        if not self.sequences or self.once_each < self.sequences or len(self.fillers) != 1:
            return None
        (found,) = self.fillers
        return found if self.fillers[found] > 1 else None

    @property
    def skips_last(self) -> bool:
        """Does a call read every row but the last, and this one like others? The ids are one too low then."""
        alone = 2 * self.side_by_side < self.inner
        return self.row == 0 and alone and any(ids == set(range(self.rows - 1)) for ids in self.ids_of)

    @property
    def is_replaced(self) -> bool:
        """Does the program put other values where it has looked the row up?"""
        return self.replaced > 0 and not self.mattered

    def note_sequences(self, number: int, ids: torch.Tensor) -> None:
        """What the call of this number in a pass was given."""
        self.sequences += 1
        self.among_others += _is_among_others(ids, self.row)
        inner, side_by_side = _between_others(ids, self.row)
        self.inner, self.side_by_side = self.inner + inner, self.side_by_side + side_by_side
        if self.rows <= IDS and number <= len(self.ids_of) < MOST:
            self.ids_of += [set()] if number == len(self.ids_of) else []
            self.ids_of[number].update(ids.unique().tolist())
        self.once_each += bool(((ids == self.row).sum(1) == 1).all())
        self.fillers.update(filler for filler in _fillers_of(ids) if filler != self.row)


class IgnoredRows(Watcher):
    """Counts the samples that have the id of such a row."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._rows: dict[tuple[object, ...], _Row] = {}
        self._waiting: list[_Row] = []  # tables of the latest passes, whose gradients are not there yet
        self._hooks = HooksOfPass()

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        if not event.inspected or not torch_api.values_may_be_read():
            return
        nodes = [node for node in event.graph.nodes if node.name() in LOOKED_AT]
        calls: dict[tuple[object, ...], list[Node]] = {}
        with torch_api.unseen():
            for node in nodes:
                if not self.recorder.probe.hooked_saves.has(node) and (key := self._key(node)) is not None:
                    calls.setdefault(key, []).append(node)
            for key, of_one in calls.items():
                self._note(key, of_one, event.known)

    def _key(self, node: Any) -> tuple[object, ...] | None:
        """What is left out where: the table's learner, or the loss, and the row; nothing where nothing is."""
        if node.name() == LOSS:
            row, scores = node._saved_ignore_index, saved_by(node, "self")
            if scores is not None and 0 <= row < scores.shape[-1]:
                return (LOSS, row, scores.shape[-1])
            without = _without_weight(node)
            return (WEIGHT, without, scores.shape[-1]) if scores is not None and without is not None else None
        row, rows = node._saved_padding_idx, node._saved_weight_sym_argsize_0
        weight = leaf_of(node.next_functions[0][0]) if row < rows else None
        learner = self._learner(weight) if weight is not None else None
        return (id(learner.origin), row, rows) if learner is not None else None

    def _learner(self, weight: torch.Tensor) -> Learner | None:
        found = (history.learners.get(id(weight)) for history in self.recorder.training.histories)
        return next((learner for learner in found if learner is not None and learner.ref() is weight), None)

    def _note(self, key: tuple[object, ...], nodes: list[Node], known: list[Origin]) -> None:
        row = self._rows.get(key)
        if row is None:
            if len(self._rows) >= MOST:
                return
            row = self._rows[key] = self._new(key, nodes, known)
        row.looked += 1
        row.is_excused = row.is_excused or len(nodes) > row.calls
        used = row.used
        for number, node in enumerate(sorted(nodes, key=lambda node: node._sequence_nr())):
            ids = _ids_of(node)
            if ids is not None and row.learner is not None and ids.dim() == SIDES and ids.shape[1] > 1:
                row.note_sequences(number, ids)
            elif ids is None or self._is_sequence(ids):
                row.is_excused = True
            if row.is_excused or ids is None:
                return
            here = ids == row.row
            count = int(here.sum())
            row.used, row.of = row.used + count, row.of + ids.numel()
            if count and self._may_put_hook(row):
                self._hooks.put(node, partial(self._arrived, row, here))
            if len(row.others) < IDS:
                row.others.update(i for i in ids.unique()[:IDS].tolist() if i != row.row)
        row.passes += row.used > used
        if row.learner is not None and row not in self._waiting:
            self._waiting.append(row)

    def _new(self, key: tuple[object, ...], nodes: list[Any], known: list[Origin]) -> _Row:
        births = [Birth("row", True, number=node._sequence_nr()) for node in nodes]
        find_operations(births, known)
        places = list(dict.fromkeys(birth.origin.frames for birth in births if birth.origin is not None))
        weight = None if key[0] in (LOSS, WEIGHT) else leaf_of(nodes[0].next_functions[0][0])
        option = "padding_idx" if weight is not None else "weight" if key[0] == WEIGHT else "ignore_index"
        learner = self._learner(weight) if weight is not None else None
        row, rows = (int(str(number)) for number in key[1:])
        found = _Row(option, row, rows, learner, (*places, ())[0], len(nodes))
        # A call that is made again and again goes along a sequence; users, items and other roles have their own calls.
        found.is_excused = len(places) < len(nodes)
        return found

    def _is_sequence(self, ids: torch.Tensor) -> bool:
        """Do samples have several ids, side by side or one after the other in a flat list?"""
        if ids.dim() > 2 or (ids.dim() == 2 and ids.shape[1] != 1) or not ids.dim():
            return True
        origin = self.recorder.origins.get(ids)
        for _ in range(DEEP):
            if origin is None:
                return False
            name = torch_api.short_act_of(origin.op)
            if name in FLATTENING:
                return True
            origin = origin.parents[0] if name in SAME_IDS and origin.parents else None
        return False

    def _may_put_hook(self, row: _Row) -> bool:
        """On a table that is not yet known to matter; in compiled code a hook would be compiled too."""
        return row.learner is not None and not row.mattered and not self.recorder.suspension.is_in_compiled_code

    @marks_section
    def _arrived(self, row: _Row, here: torch.Tensor, going_out: Gradients, coming_in: Gradients) -> None:
        """The hook of a table's node: does any gradient arrive where samples have the id?"""
        try:
            with torch_api.unseen():
                gradient = coming_in[0] if coming_in else None
                if gradient is None or not torch_api.is_plain(gradient) or gradient.shape[:-1] != here.shape:
                    return
                matters = torch_api.any_nonzero(gradient[here])
                row.mattered, row.replaced = row.mattered + matters, row.replaced + (not matters)
        except Exception as error:  # a gradient that cannot be read tells nothing
            hand_on(error)

    @only_inspected
    def on_pass_ended(self, event: PassEnded) -> None:
        self._hooks.take_away()

    def on_pass_failed(self, event: PassFailed) -> None:
        self._hooks.take_away()

    @only_inspected
    def on_step_began(self, event: StepBegan) -> None:
        """A row may have a gradient by another way: of a table that is the head's weight too."""
        waiting, self._waiting = self._waiting, []
        if waiting and torch_api.values_may_be_read():
            with torch_api.unseen():
                for row in waiting:
                    row.is_excused = row.is_excused or _learns(row)

    def needs(self) -> Iterable[Origin]:
        return [row.learner.origin for row in self._rows.values() if row.learner is not None]

    def of_run(self, copy: Copy) -> Iterator[IgnoredRow]:
        for row in self._rows.values():
            if not row.is_excused and row.used and not row.may_fill_up and not row.is_replaced:
                learner = row.learner
                leaf, name = (None, "") if learner is None else (copy.at(learner.origin), learner.name)
                yield IgnoredRow(row.option, row.row, row.rows, name, leaf, copy.chain(row.call), row.used, row.of,
                                 len(row.others), row.passes, row.looked, bool(row.sequences), row.filler,
                                 row.skips_last)  # fmt: skip


def _ids_of(node: Any) -> torch.Tensor | None:
    """The ids of a call; None of bags that hold several, and where they are freed."""
    ids: torch.Tensor | None = saved_by(node, "target" if node.name() == LOSS else "indices")
    if node.name() == TABLES[1] and ids is not None:
        offsets = saved_by(node, "offsets")
        return ids if offsets is not None and offsets.numel() == ids.numel() else None
    return ids


def _without_weight(node: Any) -> int | None:
    """The first class whose weight is 0, where others have one."""
    weight = saved_by(node, "weight")
    if weight is None or not torch_api.is_plain(weight) or not torch_api.any_nonzero(weight):
        return None
    classes = (weight == 0).nonzero().flatten()
    return int(classes[0]) if len(classes) else None


def _is_among_others(ids: torch.Tensor, row: int) -> bool:
    """Does the id stand in the midst of sequences, or alike at the beginning of all? Padding has many lengths."""
    found = ids == row
    if ids.shape[0] < SIDES or not bool(found.any()):
        return False
    others = ~found
    before, after = others.cumsum(1) > 0, others.flip(1).cumsum(1).flip(1) > 0
    return bool((found & before & after).any()) or bool((found == found[:1]).all() and (after | others).all())


def _between_others(ids: torch.Tensor, row: int) -> tuple[int, int]:
    """How often the id stands between others, and how often of them beside another one of it."""
    found = ids == row
    others = ~found
    inner = found & (others.cumsum(1) > 0) & (others.flip(1).cumsum(1).flip(1) > 0)
    beside = torch.zeros_like(found)
    beside[:, 1:] |= found[:, :-1]
    beside[:, :-1] |= found[:, 1:]
    return int(inner.sum()), int((inner & beside).sum())


def _fillers_of(ids: torch.Tensor) -> Iterator[int]:
    """The id that ends, or begins, samples in runs of several lengths, and stands nowhere else."""
    for side in (ids, ids.flip(1)):
        last = int(side[:, -1].mode().values)
        found = side == last
        runs = (~found).flip(1).cumsum(1).eq(0).sum(1)
        lengths = set(runs.tolist()) - {0}
        if len(lengths) > 1 and int(runs.sum()) == int(found.sum()):
            yield last


def _learns(row: _Row) -> bool:
    weight = row.learner.ref() if row.learner is not None else None
    gradient = gradient_of(weight) if weight is not None else None
    if gradient is None:
        return False
    if gradient.is_sparse:
        return bool((gradient._indices()[0] == row.row).any()) and torch_api.any_nonzero(gradient.coalesce()[row.row])
    return not torch_api.is_plain(gradient) or torch_api.any_nonzero(gradient[row.row])
