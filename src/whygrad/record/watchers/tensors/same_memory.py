"""Copies that are none: a detached parameter is another name of its memory, and changes with each step."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, islice, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

from whygrad.evidence.of_one_cause.same_memory import StaleAlias, WrittenOntoItself
from whygrad.ops import DETACHING, DISTANCES, act_of
from whygrad.record.copying.module_owners import is_held
from whygrad.record.events import LeafWritten, PassEnded, StateGiven, Written
from whygrad.record.live.bounded import FEW_ORIGINS, SOME_KEPT, Bounded, BoundedSet
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Frames, Origin, nearest
from whygrad.record.live.pass_graph import made_by, ops_of, that_read
from whygrad.record.seam.torch_api import sequence_number, short_act_of
from whygrad.record.telling import only_inspected
from whygrad.record.watchers._base import Watcher
from whygrad.recording import Chain

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

PLACES = 512  # of comparisons
IN_A_LOSS = 2_000  # Origins of an inspected pass that are looked at
COPYING = frozenset({"copy", "lerp"})
COMPARING = DISTANCES | {"sub"}
SIDES = 2
PARENTS = attrgetter("parents")
FEW = 8  # tensors of a state that are asked: all are made alike


@dataclass
class _Onto:
    act: str
    aliases: list[Frames]
    leaves: set[int] = field(default_factory=set)
    times: int = 0


class SameMemory(Watcher):
    """Looks for parameters that meet another name of their own memory: in losses, in numbers taken out, in writes."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._stale: Bounded[tuple[Frames, Frames, str], int] = Bounded(SOME_KEPT)  # (taken, used, how) -> times
        self._onto: Bounded[Frames, _Onto] = Bounded(SOME_KEPT)
        self._others: BoundedSet[Frames] = BoundedSet(PLACES)  # lines that compare or copy different things too

    def of_run(self, copy: Copy) -> Iterator[StaleAlias | WrittenOntoItself]:
        for origin in self.recorder.exports:
            self._look_at(nearest((origin,), most=FEW_ORIGINS))
        for (taken, used, how), times in self._stale.items():
            if used not in self._others:
                yield StaleAlias(copy.chain(taken), copy.chain(used), how, times)
        for frames, onto in self._onto.items():
            if frames not in self._others:
                chain = copy.chain(frames)
                yield WrittenOntoItself(chain, onto.act, len(onto.leaves), onto.times)
                kept = _taken_elsewhere(chain, [copy.chain(at) for at in onto.aliases])
                if kept:
                    yield StaleAlias(kept, chain, "kept", onto.times)

    @property
    def _steps(self) -> deque[int]:
        """Autograd's count of operations after each of the latest."""
        return self.recorder.training.clocks.of_steps

    @only_inspected
    def on_pass_ended(self, event: PassEnded) -> None:
        if self._steps and self.recorder.probe.active and event.collects:
            is_plain = not _detaching(event.graph.all_ops) and event.graph.acts.isdisjoint(COMPARING)
            if not event.graph.is_whole or not is_plain:
                self._look_at(event.graph.learning[:IN_A_LOSS])

    def on_written(self, event: Written) -> None:
        if not self._steps or event.before is None or act_of(event.func) not in COPYING:
            return
        given = [parent for parent in event.parents if parent is not event.before]
        self._copied(act_of(event.func), event.before, given[0] if given else event.before, event.origin.frames)

    def on_leaf_written(self, event: LeafWritten) -> None:
        if not self._steps or len(event.args) < SIDES or act_of(event.func) not in COPYING:
            return
        source = self.recorder.origins.get(event.args[1])
        if source is not None:
            self._copied(act_of(event.func), event.leaf, source, event.frames)

    def on_state_given(self, event: StateGiven) -> None:
        if self._steps:
            for tensor in islice(event.state.values(), FEW):
                origin = self.recorder.origins.get(tensor)
                if origin is not None:
                    self._look_at(nearest((origin,), most=FEW_ORIGINS))

    def _copied(self, act: str, into: Origin, source: Origin, frames: Frames) -> None:
        if source is not into and source.parents:  # a leaf reads nothing
            self._look_at(nearest((source,), most=FEW_ORIGINS))
        base = base_of(source)
        if base is not base_of(into) or not base.flags & LEAF:
            self._others.add(frames)
        elif not self._note(into, source, frames, sequence_number(), "written"):
            onto = self._onto.setdefault(frames, _Onto(act, _aliases(source, into)))
            onto.leaves.add(id(base))
            onto.times += 1

    def _look_at(self, origins: list[Origin]) -> None:
        reads: dict[tuple[Frames, Origin], list[tuple[Origin, int]]] = {}
        comparing = {op for op in ops_of(origins) if act_of(op) in COMPARING}
        detaching = _detaching(ops_of(list(chain.from_iterable(map(PARENTS, origins)))))
        asked = set(made_by(origins, comparing)).union(that_read(origins, 0, detaching))
        for origin in (origin for origin in origins if origin in asked) if asked else ():  # mostly none
            for alias in origin.parents if short_act_of(origin.op) not in DETACHING else ():
                base = base_of(alias)
                if base is not alias and base.flags & LEAF and base.flags & REQUIRES_GRAD and is_held(base):
                    reads.setdefault((origin.frames, base), []).append((alias, origin.clock))
            if len(origin.parents) == SIDES and act_of(origin.op) in COMPARING:
                one, other = origin.parents
                if one is other or base_of(one) is not base_of(other) or not base_of(one).flags & LEAF:
                    self._others.add(origin.frames)
                else:
                    self._note(one, other, origin.frames, origin.clock, "compared")

        for (used, _), aliases in reads.items():
            if len(aliases) > 1:
                self._note_mixed(used, aliases)

    def _note_mixed(self, used: Frames, aliases: list[tuple[Origin, int]]) -> None:
        """One line reads what was kept of a parameter at several times: were there steps between, and before it?"""
        taken = sorted({alias.clock: alias for alias, _ in aliases}.values(), key=lambda alias: alias.clock)
        read = min(clock for _, clock in aliases)
        apart = [
            one
            for one, other in pairwise(taken)
            if other.clock <= read and any(one.clock < step <= other.clock for step in self._steps)
        ]
        if apart:
            key = (apart[0].frames, used, "mixed")
            self._stale[key] = self._stale.get(key, 0) + 1

    def _note(self, one: Origin, other: Origin, used: Frames, clock: int, how: str) -> bool:
        """Was one of them taken before a step, and used after it?"""
        aliases = [o for o in (one, other) if not o.flags & LEAF]
        alias = min(aliases, key=lambda o: o.clock, default=None)
        if alias is None or not any(alias.clock < step <= clock for step in self._steps):
            return False
        key = (alias.frames, used, how)
        self._stale[key] = self._stale.get(key, 0) + 1
        return True


def _detaching(ops: list[object]) -> set[object]:
    return {op for op in ops if short_act_of(op) in DETACHING}


def base_of(origin: Origin) -> Origin:
    """The tensor whose memory it is, behind `detach()` and `.data`."""
    while len(origin.parents) == 1 and short_act_of(origin.op) in DETACHING:
        origin = origin.parents[0]
    return origin


def _aliases(*origins: Origin) -> list[Frames]:
    """Where other names of a parameter's memory were taken."""
    return [o.frames for o in origins if not o.flags & LEAF and o.frames]


def _taken_elsewhere(written: Chain, aliases: list[Chain]) -> Chain:
    """Where one of the two was taken, if not by the line that writes; where both were, it tells of neither."""
    elsewhere = [at for at in aliases if at and written and _line(at) != _line(written)]
    return elsewhere[0] if len(elsewhere) == 1 else ()


def _line(chain: Chain) -> tuple[str, int]:
    return chain[-1].file, chain[-1].line
