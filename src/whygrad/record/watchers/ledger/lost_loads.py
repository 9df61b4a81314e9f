"""Values that were loaded into parameters, and that copies of them which an optimizer holds overwrite after a step.

Known by values: what was written is compared with what the copy held before its step. A few elements are kept of each,
from the write to the first steps after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch

from whygrad.evidence.of_one_cause.self_loads import LostLoad
from whygrad.ops import CASTING, DETACHING, VIEWS, act_of
from whygrad.record.copying.module_owners import is_held, leaves_behind
from whygrad.record.events import LeafWritten, PassEnded, StepBegan, StepEnded, Written
from whygrad.record.live.bounded import MOST, NEAR, Bounded
from whygrad.record.live.kept_values import Values
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Frames, Origin, OwnRef
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a
from whygrad.record.telling import rests_without
from whygrad.record.training.history import Learner
from whygrad.record.watchers._base import Watcher
from whygrad.record.watchers.ledger.averages import first_of
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

LINES = 8
STAYS = 3  # times that what a line wrote was there after a step: it is an average, or else nobody undoes it
STEPS = 4  # after a load: who copies does so after every step, or nearly
DIFFERS = 0.1  # of the written values, in all; rounding to half precision changes less
ROUNDING = 0.01  # of a copy in another precision
WRITES = frozenset({"copy", "set", "__set__"})
THROUGH = CASTING | DETACHING | VIEWS | {"clone", "__getitem__"}


@dataclass
class _Lost:
    copied: Frames
    stepped: Frames
    learners: list[Learner] = field(default_factory=list)


@dataclass
class _Load:
    frames: Frames
    values: Values
    steps: int  # of all optimizers, by then
    ref: OwnRef | None  # to the parameter, where it was written itself


@dataclass
class _Line:
    """One line whose values were there after a step."""

    step: int = -1  # by which they were written the latest time: it may write many parameters
    times: int = 0


class LostLoads(Watcher):
    """Follows parameters that no optimizer holds, for a few steps after each write."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._loads: WeakKeys[Origin, _Load] = WeakKeys()
        self._held: dict[int, tuple[Learner, Values]] = {}  # what an optimizer held before its latest step, by Origin
        self._reached: set[int] = set()  # the leaves behind the latest pass
        self._steps = 0
        self._stepped: Frames = ()
        self._lost: Bounded[Frames, _Lost] = Bounded(LINES)
        self._lines: Bounded[Frames, _Line] = Bounded(MOST)

    def on_leaf_written(self, event: LeafWritten) -> None:
        args = event.args
        if len(args) < 2 or act_of(event.func) not in WRITES:
            return
        values = [origin for value in args[1:] if (origin := self.recorder.origins.get(value)) is not None]
        self._write(event.leaf, values, event.frames, args[1] if act_of(event.func) != "copy" else args[0])

    def on_written(self, event: Written) -> None:
        if event.origin.flags & REQUIRES_GRAD or act_of(event.func) not in WRITES:
            return
        leaf = event.leaf
        if leaf is not None:
            values = [parent for parent in event.parents if parent is not event.before]
            self._write(leaf, values, event.origin.frames, event.tensor)

    def _write(self, leaf: Origin, values: Sequence[Origin], frames: Frames, now: object) -> None:
        leaf = first_of(leaf)
        if not leaf.flags & REQUIRES_GRAD or is_held(leaf):
            return
        source, known = _held_behind(values), self._loads.get(leaf)
        if source is None:
            if known is not None:
                self._stayed(leaf, known)
            if (line := self._lines.get(frames)) is not None and line.times >= STAYS:
                return
            sample = _sample(now) if known is not None or len(self._loads) < MOST else None
            if sample is not None:
                is_itself = is_a(now, torch.Tensor) and torch_api.is_learning_leaf(now)
                self._loads[leaf] = _Load(frames, sample, self._steps, OwnRef(now) if is_itself else None)
            return
        held = self._held.get(id(source))
        if known is not None and held is not None:
            self._overwritten(leaf, known, held, frames)

    def _stayed(self, leaf: Origin, load: _Load) -> None:
        """No copy has overwritten what was loaded: a line that writes at every step is not followed for ever."""
        if load.steps != self._steps:
            line = self._lines.setdefault(load.frames, _Line())
            if line.step != load.steps:
                line.step, line.times = load.steps, line.times + 1
        del self._loads[leaf]

    def _overwritten(self, leaf: Origin, load: _Load, held: tuple[Learner, Values], frames: Frames) -> None:
        """A copy that has just stepped was written over the parameter: had it the values that were loaded?"""
        source = first_of(held[0].origin)
        is_followed = id(leaf) in self._reached and id(source) not in self._reached
        if is_followed and _differ(load.values, held[1]):
            lost = self._lost.setdefault(load.frames, _Lost(frames, self._stepped))
            if held[0] not in lost.learners:  # a load may be lost in each epoch
                lost.learners.append(held[0])
        del self._loads[leaf]

    @rests_without("_loads")
    def on_step_ended(self, event: StepEnded) -> None:
        """An optimizer of the program's own may write the parameters inside of its step, where nobody looks."""
        if not self._held:
            return  # mostly
        copies = [(held, _sample(held[0].ref())) for held in self._held.values()]
        for leaf, load in self._loads.pairs():
            now = _sample(load.ref()) if load.ref is not None else None
            if now is not None and _differ(now, load.values):
                same = (held for held, after in copies if after is not None and _are_equal(now, after))
                if (held := next(same, None)) is not None:
                    self._overwritten(leaf, load, held, self._stepped)

    @rests_without("_loads")
    def on_pass_ended(self, event: PassEnded) -> None:
        if len(self._loads) and event.collects:
            self._reached = {id(first_of(leaf)) for leaf in leaves_behind(event.known)}

    @rests_without("_loads")
    def on_step_began(self, event: StepBegan) -> None:
        self._held = {}
        self._steps += 1
        for leaf, load in self._loads.pairs():
            if is_held(leaf):
                del self._loads[leaf]
            elif self._steps - load.steps > STEPS:
                self._stayed(leaf, load)
        if not len(self._loads):
            return  # mostly
        self._stepped = self.recorder.stack.capture(event.frame)
        for learner in list(event.history.learners.values())[:MOST]:
            tensor = learner.ref()
            sample = _sample(tensor) if tensor is not None else None
            if sample is not None:
                self._held[id(first_of(learner.origin))] = (learner, sample)

    def of_run(self, copy: Copy) -> Iterator[LostLoad]:
        for frames, lost in self._lost.items():
            names = tuple(learner.name for learner in lost.learners if learner.name)
            chains = (copy.chain(frames), copy.chain(lost.copied), copy.chain(lost.stepped))
            yield LostLoad(*chains, len(lost.learners), names)


