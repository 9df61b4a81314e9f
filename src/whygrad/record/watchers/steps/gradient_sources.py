"""Which passes a step's gradients came from: a loss that counts twice, one that another optimizer has used already."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from whygrad.evidence import Evidence
from whygrad.evidence.terms import CountedTwice, ForeignGradient
from whygrad.ops import act_of
from whygrad.record.events import PassBegan, PassEnded, StepBegan, StepEnded
from whygrad.record.live.bounded import MOST_LEARNING, SOME_KEPT, Bounded
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Frames, Origin, learning_parents, nearest
from whygrad.record.seam.gradient_states import GradientState, gradient_state
from whygrad.record.telling import rests_without
from whygrad.record.training.calm_steps import follows_gradients
from whygrad.record.training.loss_terms import in_sum, is_loss, terms_of
from whygrad.record.training.sent.by_products import ByProducts, Sent, names_of
from whygrad.record.watchers._base import Watcher
from whygrad.walk import reachable

if TYPE_CHECKING:
    import torch

    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder
    from whygrad.record.training.history import History, Learner

KEPT = 8  # passes of one leaf since it was cleared
ONE_OF_SEVERAL = frozenset({"__getitem__", "select", "unbind"})


@dataclass(eq=False)
class _Pass:
    frames: Frames
    roots: list[Origin]
    cleared: Frames  # what was cleared since the pass before
    used_by: list[History] = field(default_factory=list)  # the optimizers that stepped before the next pass
    sent: Sent | None = None  # where it is not meant to send anything

    def is_other_loss_than(self, other: _Pass) -> bool:
        """Is it asked for elsewhere, or at a line that runs the passes of all losses, of a value computed elsewhere?"""
        if self.frames != other.frames:
            return True
        mine, others = ({root.frames for root in ran.roots} for ran in (self, other))
        return not mine & others


@dataclass
class _Twice:
    is_same: bool
    learners: list[Learner]
    steps: int = 0


@dataclass
class _Foreign:
    cleared: Frames
    history: History
    learners: list[Learner]
    steps: int = 0


@dataclass
class _Leak:
    """A pass left gradients in what `used` holds; the next through the same judge has to train `used` alone."""

    left: Frames
    judge: History
    ran: _Pass
    used: _Foreign


class GradientSources(Watcher):
    """Follows what each of the first passes wrote into the gradients that optimizers hold, by torch's count of writes.

    A gradient that anybody else has written in between counts as cleared.
    """

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._states: dict[int, GradientState | None] = {}  # by id of the leaf
        self._sources: dict[int, list[_Pass]] = {}
        self._latest: _Pass | None = None
        self._twice: Bounded[tuple[Frames, Frames], _Twice] = Bounded(SOME_KEPT)
        self._foreign: Bounded[tuple[Frames, Frames], _Foreign] = Bounded(SOME_KEPT)
        self._leaks: list[_Leak] = []  # until the next pass
        self._by_products = ByProducts()

    def of_run(self, copy: Copy) -> Iterator[Evidence]:
        self._settle_leaks()
        yield from self._by_products.of_run(copy)
        for (part, whole), twice in self._twice.items():
            yield CountedTwice(
                copy.chain(part), copy.chain(whole), twice.is_same, names_of(twice.learners), twice.steps
            )
        for (adds, left), seen in self._foreign.items():
            adding, foreign, cleared, optimizer = map(copy.chain, (adds, left, seen.cleared, seen.history.frames))
            yield ForeignGradient(adding, foreign, cleared, optimizer, names_of(seen.learners), seen.steps)

    def _learners(self) -> Iterator[tuple[Learner, torch.Tensor]]:
        for history in self.recorder.training.followed:
            for learner in history.learners.values():
                tensor = learner.ref()
                if tensor is not None:
                    yield learner, tensor

    @rests_without("_latest", "_states", "_sources", "_leaks")
    def on_pass_began(self, event: PassBegan) -> None:
        """What was written since the pass before is nobody's contribution any more."""
        self._settle_leaks()
        if not follows_gradients(self.recorder, event.inspected):
            self._forget()
            return
        cleared = self.recorder.training.cleared_since()
        self._latest = _Pass((), list(event.known), cleared)
        for _, tensor in self._learners():
            state = gradient_state(tensor)
            if self._states.get(id(tensor)) != state:
                self._sources.pop(id(tensor), None)
                self._states[id(tensor)] = state

    @rests_without("_latest")
    def on_pass_ended(self, event: PassEnded) -> None:
        ran = self._latest
        if ran is None or not event.collects:
            return
        ran.frames = event.frames
        ran.sent = self._by_products.sent_by(ran.roots) if self.recorder.probe.active else None
        for _, tensor in self._learners():
            state = gradient_state(tensor)
            if self._states.get(id(tensor)) != state:
                sources = self._sources.setdefault(id(tensor), [])
                sources.append(ran)
                del sources[:-KEPT]
                self._states[id(tensor)] = state

    @rests_without("_latest")
    def on_step_began(self, event: StepBegan) -> None:
        if self._latest is None or event.is_over:
            return
        self._ask_by_products(event.history)
        pairs: dict[tuple[_Pass, _Pass], list[Learner]] = {}
        for learner in event.history.learners.values():
            for pair in combinations(self._sources.get(id(learner.ref()), []), 2):
                pairs.setdefault(pair, []).append(learner)
        for (one, other), learners in pairs.items():
            self._judge(one, other, event.history, learners)
        if len(self._latest.used_by) < SOME_KEPT:
            self._latest.used_by.append(event.history)

    def _ask_by_products(self, history: History) -> None:
        """Which of the passes that the step uses sent gradients where they were not meant to go?"""
        learners = [(learner, self._sources.get(id(learner.ref()), [])) for learner in history.learners.values()]
        for ran in {ran for _, sources in learners for ran in sources if ran.sent is not None}:
            alone = {id(learner.origin) for learner, sources in learners if sources == [ran]}
            if ran.sent is not None:
                self._by_products.used(ran.sent, ran.frames, history, self.recorder.training.followed, alone)
                got = [learner for learner, sources in learners if ran in sources]
                self._by_products.used_together(ran.sent, ran.sent, ran.frames, history, got)

    def _judge(self, one: _Pass, other: _Pass, history: History, learners: list[Learner]) -> None:
        for ran, own in ((one, other), (other, one)):
            if ran.sent is not None and own.sent is not None:
                self._by_products.used_together(ran.sent, own.sent, ran.frames, history, learners)
        is_same = any(root in one.roots for root in other.roots)
        if is_same or _contains(other, one) or _contains(one, other) or _share_a_loss(one, other):
            part, whole = (other, one) if not is_same and _contains(one, other) else (one, other)
            self._twice.setdefault((part.frames, whole.frames), _Twice(is_same, learners)).steps += 1
        elif one.is_other_loss_than(other):
            seen = _Foreign(other.cleared, history, learners)
            if any(_is_before(user, history, one) for user in one.used_by):
                self._foreign.setdefault((other.frames, one.frames), seen).steps += 1
            elif judge := next((user for user in one.used_by if self._judges(user, history, (one, other))), None):
                self._leaks.append(_Leak(one.frames, judge, other, seen))
                del self._leaks[:-SOME_KEPT]

    def _judges(self, user: History, history: History, passes: tuple[_Pass, _Pass]) -> bool:
        """Did both passes go through what `user` holds to what `history` holds, the second one for `history` alone?"""
        sources = (self._sources.get(id(learner.ref()), []) for learner in user.learners.values())
        return any(passes[1] in ran for ran in sources) and all(_goes_through(user, history, ran) for ran in passes)

    def _settle_leaks(self) -> None:
        """A judge that has stepped with the second pass too is a head, which both passes were to train."""
        for leak in self._leaks:
            if leak.judge not in leak.ran.used_by:
                self._foreign.setdefault((leak.ran.frames, leak.left), leak.used).steps += 1
        self._leaks = []

    @rests_without("_sources")
    def on_step_ended(self, event: StepEnded) -> None:
        """What it has used is used up; passes that add to it all the same are told by what piles up."""
        for learner in event.history.learners.values() if self._sources else ():
            self._sources.pop(id(learner.ref()), None)

    def _forget(self) -> None:
        self._latest, self._states, self._sources = None, {}, {}


