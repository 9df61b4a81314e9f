"""Weight decay by hand: a line that multiplies what learns by a number, and what the program froze as well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.holdings import ScaledWhileFrozen
from whygrad.ops import DETACHING, PLUS_OR_MINUS, SCALING, act_of
from whygrad.record.copying.module_owners import is_held
from whygrad.record.events import FlagSet, LeafWritten, StepEnded, Written
from whygrad.record.live.bounded import MOST, NEAR, Bounded
from whygrad.record.live.kept_values import Values
from whygrad.record.live.origin import REQUIRES_GRAD, Frames, Origin, OwnRef
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.telling import rests_without
from whygrad.record.training.schedule import is_looked_at
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.ledger.averages import first_of
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

MOST_FROZEN = 1_024  # parameters
FEW = 8  # of one line, that are compared
WRITING = SCALING | PLUS_OR_MINUS | {"copy", "__set__"}
THROUGH = SCALING | PLUS_OR_MINUS | DETACHING | {"clone"}
PARALLEL = 1 - 1e-6
LESS = 1 - 1e-7


@dataclass(eq=False)
class _Frozen:
    """A parameter since it was frozen."""

    tensor: OwnRef
    frames: Frames


@dataclass(eq=False)
class _Scaled:
    """One of them that a line multiplies."""

    frozen: _Frozen
    values: Values  # a few elements, when the line had last been looked at
    looks: int = 0
    shrunk: int = 0  # of those, the ones that found all of them multiplied by the same number below 1

    def look(self, now: torch.Tensor) -> None:
        before = self.values.shown().double().flatten()
        self.values, now = Values.copied(now), now.detach().cpu().double().flatten()
        if now.shape != before.shape or not (then := float(before.norm())):
            return
        kept = float(now.norm()) / then
        self.looks += 1
        self.shrunk += kept < LESS and float(now @ before) >= PARALLEL * kept * then * then


@dataclass(eq=False)
class _Line:
    learning: int = 0  # how often it has multiplied what learns
    scaled: dict[int, _Scaled] = field(default_factory=dict)  # by the id of what is known of the frozen one


class ScaledFrozen(Watcher):
    """Follows a few frozen parameters that a line multiplies, at some of the steps, and whether others learn there."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._frozen: WeakKeys[torch.Tensor, _Frozen] = WeakKeys()
        self._leaves: WeakKeys[Origin, _Frozen] = WeakKeys()
        self._lines: Bounded[Frames, _Line] = Bounded(MOST)
        self._steps = 0

    def on_flag_set(self, event: FlagSet) -> None:
        origin = self.recorder.origins.get(event.tensor)
        if origin is None:
            return
        if event.learns:
            self._frozen.pop(event.tensor, None)
            self._leaves.pop(first_of(origin), None)
        elif len(self._frozen) < MOST_FROZEN and torch_api.is_plain(event.tensor):
            frozen = _Frozen(OwnRef(event.tensor), event.frames)
            self._frozen[event.tensor] = self._leaves[first_of(origin)] = frozen

    @rests_without("_frozen")
    def on_step_ended(self, event: StepEnded) -> None:
        self._steps += 1

    def on_written(self, event: Written) -> None:
        if self._frozen and event.before is not None and act_of(event.func) in WRITING:
            own = event.before if event.leaf is None else event.leaf
            self._written(own, event.before, event.tensor, event.parents, event.origin.frames)

    def on_leaf_written(self, event: LeafWritten) -> None:
        """Of a write through an alias it is told before, without what was written."""
        if self._frozen and event.args and act_of(event.func) in WRITING:
            given = [o for value in event.args[1:] if (o := self.recorder.origins.get(value)) is not None]
            tensor = event.args[0]
            if is_a(tensor, torch.Tensor) and (given or act_of(event.func) in SCALING):
                self._written(event.leaf, event.leaf, tensor, given, event.frames)

    def _written(
        self, own: Origin, before: Origin, written: torch.Tensor, values: Sequence[Origin], frames: Frames
    ) -> None:
        """A tensor was written, `before` that, in the memory of `own`: with multiples of its own values alone?"""
        if not is_looked_at(self._steps) or not all(_is_multiple(value, own, before) for value in values):
            return
        frozen = self._frozen.get(written) or self._leaves.get(first_of(own))
        if frozen is not None:
            line = self._lines.get(frames) or self._lines.setdefault(frames, _Line())
            self._look(line, frozen, written.detach())
        elif own.flags & REQUIRES_GRAD and is_held(own) and (own.extra or {}).get("learnt"):
            line = self._lines.get(frames) or self._lines.setdefault(frames, _Line())
            line.learning += 1

    def _look(self, line: _Line, frozen: _Frozen, now: torch.Tensor) -> None:
        known = line.scaled.get(id(frozen))
        if (known is None and len(line.scaled) >= FEW) or not torch_api.values_may_be_read():
            return
        with torch_api.unseen():
            few = torch_api.sample(now)
            if known is not None:
                known.look(few)
            elif few.numel() > 1 and few.is_floating_point():
                line.scaled[id(frozen)] = _Scaled(frozen, Values.copied(few))

    def of_run(self, copy: Copy) -> Iterator[ScaledWhileFrozen]:
        names = {id(k.ref()): k.name for h in self.recorder.training.histories for k in h.learners.values()}
        for frames, line in self._lines.items():
            found = [scaled for scaled in line.scaled.values() if scaled.shrunk]
            if found and line.learning:
                tensors = [tensor for scaled in found if (tensor := scaled.frozen.tensor()) is not None]
                called = tuple(name for tensor in tensors if (name := names.get(id(tensor)) or copy.name(tensor)))
                looks, shrunk = min(s.looks for s in found), min(s.shrunk for s in found)
                frozen = copy.chain(found[0].frozen.frames)
                yield ScaledWhileFrozen(called, len(found), frozen, copy.chain(frames), looks, shrunk)


def _is_multiple(value: Origin, own: Origin, before: Origin) -> bool:
    """Was it computed from the tensor's own values and from numbers, by a product or a sum?"""

    def further(at: Origin) -> tuple[Origin, ...]:
        is_through = act_of(at.op) in THROUGH or torch_api.is_data_getter(at.op)
        return at.parents if at is not own and at is not before and is_through else ()

    reached = list(breadth_first((value,), further, NEAR))
    return all(at is own or at is before or further(at) for at in reached)