def _held_behind(values: Sequence[Origin]) -> Origin | None:
    """The leaf of an optimizer that the values are a plain copy of."""

    def further(at: Origin) -> tuple[Origin, ...]:
        copies = torch_api.short_act_of(at.op) in THROUGH
        return at.parents[:1] if not at.flags & LEAF and copies else ()

    for at in breadth_first(values, further, NEAR):
        if at.flags & LEAF and is_held(at):
            return first_of(at)
    return None


def _sample(tensor: object) -> Values | None:
    """A few elements of a tensor in main memory; a device is not waited for."""
    if not is_a(tensor, torch.Tensor) or not torch_api.is_plain(tensor) or not tensor.is_cpu:
        return None
    if not tensor.is_floating_point() or not tensor.numel() or not torch_api.values_may_be_read():
        return None
    with torch_api.unseen():
        return Values.copied(torch_api.sample(tensor).float())


def _differ(one: Values, other: Values) -> bool:
    apart = _apart(one, other)
    return apart is not None and apart > DIFFERS


def _are_equal(one: Values, other: Values) -> bool:
    apart = _apart(one, other)
    return apart is not None and apart <= ROUNDING


def _apart(one: Values, other: Values) -> float | None:
    """How far values are apart, as a share of their size; None where those of one tensor are not of the other's."""
    if not torch_api.values_may_be_read():
        return None
    with torch_api.unseen():
        first, second = one.shown(), other.shown()
        if first.shape != second.shape:
            return None
        size = float(torch.linalg.vector_norm(first)) + float(torch.linalg.vector_norm(second))
        return float(torch.linalg.vector_norm(first - second)) / size if size else 0.0
