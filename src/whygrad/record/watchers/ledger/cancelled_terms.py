"""Terms of a loss that no gradient goes through, because all they were computed from cancels out on the way.

That shows in the structure of autograd's graph, without values. What learns from other terms does not starve for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.terms import CancelledTerm
from whygrad.record.copying.module_owners import is_held, leaves_behind
from whygrad.record.events import PassBegan
from whygrad.record.live.bounded import FEW_KEPT, Bounded
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.nodes import node_of
from whygrad.record.telling import only_inspected
from whygrad.record.training.bad_value_sites import Birth
from whygrad.record.training.linear_forms import LinearForms, dead_terms
from whygrad.record.training.probe import find_operations
from whygrad.record.training.sent.by_products import names_of_leaves
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder


@dataclass
class _Seen:
    leaves: list[Origin]
    passes: int = 0


class CancelledTerms(Watcher):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._found: Bounded[tuple[Frames, Frames], _Seen] = Bounded(FEW_KEPT)  # by the difference and the term

    def of_run(self, copy: Copy) -> Iterator[CancelledTerm]:
        for (difference, term), seen in self._found.items():
            names = names_of_leaves(seen.leaves, self.recorder.training.histories)
            yield CancelledTerm(copy.chain(difference), copy.chain(term), names, seen.passes)

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        if not event.early or self.recorder.suspension.is_in_compiled_code:
            return
        roots = [node for t in event.tensors if is_a(t, torch.Tensor) and (node := node_of(t)) is not None]
        found = dead_terms(roots, event.graph.nodes, LinearForms(self.recorder.probe.hooked_saves.has))
        numbers = {node: node._sequence_nr() for dead in found for node in (dead.difference, dead.term)}
        births = {node: Birth("zero", True, number=number) for node, number in numbers.items()}
        if births:
            find_operations(list(births.values()), event.known)
        met: dict[tuple[Frames, Frames], list[Origin]] = {}
        for dead in found:
            difference, term = births[dead.difference].origin, births[dead.term].origin
            if difference is not None and term is not None:
                leaves = [leaf for leaf in leaves_behind([difference]) if is_held(leaf)]
                met.setdefault((difference.frames, term.frames), []).extend(leaves)
        for key, leaves in met.items():
            if leaves:
                self._found.setdefault(key, _Seen(leaves)).passes += 1
