"""A state that is detached at every step of a sequence: what came earlier has no say in how the recurrence learns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whygrad.evidence.of_one_cause.cut_states import CutState
from whygrad.ops import STATEFUL, act_of
from whygrad.record.copying.module_owners import is_held
from whygrad.record.events import PassEnded
from whygrad.record.live.bounded import FEW_KEPT, MANY_ORIGINS, MOST_ORIGINS, NEAR, Bounded
from whygrad.record.live.origin import CUT, LEAF, REQUIRES_GRAD, Frames, Origin, learning_parents, nearest
from whygrad.record.live.pass_graph import with_flags
from whygrad.record.telling import only_inspected
from whygrad.record.training.schedule import FEW_PASSES
from whygrad.record.watchers._base import Watcher
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

SEVERAL = 3  # cuts behind one another


@dataclass
class _Found:
    applied: Frames
    cell: str
    leaves: list[Origin]
    only_last: bool = True
    steps: int = 0
    passes: int = 0


class CutStates(Watcher):
    """Asks at inspected passes whether a place cuts between all uses of the same parameters."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._passes = 0
        self._found: Bounded[Frames, _Found] = Bounded(FEW_KEPT)

    @only_inspected
    def on_pass_ended(self, event: PassEnded) -> None:
        since = self.recorder.training.clocks.of_pass  # autograd's count of operations at the pass before
        if not event.collects or not self.recorder.probe.active or self._passes >= FEW_PASSES:
            return
        self._passes += 1
        if not event.graph.may_be_cut:
            return
        # What the pass before has gone through was cut off from this one on purpose.
        mine = [at for at in with_flags(event.graph.values, CUT) if at.switch is None and at.clock >= since]
        places: dict[Frames, list[Origin]] = {}
        for at in mine:
            if act_of(at.op) == "detach":
                places.setdefault(at.frames, []).append(at)
        for cuts in places.values():
            if len(cuts) >= SEVERAL and event.graph.is_whole:
                self._follow(event.known, cuts)

    def _follow(self, roots: list[Origin], cuts: list[Origin]) -> None:
        """From each cut back to the one before it, as far as that goes."""
        stretches: dict[Origin, list[Origin]] = {}
        walked = 0
        for cut in cuts:
            stretches[cut] = _stretch(learning_parents(cut))
            walked += len(stretches[cut])
            if walked > MANY_ORIGINS:
                return  # many cuts of one graph, as for a log; those behind one another have little in common
        before = {cut: _cut_before(stretches[cut], stretches) for cut in cuts}
        earlier = set(before.values())
        chain = max((_chain(cut, before) for cut in cuts if cut not in earlier), key=len, default=[])
        if len(chain) < SEVERAL:
            return
        used = [_uses(stretches[cut]) for cut in chain]
        common = [leaf for leaf in used[0] if all(leaf in uses for uses in used)]
        if not common or any(len(uses[leaf]) != 1 for uses in used for leaf in common):
            return
        seen = _uses(_stretch(roots))
        last = [len(seen.get(leaf, ())) for leaf in common]
        if 0 in last:
            return  # it does not learn at all, which is another matter
        at = used[0][common[0]][0]
        cell = next((act_of(o.op) for o in seen[common[0]] if act_of(o.op) in STATEFUL), "")
        found = self._found.setdefault(cuts[0].frames, _Found(at.frames, cell, common))
        found.only_last = found.only_last and max(last) == 1
        found.steps, found.passes = max(found.steps, len(chain) + 1), found.passes + 1

    def of_run(self, copy: Copy) -> Iterator[CutState]:
        named = {id(k.origin): k.name for h in self.recorder.training.histories for k in h.learners.values()}
        for cut, found in self._found.items():
            names = tuple(filter(None, (named.get(id(leaf), "") for leaf in found.leaves)))
            chains = copy.chain(cut), copy.chain(found.applied)
            yield CutState(*chains, names, found.steps, found.only_last, found.cell, found.passes)


def _chain(cut: Origin, before: dict[Origin, Origin | None]) -> list[Origin]:
    chain = {cut: None}  # in order
    at = before[cut]
    while at is not None and at not in chain:
        chain[at] = None
        at = before[at]
    return list(chain)


def _stretch(starts: list[Origin]) -> list[Origin]:
    """What a gradient goes back through from here, to the next cuts and the leaves."""
    return nearest(starts, REQUIRES_GRAD, most=MOST_ORIGINS)


def _uses(stretch: list[Origin]) -> dict[Origin, list[Origin]]:
    """Where each leaf that an optimizer holds is used."""
    found: dict[Origin, list[Origin]] = {}
    for at in stretch:
        for parent in at.parents:
            if parent.flags & LEAF and parent.flags & REQUIRES_GRAD and is_held(parent):
                found.setdefault(parent, []).append(at)
    return found


def _cut_before(stretch: list[Origin], cuts: dict[Origin, list[Origin]]) -> Origin | None:
    """The cut whose value goes into this stretch, at once or reshaped."""
    values = [p for at in stretch for p in at.parents if not p.flags & REQUIRES_GRAD]
    near = breadth_first(values, lambda at: at.parents[:1] if at not in cuts else (), NEAR + len(values))
    return next((at for at in near if at in cuts), None)
