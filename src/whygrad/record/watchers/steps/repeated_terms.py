"""Terms that are in one loss twice: a sum has them already, and they are added to it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from whygrad.evidence import Evidence
from whygrad.evidence.terms import RepeatedPenalty, RepeatedTerm
from whygrad.ops import PLUS_OR_MINUS, SCALING, SUMMING, act_of
from whygrad.record.events import PassBegan, only_inspected
from whygrad.record.live.bounded import NEAR, SOME_KEPT, Bounded
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Frames, Origin
from whygrad.record.training.loss_terms import REDUCING, is_loss, terms_of
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder
    from whygrad.record.training.history import Learner

TWICE = 2
SUMS = 32  # around a term, one inside the other


class Use(NamedTuple):
    """Where a term is added to others."""

    addition: Origin
    weighted: bool  # a factor stands before it there
    is_off: bool  # it is subtracted


@dataclass
class _Seen:
    term: Frames
    weighted: bool
    steps: int = 0


@dataclass
class _Penalty:
    learners: list[Learner]
    several: int
    once: int
    times: int
    steps: int = 0


class RepeatedTerms(Watcher):
    """Asks at inspected passes whether a sum has a term that is added to it again, or computed again for it."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._found: Bounded[tuple[Frames, Frames], _Seen] = Bounded(SOME_KEPT)
        self._penalties: Bounded[Frames, _Penalty] = Bounded(SOME_KEPT)

    @only_inspected
    def on_pass_began(self, event: PassBegan) -> None:
        if not event.inspected:
            return
        self._ask_penalties(event.graph.terms)
        uses: dict[Origin, list[Use]] = {}
        sums: dict[Origin, Origin] = {}  # by what they are the first to have
        for origin in event.graph.terms:
            parts = terms_of(origin)
            for part in parts:
                sums.setdefault(part, origin)
            act = act_of(origin.op) if parts else ""
            if act in PLUS_OR_MINUS:
                for place, part in enumerate(parts):
                    term, weighted = _without_factors(part)
                    is_off = bool(place) and act == "sub"
                    uses.setdefault(term, []).append(Use(origin, weighted, is_off))
        # Sums that are used again are meant so: of the costs of a path each stretch counts for all that come after it.
        if any(len(used) > 1 and _is_sum(origin) for origin, used in uses.items()):
            return
        for term, used in uses.items():
            if len(used) > 1 and is_loss(term) and not any(use.is_off for use in used):
                self._note(term, used, sums)

    def _note(self, term: Origin, used: list[Use], sums: dict[Origin, Origin]) -> None:
        """What is nearer to the loss comes first in a sum that is walked from there."""
        outer, inner = used[0].addition, used[1].addition
        if _are_in_one_list(inner, outer, sums):
            outer, inner = inner, outer
        alike = outer.frames == inner.frames
        if len(used) == TWICE or alike:
            weighted = any(use.weighted for use in used[:TWICE]) or _is_weighted(inner, outer, sums)
            weighted = weighted and not _are_in_one_list(outer, inner, sums)
            self._found.setdefault((outer.frames, inner.frames), _Seen(term.frames, weighted)).steps += 1

    def _ask_penalties(self, terms: list[Origin]) -> None:
        """A loop over samples adds its other terms as often, and its penalty is meant for each."""
        penalties: dict[Frames, Counter[Origin]] = {}
        others: Counter[Frames] = Counter()
        for term in terms:
            if terms_of(term):
                continue
            leaf = _penalised(term)
            if leaf is None:
                others[term.frames] += 1
            else:
                penalties.setdefault(term.frames, Counter())[leaf] += 1
        most = max(others.values(), default=0)
        for frames, counts in penalties.items():
            again = {leaf for leaf, times in counts.items() if times > max(1, most)}
            if again:
                held = (k for h in self.recorder.training.followed for k in h.learners.values() if k.origin in again)
                seen = _Penalty(list(held), len(again), len(counts) - len(again), max(counts.values()))
                self._penalties.setdefault(frames, seen).steps += 1

    def of_run(self, copy: Copy) -> Iterator[Evidence]:
        for frames, seen in self._penalties.items():
            named = tuple(dict.fromkeys(learner.name for learner in seen.learners if learner.name))
            yield RepeatedPenalty(copy.chain(frames), named, seen.several, seen.once, seen.times, seen.steps)
        for (again, already), found in self._found.items():
            where = copy.chain(again), copy.chain(already), copy.chain(found.term)
            yield RepeatedTerm(*where, found.weighted, found.steps)


def _penalised(term: Origin) -> Origin | None:
    """The leaf that a term is computed from, if it is computed from nothing else."""
    for _ in range(NEAR):
        if term.flags & LEAF:
            return term
        if len(term.parents) != 1 or not term.flags & REQUIRES_GRAD:
            return None
        term = term.parents[0]
    return None


def _is_sum(origin: Origin) -> bool:
    """Is it put together of several terms that learn? `1 - similarity` is not."""
    several = sum(bool(term.flags & REQUIRES_GRAD) for term in terms_of(origin)) > 1
    return several and act_of(origin.op) in SUMMING - REDUCING


def _without_factors(origin: Origin) -> tuple[Origin, bool]:
    weighted = False
    while act_of(origin.op) in SCALING and (parts := terms_of(origin)):
        origin, weighted = parts[0], True
    return origin, weighted


def _is_weighted(inner: Origin, outer: Origin, sums: dict[Origin, Origin]) -> bool:
    """Does a factor stand before the sum that has the term, and not before the term that is added to it?"""
    whole: Origin | None = inner
    weighted = False
    for _ in range(SUMS):
        whole = sums.get(whole) if whole is not None else None
        if whole is None or whole is outer:
            break
        weighted = weighted or act_of(whole.op) in SCALING
    return weighted and whole is outer


def _are_in_one_list(again: Origin, already: Origin, sums: dict[Origin, Origin]) -> bool:
    """Does the line that adds the term add the sum that has it in the same way, one after the other?

    Then neither is chosen to weigh more: both are in what is added up.
    """
    whole: Origin | None = already
    for _ in range(SUMS):
        whole = sums.get(whole) if whole is not None else None
        if whole is None or whole.frames == again.frames:
            break
    return whole is not None and whole is not again and whole.frames == again.frames
