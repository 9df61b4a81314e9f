"""Terms that are in one loss twice: a sum has them already, and they are added to it again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whygrad.evidence.terms import RepeatedTerm
from whygrad.ops import PLUS_OR_MINUS, SCALING, SUMMING, act_of
from whygrad.record.events import PassBegan
from whygrad.record.live.bounded import Bounded
from whygrad.record.live.origin import Frames, Origin
from whygrad.record.training.loss_terms import REDUCING, in_sum, is_loss, terms_of
from whygrad.record.watchers._base import Watcher

if TYPE_CHECKING:
    from whygrad.record.copying.snapshot import Copy
    from whygrad.record.live.recorder import Recorder

MOST = 32
TWICE = 2

Use = tuple[
    Origin, bool, bool
]  # the addition, whether a factor stands before the term there, and whether it is taken off


@dataclass
class _Seen:
    term: Frames
    weighted: bool
    steps: int = 0


class RepeatedTerms(Watcher):
    """Asks at inspected passes whether a sum has a term that is added to it again."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(recorder)
        self._found: Bounded[tuple[Frames, Frames], _Seen] = Bounded(MOST)

    def on_pass_began(self, event: PassBegan) -> None:
        if not event.inspected:
            return
        uses: dict[Origin, list[Use]] = {}
        for origin in in_sum(event.known):
            if act_of(origin.op) in PLUS_OR_MINUS:
                for place, part in enumerate(terms_of(origin)):
                    term, weighted = _without_factors(part)
                    is_off = bool(place) and act_of(origin.op) == "sub"
                    uses.setdefault(term, []).append((origin, weighted, is_off))
        # Sums that are used again are meant so: of the costs of a path each stretch counts for all that come after it.
        if any(len(used) > 1 and act_of(origin.op) in SUMMING - REDUCING for origin, used in uses.items()):
            return
        for term, used in uses.items():
            if len(used) == TWICE and is_loss(term) and not any(is_off for _, _, is_off in used):
                self._note(term, *used)

    def _note(self, term: Origin, outer: Use, inner: Use) -> None:
        """What is nearer to the loss comes first in a sum that is walked from there."""
        again, already = outer[0].frames, inner[0].frames
        if again != already:
            weighted = outer[1] or inner[1]
            self._found.setdefault((again, already), _Seen(term.frames, weighted)).steps += 1

    def of_run(self, copy: Copy) -> Iterator[RepeatedTerm]:
        for (again, already), seen in self._found.items():
            yield RepeatedTerm(copy.chain(again), copy.chain(already), copy.chain(seen.term), seen.weighted, seen.steps)


def _without_factors(origin: Origin) -> tuple[Origin, bool]:
    weighted = False
    while act_of(origin.op) in SCALING and (parts := terms_of(origin)):
        origin, weighted = parts[0], True
    return origin, weighted
