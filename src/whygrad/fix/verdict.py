"""Is the program cured? A judgement on two reports alone: of the program before and after a change."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from whygrad.evidence.steps import Learning
from whygrad.fix.report import Found, Printed, Report

LISTED = 3
# A number that the program has printed all along now has a gradient: what torch says of that is no harm.
# And a hook on the first layer speaks up as soon as a pass reaches it.
OF_SUCCESS = ("Converting a tensor with requires_grad=True to a scalar", "Full backward hook is firing")
MISFITS = ("AttributeError", "NameError", "UnboundLocalError", "TypeError", "KeyError", "IndexError", "SyntaxError")
# Findings about gradients that are asked for where there are none: who starves there may go on to.
ACCEPTING = ("unused-input", "unused-parameters", "scaler-without-gradients")
FREEZING = ("flag-on-module", "not-frozen")  # who is told of may have been meant to stop
# A model that was its own target acts otherwise when it has one: its episodes, and so its steps, may be fewer.
DECIDING = ("same-memory", "self-load")
REPEATING = ("stepped-twice",)  # a step too many may go: as many as there are passes remain
COUNTED = ("counted-twice",)  # and so may a pass: as many as there are steps remain
HELD = ("not-in-optimizer", "stale-optimizer")  # all who are told of should be in an optimizer then
LEAST_DONE = 0.5
ENOUGH = 16  # steps or passes, of a run that is ended early
LONGEST = 100  # characters of an error that are told
RISES = 1.5  # a loss that ends at so many times of what it began with has risen
KEEPS = 1.05
FEW = 4  # one in so many of those that starved may go on without a gradient
SOME = 2  # and one in so many with a gradient of zeros


class Verdict(Enum):
    CURED = "cured"
    PARTLY = "partly"  # the symptom is gone, and another shows
    UNCHANGED = "unchanged"
    WORSE = "worse"
    FAILED = "failed"


@dataclass(frozen=True)
class Judgement:
    verdict: Verdict
    evidence: tuple[str, ...]

    @property
    def is_cured(self) -> bool:
        return self.verdict is Verdict.CURED


def judge(target: Found, before: Report, after: Report) -> Judgement:
    """What the change has done to the finding `target` of the report `before`."""
    if after.internal_error is not None:
        return Judgement(Verdict.FAILED, (f"whygrad itself failed: {after.internal_error}",))
    if (broken := _failure(before, after)) is not None:
        return broken
    if _is_there(target, before, after):
        return Judgement(Verdict.UNCHANGED, (f"{_called(target)} is still reported",))
    harm = [*_harms(target, before, after)]
    if harm:
        return Judgement(Verdict.WORSE, tuple(harm))
    new = [found for found in after.alarms if not any(_are_one(found, old) for old in before.alarms)]
    if new:
        return Judgement(Verdict.PARTLY, tuple(f"{_called(f)} is now reported: {f.message}" for f in new[:LISTED]))
    return Judgement(Verdict.CURED, tuple(_gains(target, before, after)))


def _failure(before: Report, after: Report) -> Judgement | None:
    """The run with the change has ended by an error: the same one, another one that is explained, or a new one."""
    if after.error is None and after.over and before.error is not None and not before.over:
        is_further = after.steps > before.steps or after.passes > before.passes
        return None if is_further else Judgement(Verdict.FAILED, (f"the trial {after.over}: no further than before",))
    if after.error is None and after.status in (0, before.status if before.error is None else 0):
        return None
    told = _shortened(after.error) if after.error else f"exit status {after.status}"
    is_further = (after.steps, after.passes) > (before.steps, before.passes)
    if before.error is not None and after.error == before.error and not is_further:
        same = {(f.cause, f.code) for f in before.alarms} & {(f.cause, f.code) for f in after.alarms}
        if same or not after.alarms:
            return Judgement(Verdict.UNCHANGED, (f"it still ends with {told}",))
    is_another = is_further or not _are_same(before.alarms, after.alarms)
    if after.error is not None and after.alarms and is_another and not _is_of_our_making(before, after):
        return Judgement(Verdict.PARTLY, (f"it ends with {told} now",))
    return Judgement(Verdict.FAILED, (f"it ends with {told}",))


def _is_of_our_making(before: Report, after: Report) -> bool:
    """Is it an error that a change makes which does not fit the program?"""
    kind = (after.error or "").partition(":")[0]
    return kind in MISFITS and kind != (before.error or "").partition(":")[0]


def _shortened(error: str) -> str:
    return error if len(error) <= LONGEST else f"{error[:LONGEST]}…"


def _are_same(one: Sequence[Found], other: Sequence[Found]) -> bool:
    return {(f.cause, f.code) for f in one} == {(f.cause, f.code) for f in other}


def _is_there(target: Found, before: Report, after: Report) -> bool:
    """Is the finding among those of the other run? Of several that look alike one less is a success."""
    alike = sum(_are_one(target, f) for f in before.alarms)
    return sum(_are_one(target, f) for f in after.alarms) >= max(alike, 1)


def _are_one(one: Found, other: Found) -> bool:
    """Do both tell of the same? Lines move with an edit, texts do not."""
    return one.cause == other.cause and one.code == other.code


def _harms(target: Found, before: Report, after: Report) -> Iterator[str]:
    yield from _less_done(target, before, after)
    yield from _starved(target, before, after)
    new = [w for w in after.warnings if w not in before.warnings and not any(h in w for h in OF_SUCCESS)]
    if new:
        yield f"a new warning: {new[0]}"
    yield from _worse_losses(before.printed, after.printed)


def _less_done(target: Found, before: Report, after: Report) -> Iterator[str]:
    """A change must not cure by leaving out what the program is for."""
    least = LEAST_DONE if after.over or target.cause in DECIDING else 1
    steps = min(before.steps, before.passes) if target.cause in REPEATING else before.steps
    passes = min(before.passes, before.steps) if target.cause in COUNTED else before.passes
    for what, old, new in (("step", steps, after.steps), ("backward pass", passes, after.passes)):
        wanted = min(old, ENOUGH) if after.over else old
        if new < least * wanted:
            yield f"it runs {_count(new, what)} instead of {old}" + (f": the trial {after.over}" if after.over else "")
            return
    trains = any(k.steps == 0 for k in before.learning) or before.passes
    by_hand = any(map(learns, after.learning))  # gradients that the program computes or assigns itself
    if before.error is not None and trains and not after.passes and not by_hand:
        yield "no backward pass runs"


def _starved(target: Found, before: Report, after: Report) -> Iterator[str]:
    """Who should learn now and does not, and who has stopped."""
    by_name = _by_name(after)
    lost = () if target.cause in (*ACCEPTING, *FREEZING) else target.lost
    hoped = [k for name in lost if (k := by_name.get(name)) is not None and k.steps]
    hungry = [k for k in hoped if not learns(k)]
    left = [name for name in lost if name not in by_name] if target.cause in HELD and hoped else []
    if left:
        yield f"no optimizer holds `{left[0]}`"
        return
    # Of a whole model a few may have no gradient by nature: the bias of an energy whose slope is the loss; or one of
    # zeros, as the bias of what is compared with itself. What of them is wrong, the recorder finds.
    zeros = all(k.got and k.finite and not k.nonzero for k in hungry)
    if len(hungry) * (SOME if zeros else FEW) > len(hoped):
        yield f"`{hungry[0].name}` {_lacks(hungry[0])}"
        return
    stepped = [k for k in after.learning if k.steps]
    if stepped and not any(map(learns, stepped)):
        yield "no parameter learns"
        return
    bad = [k for k in stepped if not k.finite]
    if bad and not [k for k in before.learning if not k.finite]:
        yield f"`{_name(bad[0])}` is not finite at the end"
    by_place = {(k.optimizer, k.position, k.shape): k for k in after.learning}
    frozen = {name for found in before.alarms if found.cause == target.cause in FREEZING for name in found.lost}
    for k in before.learning:
        now = by_name.get(k.name) if k.name else by_place.get((k.optimizer, k.position, k.shape))
        if now is not None and now.got and target.cause == "nan-gradient":
            continue  # nan is not zero, and moves: what has learnt before is not known
        if k.name in frozen:
            continue
        if learns(k) and now is not None and not learns(now):
            yield f"`{_name(k)}` learned before, but {_lacks(now)} now"
            return


def _by_name(report: Report) -> dict[str, Learning]:
    """Of a parameter that several optimizers hold, the one at which it learns."""
    return {k.name: k for k in sorted(report.learning, key=learns) if k.name}


def learns(k: Learning) -> bool:
    """Does it get a gradient that is finite and not zero, and change?"""
    return k.got and k.nonzero and k.moved and k.finite


def _lacks(k: Learning) -> str:
    if not k.got:
        return "gets no gradient"
    if not k.nonzero:
        return "gets a gradient of zeros"
    return "does not change" if k.finite else "is not finite"


def _name(k: Learning) -> str:
    return k.name or f"parameter {k.position} of optimizer {k.optimizer}"


def _worse_losses(before: Sequence[Printed], after: Sequence[Printed]) -> Iterator[str]:
    """What the program prints about its loss: nan where there was none, or a rise where there was none."""
    old, new = _by_label(before), _by_label(after)
    for label, values in new.items():
        known = old.get(label, [])
        if not all(map(math.isfinite, values)) and all(map(math.isfinite, known)):
            yield f"`{label}` is not finite"
        elif _has_turned_worse(known, values):
            yield f"`{label}` rises from {values[0]:.4g} to {values[-1]:.4g}"


def _has_turned_worse(known: Sequence[float], values: Sequence[float]) -> bool:
    """Does it rise now, and did not before, and end higher than it was at the same time?"""
    if min(len(known), len(values)) < 2 or not _rises(values, RISES) or _rises(known, KEEPS):
        return False
    return values[-1] > known[min(len(values), len(known)) - 1]


def _rises(values: Sequence[float], by: float) -> bool:
    return values[0] > 0 and values[-1] > by * values[0]


def _by_label(printed: Sequence[Printed]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for p in printed:
        found.setdefault(p.label, []).append(p.value)
    return found


def _gains(target: Found, before: Report, after: Report) -> Iterator[str]:
    """What is better now."""
    yield "the error is gone" if before.error is not None else f"{_called(target)} is gone"
    steps = max((k.steps for k in after.learning), default=0)
    now = [k for k in after.learning if learns(k)]
    known = {k.name for k in before.learning if k.name and learns(k)}
    places = {(k.optimizer, k.position, k.shape) for k in before.learning if learns(k)}
    new = [k for k in now if (k.name not in known if k.name else (k.optimizer, k.position, k.shape) not in places)]
    if new:
        names = [k.name for k in new if k.name][:LISTED]
        listed = ", ".join(f"`{n}`" for n in names)
        more = f"{listed} and {len(new) - len(names)} more" if names and len(new) > len(names) else listed
        who = more or _count(len(new), "parameter")
        norm = math.hypot(*(k.norm for k in new))
        size = f", gradient norm {norm:.2g}" if 0 < norm < math.inf else ""
        yield f"{_count(steps, 'step')}: {who} learn{'s' if len(new) == 1 else ''} now{size}"
    for label, values in list(_by_label(after.printed).items())[:LISTED]:
        if len(values) > 1 and all(map(math.isfinite, values)):
            yield f"{label} {values[0]:.4g} → {values[-1]:.4g}"
    if after.over:
        yield f"the trial {after.over}"


def _called(found: Found) -> str:
    return f"{found.severity}[{found.cause}]"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 'es' if what.endswith('s') else 's'}"
