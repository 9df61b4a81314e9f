"""What each optimizer did in the whole run, as evidence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from whygrad.evidence.steps import EffectOfSteps, OptimizerRun, StillParameter, UndoneUpdate
from whygrad.record.copying.snapshot import Copy
from whygrad.record.live.origin import Origin
from whygrad.record.training.history import History


def runs_of_optimizers(histories: Sequence[History], copy: Copy) -> Iterator[OptimizerRun]:
    stepped = [(h, _identities(h)) for h in histories if h.steps]
    for history in histories:
        own = _identities(history)
        yield _run_of(history, any(other is not history and held & own for other, held in stepped), copy)


def _identities(history: History) -> set[int]:
    """What tells the parameters of an optimizer from others: the address of one that is gone may be used again."""
    learners = history.learners.values()
    return {id(t) for k in learners if (t := k.ref()) is not None} | {id(k.origin) for k in learners}


def _run_of(history: History, shared: bool, copy: Copy) -> OptimizerRun:
    learners = history.learners.values()
    return OptimizerRun(
        names=tuple(history.names),
        made=copy.chain(history.frames),
        steps=history.steps,
        reached=history.reached,
        shared=shared,
        by_hand=any(_is_written_in_training(k.origin, history) for k in learners),
        latest_pass=copy.chain(history.latest_pass),
        latest_step=copy.chain(history.latest_step),
        empty_steps=history.empty_steps,
        full_steps=history.full_steps,
        cleared=copy.chain(history.progress.cleared),
        cleared_by=history.progress.cleared_by,
        mixed_steps=history.progress.mixed_steps,
        mixed=copy.chain(history.progress.mixed),
        clean_steps=history.clean_steps,
        wasteful_steps=history.waste.wasteful_steps,
        thrifty_steps=history.waste.thrifty_steps,
        dropping=copy.chain(history.waste.dropping),
        dropped=tuple(k.name for k in history.hungry if k.dropped == history.steps),
        doubled=copy.chain(history.waste.doubled),
        undone=tuple(
            UndoneUpdate(k.name, k.undone, k.left, k.reverted_by, copy.chain(k.reverted_at))
            for k in learners
            if k.undone and not k.lasting
        ),
        effect=_effect(history, copy),
        masked=copy.chain(history.masked),
    )


def _effect(history: History, copy: Copy) -> EffectOfSteps:
    learners, progress = history.learners.values(), history.progress
    how, frames = progress.rate_from or ("", ())
    return EffectOfSteps(
        zero_rates=progress.zero_rates,
        rate_from=how,
        rate=copy.chain(frames),
        still=tuple(StillParameter(k.name, k.still) for k in learners if k.still and not k.moved),
        moved=any(k.moved for k in learners),
        own_step=copy.chain(progress.own_step),
    )


def _is_written_in_training(origin: Origin, history: History) -> bool:
    """Does the program write the parameter itself, and not only load it before the first step?"""
    return (origin.extra or {}).get("written", 0) >= max(history.passes_at_first_step, 1)
