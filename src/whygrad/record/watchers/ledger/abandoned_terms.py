"""Numbers that were computed like a loss and that no pass used, beside losses that trained the same parameters."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whygrad.evidence.of_one_cause.abandoned_terms import AbandonedTerm
from whygrad.record.copying.module_owners import is_held, leaves_behind
from whygrad.record.events import PassEnded, StepBegan
from whygrad.record.live.bounded import Bounded, BoundedSet
from whygrad.record.live.origin import Frames, Origin, behind
from whygrad.record.training.loss_terms import in_sum
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

MOST = 32
FEW = 8  # sums and terms of a loss


@dataclass
class _Abandoned:
    ran: tuple[Frames, ...]
    leaves: tuple[Origin, ...]
    steps: int = 0


class AbandonedTerms(Watcher):
    """Compares, at inspected steps, the numbers that were computed with what went backward."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._found: Bounded[Frames, _Abandoned] = Bounded(MOST)
        self._went: BoundedSet[Frames] = BoundedSet(8 * MOST)
        self._roots: deque[Origin] = deque(maxlen=MOST)  # of the passes since the latest step

    def of_run(self, copy: Copy) -> Iterator[AbandonedTerm]:
        if self.recorder.steady.wanted:
            return  # passes that it did not see may have used them
        for frames, term in self._found.items():
            # A parameter that starves for it is told by what it lacks.
            if frames not in self._went and all((leaf.extra or {}).get("learnt") for leaf in term.leaves):
                yield AbandonedTerm(copy.chain(frames), tuple(map(copy.chain, term.ran)), term.steps)

    def on_pass_ended(self, event: PassEnded) -> None:
        if self.recorder.probe.active and event.collects:
            self._roots.extend(event.known)
        if self._found or self.recorder.probe.active:
            for origin in in_sum(event.known):
                self._went.add(origin.frames)

    def on_step_began(self, event: StepBegan) -> None:
        roots, self._roots = self._roots, deque[Origin](maxlen=MOST)
        scalars = list(self.recorder.probe.scalars) if roots and not event.is_over else []
        used = {id(o) for o in roots} | behind(roots) if scalars else set()
        unused = [o for o in scalars if id(o) not in used]
        if not unused:
            return  # mostly
        inner = behind(unused)
        ran = tuple(dict.fromkeys(o.frames for o in in_sum(roots)))[:FEW]
        for origin in unused:
            if id(origin) in inner:
                continue
            leaves = tuple(leaf for leaf in leaves_behind([origin]) if is_held(leaf))
            if leaves:
                self._found.setdefault(origin.frames, _Abandoned(ran, leaves)).steps += 1
