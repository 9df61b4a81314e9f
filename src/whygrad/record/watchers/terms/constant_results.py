"""Results that are constant by the way they are computed: a normalised value that is added up again.

What is behind them learns nothing, or only what rounding leaves, so that no gradient is exactly 0. Gradients are read
at inspected passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from whygrad.evidence.terms import ConstantResult
from whygrad.interruptions.errors import hand_on
from whygrad.interruptions.signals import marks_section
from whygrad.ops import spelling
from whygrad.record.copying.module_owners import is_held, leaves_behind
from whygrad.record.events import PassBegan, PassEnded, PassFailed
from whygrad.record.live.bounded import FEW_KEPT, SOME_KEPT, Bounded, BoundedSet
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.seam import torch_api
from whygrad.record.seam.own_hooks import HooksOfPass
from whygrad.record.telling import only_inspected
from whygrad.record.training.bad_value_sites import Birth
from whygrad.record.training.probe import find_operations
from whygrad.record.training.sent.by_products import names_of_leaves
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.terms.normalisations import (
    Gradients,
    Normalisation,
    cancels,
    normalisations,
    sent,
    takes_back,
)

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

Key = tuple[Frames, Frames]  # where a value was normalised and where it was reduced


@dataclass
class _Seen:
    by: str
    op: str
    leaves: list[Origin]
    alone: bool
    passes: int = 0


class ConstantResults(Watcher):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._hooks = HooksOfPass()
        # Of the pass that runs, each with the numbers of its node and of what reduces it.
        self._asked: list[tuple[Normalisation, int, int]] = []
        self._found: Bounded[Key, _Seen] = Bounded(FEW_KEPT)
        self._differ: BoundedSet[Key] = BoundedSet(8 * FEW_KEPT)  # those that have let a gradient through

    def of_run(self, copy: Copy) -> Iterator[ConstantResult]:
        for key, seen in self._found.items():
            names = names_of_leaves(seen.leaves, self.recorder.training.histories)
            if key not in self._differ and names:
                normalised, reduced = map(copy.chain, key)
                yield ConstantResult(normalised, seen.by, reduced, seen.op, names, seen.alone, seen.passes)

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        self._end()  # of a pass inside which this one begins
        if not event.inspected or self.recorder.suspension.is_in_compiled_code or not torch_api.values_may_be_read():
            return
        for found in normalisations(event.graph.nodes, SOME_KEPT):
            numbers = found.node._sequence_nr(), found.reducer._sequence_nr()
            self._asked.append((found, *numbers))
            if found.senders:
                for sender, results in found.senders.items():
                    self._hooks.put(sender, partial(self._sent, found, results))
            elif not self.recorder.probe.hooked_saves.has(found.node):
                self._hooks.put(found.node, partial(self._ran, found))

    @marks_section
    def _sent(self, found: Normalisation, results: list[int], going_out: Gradients, coming_in: Gradients) -> None:
        try:
            with torch_api.unseen():
                sent(found, results, going_out)
        except Exception as error:  # a gradient that cannot be read tells nothing
            hand_on(error)
            found.takes_back = False

    @marks_section
    def _ran(self, found: Normalisation, going_out: Gradients, coming_in: Gradients) -> None:
        try:
            with torch_api.unseen():
                found.takes_back = takes_back(found.node, going_out[0], coming_in[0])
        except Exception as error:
            hand_on(error)
            found.takes_back = False

    @only_inspected
    def on_pass_ended(self, event: PassEnded) -> None:
        asked = self._asked
        self._end()
        if not asked:
            return
        with torch_api.unseen():
            all_known = [(cancels(found), number, reducer) for found, number, reducer in asked]
        known = [entry for entry in all_known if entry[0] is not None]
        if not self._found and not any(is_constant for is_constant, _, _ in known):
            return  # mostly
        births = [[Birth("zero", True, number=number) for number in numbers] for _, *numbers in known]
        find_operations([birth for both in births for birth in both], event.known)
        met: dict[Key, list[tuple[Origin, Origin]]] = {}
        for (is_constant, _, _), (normalised, reduced) in zip(known, births, strict=True):
            if normalised.origin is None or reduced.origin is None:
                continue
            key = normalised.origin.frames, reduced.origin.frames
            met.setdefault(key, []).append((normalised.origin, reduced.origin))
            if not is_constant:
                self._differ.add(key)
        for key, both in met.items():
            if key not in self._differ:
                self._note(key, both, event.known)

    def _note(self, key: Key, met: list[tuple[Origin, Origin]], roots: list[Origin]) -> None:
        """One place may be met several times in a pass, as that of a layer that each of several parts has."""
        ends = {id(normalised) for normalised, _ in met}
        behind = [leaf for leaf in leaves_behind([normalised for normalised, _ in met]) if is_held(leaf)]
        elsewhere = set(map(id, leaves_behind(roots, ends_at=lambda at: id(at) in ends)))
        alone = [leaf for leaf in behind if id(leaf) not in elsewhere]
        if behind:
            by, op = (spelling(torch_api.name_of(at.op)) for at in met[0])
            self._found.setdefault(key, _Seen(by, op, alone or behind, bool(alone))).passes += 1

    def _end(self) -> None:
        self._hooks.take_away()
        self._asked = []

    def on_pass_failed(self, event: PassFailed) -> None:
        self._end()
