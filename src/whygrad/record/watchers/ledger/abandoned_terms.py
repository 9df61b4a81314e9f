"""Numbers that were computed like a loss and that no pass used, beside losses that trained the same parameters."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whygrad.evidence.marks import GradientWithHistory
from whygrad.evidence.of_one_cause.abandoned_terms import AbandonedTerm
from whygrad.evidence.terms import SiblingLeftOut
from whygrad.record.copying.module_owners import is_held, leaves_behind
from whygrad.record.events import PassEnded, StepBegan
from whygrad.record.live.bounded import MOST_ORIGINS, SOME_KEPT, Bounded, BoundedSet
from whygrad.record.live.origin import PARAMETER, Frames, Origin, behind, learning_parents
from whygrad.record.live.stack import pairs_in
from whygrad.record.telling import only_inspected, rests_without
from whygrad.record.training.loss_terms import in_sum
from whygrad.record.watchers._base import Watcher
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FEW = 8  # sums and terms of a loss


@dataclass
class _Abandoned:
    ran: tuple[Frames, ...]
    leaves: tuple[Origin, ...]
    penalises: bool
    steps: int = 0
    beside: Frames = ()  # a term of the loss that the same line has computed of other parameters
    beside_steps: int = 0


class AbandonedTerms(Watcher):
    """Compares, at inspected steps, the numbers that were computed with what went backward."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._found: Bounded[Frames, _Abandoned] = Bounded(SOME_KEPT)
        self._went: BoundedSet[Frames] = BoundedSet(8 * SOME_KEPT)
        self._roots: deque[Origin] = deque(maxlen=SOME_KEPT)  # of the passes since the latest step

    def of_run(self, copy: Copy) -> Iterator[AbandonedTerm | SiblingLeftOut]:
        if self.recorder.steady.wanted:
            return  # passes that it did not see may have used them
        for frames, term in self._found.items():
            # A parameter that starves for it is told by what it lacks.
            if frames not in self._went and all((leaf.extra or {}).get("learnt") for leaf in term.leaves):
                ran = tuple(map(copy.chain, term.ran))
                yield AbandonedTerm(copy.chain(frames), ran, term.steps, term.penalises)
                if term.beside:
                    yield SiblingLeftOut(copy.chain(frames), copy.chain(term.beside), term.beside_steps)

    @rests_without("_found")
    def on_pass_ended(self, event: PassEnded) -> None:
        if self.recorder.probe.active and event.collects:
            self._roots.extend(event.known)
        if self._found or self.recorder.probe.active:
            for origin in event.graph.terms:
                self._went.add(origin.frames)

    @only_inspected
    def on_step_began(self, event: StepBegan) -> None:
        if not self._roots:
            return  # mostly
        roots, self._roots = self._roots, deque[Origin](maxlen=SOME_KEPT)
        scalars = list(self.recorder.probe.scalars) if not event.is_over else []
        used = {id(o) for o in roots} | behind(roots) if scalars else set()
        unused = [o for o in scalars if id(o) not in used]
        if not unused:
            return
        inner = behind(unused)
        added = list(in_sum(roots))
        ran = tuple(dict.fromkeys(o.frames for o in added))[:FEW]
        for origin in unused:
            if id(origin) in inner:
                continue
            leaves = tuple(leaf for leaf in leaves_behind([origin]) if is_held(leaf))
            if leaves:
                known = self._found.setdefault(origin.frames, _Abandoned(ran, leaves, _penalises(origin, used)))
                known.steps += 1
                if beside := _sibling(origin, leaves, added):
                    known.beside, known.beside_steps = beside, known.beside_steps + 1


def _penalises(origin: Origin, used: set[int]) -> bool:
    """Is it computed from a slope that no pass has used, also not by another way?"""

    def further(at: Origin) -> list[Origin]:
        return [parent for parent in learning_parents(at) if id(parent) not in used]

    return any(map(_is_slope, breadth_first((origin,), further, MOST_ORIGINS)))


def _is_slope(origin: Origin) -> bool:
    """Is it a derivative by an input, taken with `create_graph=True`? That is for a loss, not for a log."""
    is_kept = type((origin.extra or {}).get("mark")) is GradientWithHistory
    return is_kept and bool(origin.parents) and not origin.parents[-1].flags & PARAMETER


def _sibling(origin: Origin, leaves: tuple[Origin, ...], added: list[Origin]) -> Frames:
    """A term of the loss that the same line has computed of other parameters, in another call of one function's."""
    own = set(map(id, leaves))
    alike = [at for at in added if at.op is origin.op and _part_in_one_function(at.frames, origin.frames)]
    for at in {at.frames: at for at in alike[:FEW]}.values():
        others = {id(leaf) for leaf in leaves_behind([at]) if is_held(leaf)}
        if others and others != own:
            return at.frames
    return ()


def _part_in_one_function(one: Frames, other: Frames) -> bool:
    """Does one line end both, and do the calls that lead there part at two lines of one function?"""
    first, second = pairs_in(one), pairs_in(other)
    if first[0][0] is not second[0][0] or first[0][1] != second[0][1]:
        return False
    for (code, at), (its_code, its_at) in zip(reversed(first), reversed(second), strict=False):
        if code is not its_code or at != its_at:
            return code is its_code
    return False
