"""Terms that one place computes for each of several layers, and of which only the last one goes into the loss.

So it may be with whole losses, each of its own data.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from whygrad.evidence.passes import LastLossOnly
from whygrad.evidence.terms import LastOfSeveral
from whygrad.record.copying.module_owners import is_held, leaves_behind
from whygrad.record.events import PassEnded, StepBegan
from whygrad.record.live.bounded import MOST, Bounded, BoundedSet
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Frames, Origin, behind, learning_parents, nearest
from whygrad.record.telling import only_inspected
from whygrad.record.training.loss_terms import in_sum, terms_of
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FEW = 16  # places of one step


@dataclass
class _Replaced:
    ran: Frames
    times: int
    steps: int = 0


class ReplacedTerms(Watcher):
    """Compares, at inspected steps, the results of each place with what went backward."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._found: Bounded[Frames, _Replaced] = Bounded(MOST)
        self._whole: Bounded[Frames, _Replaced] = Bounded(MOST)  # losses of which the last alone went backward
        self._counted: BoundedSet[Frames] = BoundedSet(4 * MOST)  # places of which more than the last did
        self._roots: deque[Origin] = deque(maxlen=MOST)  # of the passes since the latest step
        self._ran: Frames = ()

    def of_run(self, copy: Copy) -> Iterator[LastOfSeveral | LastLossOnly]:
        for frames, term in self._found.items():
            if frames not in self._counted:
                yield LastOfSeveral(copy.chain(frames), copy.chain(term.ran), term.times, term.steps)
        for frames, loss in self._whole.items():
            if frames not in self._counted:
                yield LastLossOnly(copy.chain(frames), copy.chain(loss.ran), loss.times, loss.steps)

    @only_inspected
    def on_pass_ended(self, event: PassEnded) -> None:
        if event.collects and (self.recorder.probe.rows or self.recorder.probe.scalars):
            self._roots.extend(event.known)
            self._ran = event.frames

    @only_inspected
    def on_step_began(self, event: StepBegan) -> None:
        probe = self.recorder.probe
        if not (self._roots or probe.rows):
            return  # mostly
        roots, self._roots = self._roots, deque[Origin](maxlen=MOST)
        made = [*probe.rows, *probe.scalars]
        probe.rows.clear()
        if not roots or event.is_over or self.recorder.steady.wanted:
            return
        repeated = [group for group in _by_place(made) if len(group) > 1]
        if not repeated:
            return
        added = {id(origin): origin for origin in in_sum(roots)}
        used = {id(origin) for origin in roots} | behind(roots)
        for group in repeated[:FEW]:
            if id(group[-1]) in added:
                self._note(group, roots, added, used)

    def _note(self, group: list[Origin], roots: Iterable[Origin], added: dict[int, Origin], used: set[int]) -> None:
        last, unused = group[-1], [origin for origin in group if id(origin) not in used]
        if len(unused) < len(group) - 1:
            self._counted.add(last.frames)
        elif any(last is root for root in roots):
            if self._are_let_go(unused) and _are_apart(unused, last):
                found = self._whole.setdefault(last.frames, _Replaced(self._ran, len(group)))
                found.times, found.steps = min(found.times, len(group)), found.steps + 1
        elif _has_another(added, last) and self._are_let_go(unused) and _learn_elsewhere(unused, last, roots):
            self._found.setdefault(last.frames, _Replaced(self._ran, len(group))).steps += 1

    def _are_let_go(self, origins: list[Origin]) -> bool:
        """Does no tensor show them any more? What is kept may be used by others, or was put aside by choice."""
        known = {id(origin) for origin in origins}
        return not any(id(ref.origin) in known for ref in self.recorder.origins.refs())


def _by_place(made: Iterable[Origin]) -> Iterable[list[Origin]]:
    groups: dict[tuple[object, ...], list[Origin]] = {}
    for origin in made:
        groups.setdefault((origin.op, origin.frames), []).append(origin)
    return groups.values()


def _are_apart(unused: list[Origin], last: Origin) -> bool:
    """Do they share nothing but what learns? A state that is carried on is behind the last of them, and learns so."""
    further = [parent for origin in unused for parent in learning_parents(origin)]
    own = {id(origin) for origin in nearest(further, REQUIRES_GRAD) if not origin.flags & LEAF}
    return own.isdisjoint(behind((last,), with_gradients=True))


def _has_another(added: dict[int, Origin], last: Origin) -> bool:
    """Does the loss have another term? Who computes a whole loss again and again may mean the latest."""
    own = {id(origin) for origin in in_sum((last,))}
    return any(number not in own and not terms_of(origin) for number, origin in added.items())


def _learn_elsewhere(unused: list[Origin], last: Origin, roots: Iterable[Origin]) -> bool:
    """Is each computed from parameters of its own, which optimizers hold and the loss trains by another way?

    Parts that the loss does not reach are left out as a whole, as the heads of other tasks are.
    """
    learning = {id(leaf) for leaf in leaves_behind(roots)}
    leaves = [{id(leaf) for leaf in leaves_behind([origin]) if is_held(leaf)} for origin in (*unused, last)]
    differ = all(one != other for one, other in pairwise(leaves))
    return differ and all(each and each <= learning for each in leaves)