def _contains(whole: _Pass, part: _Pass) -> bool:
    """Is a loss of one pass a term of the other's?"""
    return any(term in part.roots for term in in_sum(whole.roots))


def _share_a_loss(one: _Pass, other: _Pass) -> bool:
    """Is a loss a term of both, be it with another weight or as one element of a stack of losses?"""
    found, others = (set(filter(is_loss, in_sum(ran.roots))) for ran in (one, other))
    if found & others:
        return True
    picked, stack = (one, others) if found <= set(one.roots) else (other, found)
    of_stack = [terms_of(p) for root in picked.roots if act_of(root.op) in ONE_OF_SEVERAL for p in root.parents[:1]]
    return any(terms and stack.issuperset(terms) for terms in of_stack)


def _goes_through(user: History, history: History, ran: _Pass) -> bool:
    """Does an operation of the pass apply what `user` holds to something computed from what `history` holds?"""
    applied, given = ({id(k.origin) for k in h.learners.values()} for h in (user, history))
    if applied & given:
        return False
    inputs = [
        parent
        for origin in nearest(ran.roots, REQUIRES_GRAD, most=MOST_LEARNING)
        if not origin.flags & LEAF and any(id(parent) in applied for parent in origin.parents)
        for parent in learning_parents(origin)
        if id(parent) not in applied
    ]
    return any(id(leaf) in given for leaf in nearest(inputs, REQUIRES_GRAD, most=MOST_LEARNING))


def _is_before(user: History, history: History, ran: _Pass) -> bool:
    """Did the pass go through what `history` holds on its way to what `user` holds?

    So it does from a judge to the judged, whose loss is not meant for the judge. Heads have no such way to their trunk.
    """
    if user is history:
        return False
    held, used = ({id(k.origin) for k in h.learners.values()} for h in (history, user))
    if held & used:
        return False
    for origin in nearest(ran.roots, REQUIRES_GRAD, most=MOST_LEARNING):
        if any(id(parent) in held for parent in origin.parents) and not origin.flags & LEAF:
            others = [p for p in origin.parents if p.flags & REQUIRES_GRAD and id(p) not in held]
            return any(id(leaf) in used for leaf in reachable(others, learning_parents))
    return False
