"""Gradients that a pass sends into what its loss is not meant for, and that a step uses all the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whygrad.evidence.of_one_cause.by_products import JudgeTrained, MultiplierTrained, WeightTrained
from whygrad.record.live.bounded import FEW_KEPT, Bounded
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.training.sent.judges import Judgement, judgements
from whygrad.record.training.sent.multipliers import Multiplier, multipliers
from whygrad.record.training.sent.score_weights import AttachedWeight, attached_weights

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.training.history import History, Learner

FEW_PASSES = 12  # whose losses are gone through


class Sent:
    """What one pass sent where it was not meant to go; found out when a step may have used it."""

    def __init__(self, roots: list[Origin]) -> None:
        self.weights: list[AttachedWeight] = list(attached_weights(roots))
        self.judgements: list[Judgement] = list(judgements(roots))
        self.multipliers: list[Multiplier] = list(multipliers(roots))


@dataclass
class _Used:
    history: History
    learners: list[Learner]
    steps: int = 0


class ByProducts:
    """Counts the steps that used such gradients."""

    def __init__(self) -> None:
        self._passes = 0
        self._weights: Bounded[tuple[Frames, Frames], _Used] = Bounded(FEW_KEPT)
        self._judges: Bounded[tuple[Frames, Frames], _Used] = Bounded(FEW_KEPT)
        self._multipliers: Bounded[tuple[Frames, Frames, Frames], _Used] = Bounded(FEW_KEPT)

    def sent_by(self, roots: list[Origin]) -> Sent | None:
        self._passes += 1
        return Sent(roots) if self._passes <= FEW_PASSES else None

    def used(self, sent: Sent, ran: Frames, history: History, others: list[History], alone: set[int]) -> None:
        """A step of `history` is about to use what the pass `ran` sent; it was `alone` in sending to some leaves.

        What no other loss trains may well be meant to learn from this one.
        """
        own = {id(learner.origin): learner for learner in history.learners.values()}
        for weight in sent.weights:
            learners = [learner for leaf, learner in own.items() if leaf in weight.leaves]
            if learners:
                self._weights.setdefault((weight.product, weight.weight), _Used(history, learners)).steps += 1
        elsewhere = {id(k.origin) for other in others for k in other.learners.values()} - own.keys()
        for found in sent.judgements:
            has_own_loss = found.has_other or not found.judge & alone
            if found.judge <= own.keys() and found.judged & elsewhere and has_own_loss:
                learners = [learner for leaf, learner in own.items() if leaf in found.judge]
                self._judges.setdefault((found.term, ran), _Used(history, learners)).steps += 1

    def used_together(self, sent: Sent, own: Sent, ran: Frames, history: History, learners: list[Learner]) -> None:
        """A step of `history` is about to use the gradients of two passes, or of one; `learners` got some of both."""
        held = {id(learner.origin) for learner in history.learners.values()}
        for learner in learners:
            for found in sent.multipliers:
                is_it = found.leaf == id(learner.origin) and not found.weighed & held
                if is_it and any(map(found.is_trained_by_both, own.multipliers)):
                    key = (found.product, found.weight, ran)
                    self._multipliers.setdefault(key, _Used(history, [learner])).steps += 1

    def of_run(self, copy: Copy) -> Iterator[WeightTrained | JudgeTrained | MultiplierTrained]:
        for (product, weight), used in self._weights.items():
            yield WeightTrained(copy.chain(product), copy.chain(weight), names_of(used.learners), used.steps)
        for (term, ran), used in self._judges.items():
            made = copy.chain(used.history.frames)
            yield JudgeTrained(copy.chain(term), copy.chain(ran), made, names_of(used.learners), used.steps)
        for (product, weight, ran), used in self._multipliers.items():
            product_at, weight_at, ran_at = map(copy.chain, (product, weight, ran))
            yield MultiplierTrained(product_at, weight_at, ran_at, names_of(used.learners), used.steps)


def names_of(learners: list[Learner]) -> tuple[str, ...]:
    """In the order in which an optimizer holds them, as far as a look has found them."""
    return tuple(dict.fromkeys(learner.name for learner in learners if learner.name))


def names_of_leaves(leaves: list[Origin], histories: list[History]) -> tuple[str, ...]:
    """The same, of those that any optimizer holds."""
    wanted = {id(leaf) for leaf in leaves}
    return names_of([k for history in histories for k in history.learners.values() if id(k.origin) in wanted])
