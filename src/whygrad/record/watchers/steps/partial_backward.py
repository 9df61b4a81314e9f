"""Sums of losses that were built, while only some of their terms went backward."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from whygrad.evidence.terms import MadeToReport, PartialBackward
from whygrad.ops import CONSTANTS, act_of
from whygrad.record.copying.module_owners import is_held, leaves_behind
from whygrad.record.events import PassEnded, StepBegan
from whygrad.record.live.bounded import MANY_ORIGINS, SOME_KEPT, Bounded, BoundedSet
from whygrad.record.live.origin import LEAF, Frames, Origin, behind
from whygrad.record.telling import only_inspected, rests_without
from whygrad.record.training.loss_terms import in_sum, is_number, terms_of
from whygrad.record.watchers._base import Watcher
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FEW = 4  # terms that are named


@dataclass
class _Built:
    ran: Frames
    missing: tuple[Frames, ...]
    leaves: list[Origin]  # that the missing terms lead to
    told_alone: bool  # it can be meant for a report: made after the pass, or lacking what weight decay does
    steps: int = 0


class PartialBackwards(Watcher):
    """Compares, at inspected steps, the sums that were built with what went backward.

    A sum or a missing term that goes backward later, in another turn or after a warm-up, takes it back.
    """

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._built: Bounded[Frames, _Built] = Bounded(SOME_KEPT)
        self._went: BoundedSet[Frames] = BoundedSet(8 * SOME_KEPT)
        self._passes: deque[PassEnded] = deque(maxlen=SOME_KEPT)  # since the latest step

    def of_run(self, copy: Copy) -> Iterator[PartialBackward | MadeToReport]:
        if self.recorder.steady.wanted:
            return  # passes that it did not see may have used the sum
        reported = {parent.frames for export in self.recorder.exports.held() for parent in export.parents}
        for frames, built in self._built.items():
            if self._went.keys() & {frames, *built.missing} or not all(map(_has_learnt, built.leaves)):
                continue  # a parameter that starves for it is told by what it lacks
            missing = tuple(copy.chain(at) for at in built.missing[:FEW])
            total = copy.chain(frames)
            yield PartialBackward(total, copy.chain(built.ran), missing, frames in reported, built.steps)
            if built.told_alone:
                yield MadeToReport(total)

    @rests_without("_built")
    def on_pass_ended(self, event: PassEnded) -> None:
        if not event.collects:
            return
        if self.recorder.probe.active:
            self._passes.append(event)
        if self._built or self.recorder.probe.active:
            for origin in event.graph.terms:
                self._went.add(origin.frames)

    @only_inspected
    def on_step_began(self, event: StepBegan) -> None:
        """What was built for this step is known now. A closure may build it several times, and is left alone."""
        if not self._passes:
            return  # mostly
        passes, self._passes = self._passes, deque[PassEnded](maxlen=SOME_KEPT)
        scalars = list(self.recorder.probe.scalars) if not event.is_over else []
        roots = [root for ended in passes for root in ended.known]
        went = {id(o) for o in in_sum(roots)}
        sums = [o for o in scalars if terms_of(o) and id(o) not in went]
        if not sums or not roots:
            return
        used, inner = behind(roots) | {id(o) for o in roots}, behind(sums)
        for total in sums:
            if id(total) not in used and id(total) not in inner:
                self._compare(total, went, used, passes[-1])

    def _compare(self, total: Origin, went: set[int], used: set[int], latest: PassEnded) -> None:
        parts = [o for o in in_sum((total,)) if o is not total and is_number(o)]
        missing = [o for o in parts if id(o) not in used and not any(map(is_number, terms_of(o)))]
        if missing and any(id(o) in went for o in parts):
            leaves = [leaf for leaf in leaves_behind(missing) if is_held(leaf)]
            if leaves:
                frames = tuple(dict.fromkeys(o.frames for o in missing))
                is_late = latest.ran is not None and total.clock > latest.ran.clock
                built = _Built(latest.frames, frames, leaves, is_late or not _has_data(missing))
                self._built.setdefault(total.frames, built).steps += 1


def _has_data(terms: list[Origin]) -> bool:
    """Do they depend on anything but parameters and constants, as the size of the weights does not?

    Where that is not known because there is too much behind them, nothing excuses them.
    """
    behind = breadth_first(terms, _before)
    ends = (o for o in islice(behind, MANY_ORIGINS) if not _before(o))
    is_found = any(not o.flags & LEAF and act_of(o.op) not in CONSTANTS for o in ends)
    return is_found or next(behind, None) is not None


def _before(origin: Origin) -> tuple[Origin, ...]:
    return () if origin.flags & LEAF else origin.parents


def _has_learnt(leaf: Origin) -> bool:
    return bool((leaf.extra or {}).get("learnt"))
