"""Terms of a loss that train nothing: a step uses what other terms have brought, and theirs is cleared unused.

A term that trains something at any pass has an effect, also where other passes have it only as a part of their loss. So
terms are known by the lines that compute them, whoever calls these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from whygrad.evidence.terms import TermOfOthers, UnsteppedTerm
from whygrad.ops import SCALING, act_of
from whygrad.record.copying.module_owners import leaves_behind
from whygrad.record.events import Cleared, PassEnded, StepBegan
from whygrad.record.live.bounded import FEW_KEPT, MOST, Bounded, BoundedSet
from whygrad.record.live.origin import REQUIRES_GRAD, Frames, Origin
from whygrad.record.seam import torch_api
from whygrad.record.seam.nodes import gradient_of
from whygrad.record.telling import only_inspected, rests_without
from whygrad.record.training.history import History, Learner
from whygrad.record.training.loss_terms import terms_of
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

SEVERAL = 2  # terms of one loss, and optimizers


@dataclass(eq=False)
class _Waiting:
    """The gradients that one term of a pass has brought, until a step uses them or a clearing drops them."""

    term: Origin
    ran: Frames
    learners: list[Learner]
    beside: set[int]  # the origins of what the other terms of its loss reach
    sharing: set[int]  # of what those reach that have some of its parameters
    stepped: History | None = None
    is_alone: bool = False

    def step(self, history: History, own: set[int]) -> None:
        self.stepped, self.is_alone = history, self.sharing.isdisjoint(own)

    def is_cleared(self) -> bool:
        return not any(map(_is_there, self.learners))


@dataclass(eq=False)
class _Seen:
    ran: Frames
    stepped: History
    learners: list[Learner]
    at: Frames = field(default=())
    passes: int = 0
    is_alone: bool = True  # no other term leads through its parameters to those of the step


class UnsteppedTerms(Watcher):
    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._waiting: list[_Waiting] = []
        self._trained: BoundedSet[Frames] = BoundedSet(MOST)
        self._seen: Bounded[Frames, _Seen] = Bounded(FEW_KEPT)

    def of_run(self, copy: Copy) -> Iterator[UnsteppedTerm | TermOfOthers]:
        if self.recorder.steady.wanted:
            return  # steps that it did not see may have used them
        for frames, seen in self._seen.items():
            if self._line(frames) not in self._trained:
                ran, step, made = copy.chain(seen.ran), copy.chain(seen.at), copy.chain(seen.stepped.frames)
                names = tuple(learner.name for learner in seen.learners if learner.name)
                if seen.is_alone and self._holder_steps(seen):
                    yield TermOfOthers(copy.chain(frames), step, names, seen.passes)
                    continue
                yield UnsteppedTerm(copy.chain(frames), ran, step, made, names, seen.passes)

    @only_inspected
    def on_pass_ended(self, event: PassEnded) -> None:
        if not event.collects or not self.recorder.probe.active or len(self.recorder.training.followed) < SEVERAL:
            return
        held = {id(k.origin): k for h in self.recorder.training.followed for k in h.learners.values()}
        terms = islice(_summands(event.graph.terms), MOST)
        reached = [(term, [k for leaf in leaves_behind([term]) if (k := held.get(id(leaf)))]) for term in terms]
        for term, learners in reached:
            own = {id(k.origin) for k in learners}
            others = [{id(k.origin) for k in its} for other, its in reached if other is not term]
            beside = set().union(*others) - own
            if learners and beside and len(self._waiting) < MOST:
                sharing = set().union(*(its for its in others if not its.isdisjoint(own)))
                self._waiting.append(_Waiting(term, event.frames, learners, beside, sharing))

    @rests_without("_waiting")
    def on_step_began(self, event: StepBegan) -> None:
        own = {id(learner.origin) for learner in event.history.learners.values()}
        for waiting in self._waiting:
            if any(id(k.origin) in own and _is_there(k) for k in waiting.learners):
                self._trained.add(self._line(waiting.term.frames))
            elif waiting.stepped is None and not own.isdisjoint(waiting.beside):
                waiting.step(event.history, own)
        self._waiting = [w for w in self._waiting if self._line(w.term.frames) not in self._trained]

    @rests_without("_waiting")
    def on_cleared(self, event: Cleared) -> None:
        cleared = [waiting for waiting in self._waiting if waiting.is_cleared()]
        for waiting in cleared:
            if waiting.stepped is not None:
                seen = _Seen(waiting.ran, waiting.stepped, waiting.learners, waiting.stepped.latest_step)
                seen = self._seen.setdefault(waiting.term.frames, seen)
                seen.passes += 1
                seen.is_alone = seen.is_alone and waiting.is_alone
        self._waiting = [waiting for waiting in self._waiting if waiting not in cleared]

    def _holder_steps(self, seen: _Seen) -> bool:
        """Does the optimizer that holds the term's parameters step as well, with what other passes bring?"""
        holders = (h for h in self.recorder.training.histories if any(k in h.learners.values() for k in seen.learners))
        return all(holder.steps >= seen.passes for holder in holders)

    def _line(self, frames: Frames) -> Frames:
        """Where a term is computed, without who has called that; the innermost frame may be a library's."""
        code = frames[0] if frames else None
        is_foreign = code is not None and self.recorder.stack.foreign_caller(frames) is not None
        return frames[: 4 if is_foreign else 2]


def _summands(terms: list[Origin]) -> Iterator[Origin]:
    """What is added up to a loss, without the numbers that weigh it."""
    for total in terms:
        parts = _learning_in(total)
        for part in parts if len(parts) >= SEVERAL else ():
            while act_of(part.op) in SCALING and len(inner := _learning_in(part)) == 1:
                part = inner[0]
            if len(_learning_in(part)) < SEVERAL:
                yield part


def _learning_in(origin: Origin) -> list[Origin]:
    return [part for part in terms_of(origin) if part.flags & REQUIRES_GRAD]


def _is_there(learner: Learner) -> bool:
    """Has it a gradient that was not cleared? A device is not waited for."""
    tensor = learner.ref()
    gradient = gradient_of(tensor) if tensor is not None else None
    return gradient is not None and (not gradient.is_cpu or torch_api.any_nonzero(gradient))
