"""What is told of a state that nothing resets between two passes."""

from __future__ import annotations

from whygrad.finding import Step
from whygrad.graph.missed_resets import MissedReset

INFERRED = "whygrad observed that the state is shared; it infers from the source that nothing resets it"
RARE = "whygrad observed that the state is shared; it infers from the source where that is reset"


def inferred_of(unreset: MissedReset) -> str:
    return RARE if unreset.rare else INFERRED


def steps_of(unreset: MissedReset) -> tuple[Step, ...]:
    """The line that renews the state, and the one that would reset it."""
    does = ("detaches", "resets") if unreset.rare else ("would detach", "would reset")
    anew = f"{does[0] if unreset.reset.cuts else does[1]} it"
    renews = Step("store", unreset.store, "renews the state, and keeps its graph")
    return renews, Step("store", unreset.reset.place, anew)


def label_of(unreset: MissedReset) -> str:
    if unreset.of_others:
        return "resets another object, not the one that carries the state over"
    if unreset.rare:
        return "runs before the loop: every round but the first continues from the state of the previous pass"
    begins = "a new round begins here, and " if unreset.with_others else ""
    return f"{begins}continues from the state of the previous pass: nothing calls `{unreset.reset.name}()`"


def help_of(unreset: MissedReset) -> str:
    method = f"`{unreset.reset.name}()`"
    if unreset.of_others:
        return f"call {method} here for every object that keeps a state"
    if unreset.rare:
        return (
            "call this at the start of every round of the loop; if the state should go on from one round to the next, "
            "`.detach()` it after every pass"
        )
    if unreset.reset.cuts:
        return f"call {method} after every pass, before the state is used again"
    where = "or at the start of the `forward` that runs the sequence"
    return f"call {method} before this line, for every object that keeps a state, {where}"
