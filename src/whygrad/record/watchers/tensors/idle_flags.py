"""Flags that are set on detached tensors in a parameter's memory: the parameter keeps its own flag, and learns on."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.holdings import FlagBeside
from whygrad.record.events import IdleFlag, StepBegan
from whygrad.record.live.bounded import FEW_KEPT, NEAR, Bounded
from whygrad.record.live.origin import LEAF, Frames, Origin
from whygrad.record.seam import storages, torch_api
from whygrad.record.seam.holdings import groups_of, is_zero, params_of
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.telling import rests_without
from whygrad.record.training.history import History, Learner
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

MOST_FLAGGED = 10_000  # tensors of one line
FIRST, LAST = 8, 64  # steps after a flag was set at which it is asked, and all of one line


@dataclass
class _Line:
    """The tensors that one line has set the flag of: where they lie, and the leaves that they were taken from."""

    flagged: dict[tuple[int, int], tuple[weakref.ref[Origin], int]] = field(default_factory=dict)
    due: int = 0  # steps at which it is still asked
    asked: int = 0
    trained: dict[int, tuple[Learner, History, int]] = field(default_factory=dict)  # and the step it was seen at


class IdleFlags(Watcher):
    """Asks at the first steps after such a line whether the parameters themselves are trained."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._lines: Bounded[Frames, _Line] = Bounded(FEW_KEPT)

    def on_idle_flag(self, event: IdleFlag) -> None:
        address, leaf = storages.address_of(event.tensor), _taken_from(event.origin)
        if not address or leaf is None:
            return
        line = self._lines.get(event.frames)
        if line is None:
            line = self._lines[event.frames] = _Line()
        key = (id(leaf), address)
        if key not in line.flagged and len(line.flagged) < MOST_FLAGGED:
            line.flagged[key] = (weakref.ref(leaf), address)
            line.due = min(line.asked + FIRST, LAST)

    @rests_without("_lines")
    def on_step_began(self, event: StepBegan) -> None:
        due = [line for line in self._lines.values() if line.asked < line.due]
        if not due:
            return
        at_zero = {id(p) for g in groups_of(event.optimizer) if is_zero(dict.get(g, "lr")) for p in params_of(g)}
        learners = {id(k.origin): k for key, k in event.history.learners.items() if key not in at_zero}
        for line in due:
            line.asked += 1
            for ref, address in line.flagged.values():
                learner = learners.get(id(ref()))
                tensor = learner.ref() if learner is not None else None
                if learner is not None and tensor is not None and _learns_at(tensor, address):
                    line.trained.setdefault(id(learner), (learner, event.history, event.history.steps))

    def of_run(self, copy: Copy) -> Iterator[FlagBeside]:
        for frames, line in self._lines.items():
            learning = [seen for seen in line.trained.values() if _learns_on(seen[0])]
            trained = tuple(learner.name for learner, _, _ in learning if learner.name)
            if trained:
                steps = max(history.steps - since + 1 for _, history, since in learning)
                yield FlagBeside(copy.chain(frames), trained, steps)


def _taken_from(origin: Origin) -> Origin | None:
    """The leaf that a tensor is, without its history: `p.detach()`, `p.data`, what `state_dict()` returns."""
    for _ in range(NEAR):
        if len(origin.parents) != 1:
            return None
        origin = origin.parents[0]
        if origin.flags & LEAF:
            return origin
    return None


def _learns_at(parameter: torch.Tensor, address: int) -> bool:
    learns = torch_api.requires_grad(parameter) and gradient_of(parameter) is not None
    return learns and storages.address_of(parameter) == address


def _learns_on(learner: Learner) -> bool:
    """Was it never frozen itself, and has it had a gradient at the latest step too?"""
    return not (learner.origin.extra or {}).get("frozen") and not learner.starved
