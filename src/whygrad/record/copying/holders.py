"""Optimizers beside the one that is looked at: those that hold the same parameters, and what came too late for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from whygrad.evidence.holdings import LateLeaf, TwinOptimizer
from whygrad.record.copying.look import Passing
from whygrad.record.copying.module_owners import is_stray
from whygrad.record.copying.snapshot import Copy
from whygrad.record.live.origin import Origin
from whygrad.record.training.history import History


def late_leaves(strays: Sequence[Origin], history: History, passing: Passing, copy: Copy) -> Iterator[LateLeaf]:
    """The strays that were made when the optimizer was there already."""
    for origin in strays:
        made, at = (origin.extra or {}).get("after_optimizers", 0), copy.at(origin)
        if at is not None and history.serial and made >= history.serial:
            yield passing.seen(LateLeaf(at), partial(is_stray, origin))


def twins_of(history: History, others: Sequence[History], passing: Passing, copy: Copy) -> Iterator[TwinOptimizer]:
    """Optimizers of which, beside this one, one holds nothing of its own."""
    for other in others:
        first, later = sorted((history, other), key=lambda h: h.serial)
        if other is history or not first.serial or not later.ids or not set(later.ids) <= set(first.ids):
            continue
        twin = TwinOptimizer(copy.chain(later.frames), copy.chain(first.frames))
        yield passing.seen(twin, partial(_step_in_turn, first, later))


def _step_in_turn(one: History, other: History) -> bool:
    """One that takes over where the other has ended goes on with its work, as L-BFGS after Adam."""
    began = max(one.passes_at_first_step, other.passes_at_first_step)
    return min(one.steps, other.steps) > 1 and began < min(one.passes_at_step, other.passes_at_step)
