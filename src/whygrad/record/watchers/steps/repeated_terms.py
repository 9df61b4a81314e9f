"""Terms that are in one loss twice: a sum has them already, and they are added to it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from whygrad.evidence import Evidence
from whygrad.evidence.terms import RepeatedPenalty, RepeatedTerm
from whygrad.ops import ADDING_UP, PLUS_OR_MINUS, SCALING, SUMMING, act_of
from whygrad.record.events import PassBegan
from whygrad.record.live.bounded import NEAR, SOME_KEPT, Bounded
from whygrad.record.live.origin import LEAF, REQUIRES_GRAD, Frames, Origin
from whygrad.record.telling import only_inspected
from whygrad.record.training.loss_terms import REDUCING, is_loss, is_number, terms_of
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
    shapes: list[Origin]  # the term with its factors there, and behind one after the other
    is_off: bool  # it is subtracted
    reduced: str = ""  # what made one number of it there


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
                    use = Use(origin, _behind_factors(part), bool(place) and act == "sub")
                    uses.setdefault(use.shapes[-1], []).append(use)
        self._ask_samples(uses, sums)
        # Sums that are used again are meant so: of the costs of a path each stretch counts for all that come after it.
        if any(len(used) > 1 and _is_sum(origin) for origin, used in uses.items()):
            return
        for term, used in uses.items():
            if len(used) > 1 and is_loss(term) and not any(use.is_off for use in used):
                self._note(term, used, sums)

    def _ask_samples(self, uses: dict[Origin, list[Use]], sums: dict[Origin, Origin]) -> None:
        """Losses of samples are in a sum of such, of which one number is made, and are added to that as one too."""
        numbers: dict[Origin, list[Use]] = {}
        for use in (use for used in uses.values() for use in used):
            part = use.shapes[-1]
            if act_of(part.op) in ADDING_UP and is_number(part) and len(part.parents) == 1:
                shapes = _behind_factors(part.parents[0])
                met = Use(use.addition, [*use.shapes[:-1], *shapes], use.is_off, act_of(part.op))
                numbers.setdefault(shapes[-1], []).append(met)
        if any(term in uses and _is_sum(term) for term in numbers):
            return  # as below
        for term, used in numbers.items():
            others = uses.get(term, []) if act_of(term.op) in REDUCING else []
            is_pair = len(used) == len(others) == 1 and not used[0].is_off and not others[0].is_off
            if is_pair and _reductions(others[0].addition, used[0].addition, sums) == [used[0].reduced]:
                self._note(term, [used[0], others[0]], sums)

    def _note(self, term: Origin, used: list[Use], sums: dict[Origin, Origin]) -> None:
        """What is nearer to the loss comes first in a sum that is walked from there."""
        outer, inner = used[0].addition, used[1].addition
        if _are_in_one_list(inner, outer, sums):
            outer, inner = inner, outer
        alike = outer.frames == inner.frames
        if len(used) == TWICE or alike:
            weighted = _have_other_factors(used[0], used[1]) or _is_weighted(inner, outer, sums)
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


def _behind_factors(origin: Origin) -> list[Origin]:
    """A term as it stands in a sum, and without one factor after the other."""
    shapes = [origin]
    while act_of(shapes[-1].op) in SCALING and (parts := terms_of(shapes[-1])):
        shapes.append(parts[0])
    return shapes


def _have_other_factors(one: Use, other: Use) -> bool:
    """Does a factor stand before the term in one of two sums, and not in the other?"""
    return one.shapes[0] not in other.shapes or other.shapes[0] not in one.shapes


def _reductions(inner: Origin, outer: Origin, sums: dict[Origin, Origin]) -> list[str]:
    """What makes single numbers of a sum on its way into another; nothing where it is not in that one."""
    found, whole = [], sums.get(inner)
    for _ in range(SUMS):
        if whole is None or whole is outer:
            break
        found += [act_of(whole.op)] if act_of(whole.op) in ADDING_UP else []
        whole = sums.get(whole)
    return found if whole is outer else []


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
