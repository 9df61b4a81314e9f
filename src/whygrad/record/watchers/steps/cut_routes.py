"""Ways that are cut beside others that are open: parameters that learn by one term of the loss, and not by another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from whygrad.evidence import Evidence
from whygrad.evidence.of_one_cause.cut_routes import CutBesideOpen, DiscreteDraw, DrawnAway, TermForNobody
from whygrad.ops import COMPARISONS, CONSTANTS, DETACHING, FLAT_DRAWS, STEPPING, act_of, is_in_place
from whygrad.record.copying.module_owners import is_held, leaves_behind
from whygrad.record.events import Cleared, PassBegan, PassEnded, StepBegan
from whygrad.record.live.bounded import FEW_KEPT, MANY_ORIGINS, MOST_ORIGINS, NEAR_LOSS, Bounded, BoundedSet
from whygrad.record.live.origin import (
    BRANCH,
    CUT,
    EXPORT,
    LEAF,
    PARAMETER,
    PARTIAL,
    REQUIRES_GRAD,
    Frames,
    Origin,
    learning_parents,
    parents_of,
)
from whygrad.record.seam.torch_api import short_name_of
from whygrad.record.special.data_set import leaf_behind
from whygrad.record.telling import only_inspected, rests_without
from whygrad.record.training.draws import is_discrete, is_flat_draw, is_lost_draw
from whygrad.record.training.loss_terms import terms_of
from whygrad.record.training.schedule import FEW_PASSES
from whygrad.record.training.unused_terms import UnusedTerms
from whygrad.record.watchers._base import Watcher
from whygrad.walk import breadth_first

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

FEW_TERMS = 16  # of one loss
SHAPED = CONSTANTS | {"rand_like", "randn_like", "randint_like"}
# Behind these no path could be open, with or without a cut.
ENDING = SHAPED | STEPPING | COMPARISONS | {"multinomial", "nonzero"}


@dataclass
class _Term:
    """One term of a loss: what it reaches, and what it would reach were it not for a cut."""

    origin: Origin
    open: dict[int, Origin]
    cut: dict[int, Origin]  # id of a leaf -> the nearest cut on the way to it
    reaches_strays: bool  # leaves that no optimizer holds


@dataclass
class _Found:
    open: Frames
    first_order: bool
    leaves: list[Origin]
    times: int = 0


class CutRoutes(Watcher):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._passes = 0
        self._found: Bounded[tuple[Frames, Frames], _Found] = Bounded(FEW_KEPT)  # by the cut and the term
        self._terms: Bounded[Frames, int] = Bounded(8 * FEW_KEPT)  # how often each was looked at
        self._unused = UnusedTerms()
        self._drawn: Bounded[tuple[Frames, Frames], bool] = Bounded(FEW_KEPT)  # are they discrete?
        self._scored: BoundedSet[tuple[Frames, Frames]] = BoundedSet(FEW_KEPT)  # draws that another term depends on

    def of_run(self, copy: Copy) -> Iterator[Evidence]:
        named = {id(k.origin): k.name for h in self.recorder.training.histories for k in h.learners.values()}
        for (cut, term), found in self._found.items():
            # Behind a choice no path could be open; the terms that depend on it tell the parameters what it was worth.
            is_choice = self._drawn.get((cut, term), False) and (cut, term) in self._scored
            if found.times == self._terms.get(term) and not is_choice:
                names = tuple(filter(None, (named.get(id(leaf), "") for leaf in found.leaves)))
                chains = copy.chain(cut), copy.chain(term), copy.chain(found.open)
                yield CutBesideOpen(*chains, found.first_order, names)
                if (cut, term) in self._drawn and (cut, term) not in self._scored:
                    yield DrawnAway(*chains[:2])
                    if self._drawn[cut, term]:
                        yield DiscreteDraw(chains[0])
                if times := self._unused.times((cut, term)):
                    yield TermForNobody(*chains[:2], times)

    @property
    def _waits(self) -> bool:
        return self._unused.waits

    @rests_without("_waits")
    def on_pass_began(self, event: PassBegan) -> None:
        self._unused.look_for_clearing(is_pass=True)

    @rests_without("_waits")
    def on_cleared(self, event: Cleared) -> None:
        self._unused.look_for_clearing()

    @rests_without("_waits")
    def on_step_began(self, event: StepBegan) -> None:
        self._unused.step_began(event.history)

    @only_inspected
    def on_pass_ended(self, event: PassEnded) -> None:
        if not event.collects or not self.recorder.probe.active or self._passes >= FEW_PASSES:
            return
        self._passes += 1
        ends = [o for o in event.graph.terms if not any(t.flags & REQUIRES_GRAD for t in terms_of(o))]
        ends = [o for o in ends[:FEW_TERMS] if not o.flags & LEAF]
        for end in ends:
            self._terms[end.frames] = self._terms.get(end.frames, 0) + 1
        if not (event.graph.may_be_cut or event.graph.acts & FLAT_DRAWS) or not _may_be_cut(ends):
            return
        terms = [_looked_at(o) for o in ends]
        histories = self.recorder.training.followed
        stepped = {id(learner.origin): h.progress.clock for h in histories for learner in h.learners.values()}
        for term in terms:
            self._compare(term, [other for other in terms if other is not term], stepped)

    def _compare(self, term: _Term, others: list[_Term], stepped: dict[int, int]) -> None:
        told: dict[tuple[Frames, Frames], list[int]] = {}
        crosswise = {cut for cut in {*term.cut.values()} if _is_crosswise(term, cut, others)}
        for key, cut in term.cut.items():
            first_order = act_of(cut.op) == "grad"
            way = next((o for o in (*others, *([term] if first_order else [])) if key in o.open), None)
            if way is None or (key in term.open and not first_order) or cut in crosswise:
                continue
            if cut.clock < stepped.get(key, 0):
                continue  # a step has changed the parameter since: autograd would refuse to go back there
            at = (cut.switch.frames if cut.switch is not None else cut.frames, term.origin.frames)
            found = self._found.setdefault(at, _Found(way.origin.frames, way is term, []))
            if at not in told:
                found.times += 1
                self._look_at_draw(cut, at, [other.origin for other in others if key in other.open])
            told.setdefault(at, []).append(key)
            if way.open[key] not in found.leaves:
                found.leaves.append(way.open[key])
        if not term.reaches_strays:  # else the term is for those, which some optimizer should hold or somebody reads
            for at, keys in told.items():
                self._unused.wait_for(at, keys, set(term.open), self.recorder.training.histories)

    def _look_at_draw(self, cut: Origin, at: tuple[Frames, Frames], others: list[Origin]) -> None:
        """A draw that the other terms depend on too is scored there, as `log_prob(sample)` does: that is a way."""
        if is_lost_draw(cut):
            self._drawn[at] = is_discrete(cut)
            behind = breadth_first(others, _values_of)
            if any(o is cut for o in islice(behind, MOST_ORIGINS)) or next(behind, None) is not None:
                self._scored.add(at)  # or it is not known


def _may_be_cut(ends: list[Origin]) -> bool:
    """Is there a cut behind any of the terms? Mostly not, and one walk through what they have in common tells."""
    behind = breadth_first(ends, _values_of)
    most = FEW_TERMS * MOST_ORIGINS
    return any(_cuts(at) for at in islice(behind, most)) or next(behind, None) is not None


def _looked_at(origin: Origin) -> _Term:
    leaves = leaves_behind([origin], ends_at=is_flat_draw)
    reached = {id(leaf): leaf for leaf in leaves if is_held(leaf)}
    cut: dict[int, Origin] = {}
    walked: set[Origin] = set()  # behind a nearer cut, which is the one that counts
    for at in islice(breadth_first((origin,), _values_of), MOST_ORIGINS):  # nearest first
        if (at is not origin or is_flat_draw(at)) and _cuts(at):  # a term may be a draw itself, weighted and added up
            cut.update((id(leaf), at) for leaf in _held_behind(at, walked))
    return _Term(origin, reached, cut, len(reached) < len(leaves))


def _is_crosswise(term: _Term, cut: Origin, others: list[_Term]) -> bool:
    """Do two terms compare the same two values, and each detaches another one? Then each is meant for one of them."""
    for other in others:
        for back in {*other.cut.values()}:
            if act_of(cut.op) in DETACHING and act_of(back.op) in DETACHING and cut is not back:
                here, there = (
                    set(islice(breadth_first((t.origin,), learning_parents), NEAR_LOSS)) for t in (term, other)
                )
                if here.issuperset(back.parents) and there.issuperset(cut.parents):
                    return True
    return False


def _cuts(at: Origin) -> bool:
    if at.flags & REQUIRES_GRAD and is_flat_draw(at):
        return True
    if not at.flags & CUT or act_of(at.op) in ENDING:
        return False
    return not at.flags & (EXPORT | BRANCH | PARTIAL) and not _stands_in(at) and not _is_written(at)


def _values_of(origin: Origin) -> tuple[Origin, ...]:
    """What its values were computed from, as far as a gradient could go: `ones_like(x)` takes the shape of x alone.

    Where the program detaches what has no history, it says itself that none is meant to pass. And a parameter begins
    anew, whatever its values were copied from: so a target network does.
    """
    act = act_of(origin.op)
    if act in ENDING or origin.flags & (LEAF | PARAMETER) or (act in DETACHING and not origin.flags & CUT):
        return ()
    return () if _is_written(origin) else parents_of(origin)


def _is_written(origin: Origin) -> bool:
    """Is it a parameter that was written in place?"""
    leaf = leaf_behind(origin) if is_in_place(short_name_of(origin.op)) else None
    return leaf is not None and bool(leaf.flags & PARAMETER)


def _stands_in(cut: Origin) -> bool:
    """Is it `(q - x).detach()` of `x + (q - x).detach()`, by which a value takes the place of another on purpose?"""
    return act_of(cut.op) == "detach" and any(act_of(parent.op) == "sub" for parent in cut.parents)


def _held_behind(cut: Origin, walked: set[Origin]) -> Iterator[Origin]:
    """The leaves that an optimizer holds and that the cut, and none of those before it, keeps a gradient from."""
    waiting = [p for p in cut.parents if p.flags & REQUIRES_GRAD]
    while waiting and len(walked) < MANY_ORIGINS:
        at = waiting.pop()
        if at in walked:
            continue
        walked.add(at)
        if not at.flags & LEAF:
            waiting += learning_parents(at)
        elif is_held(at):
            yield at
