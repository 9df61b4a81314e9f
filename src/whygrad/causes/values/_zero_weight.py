"""Terms of a loss whose weight is a plain number that the program changes, and that is 0 at every pass."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.evidence.terms import ZeroWeight
from whygrad.finding import Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain
from whygrad.source.values.annealed import StuckWeight, stuck_weight

A_FEW_PASSES = 8  # a warm-up begins with 0
LABELS = {
    "reset": "sets the weight back before each use",
    "rounded": "rounds down to 0",
    "uncounted": "computes the weight from a counter that stays 0",
}
OTHERS = {"reset": "changed here, without effect", "uncounted": "0 from here on, and no line changes it"}


def stuck_weights(graph: UncutGraph) -> Iterator[tuple[ZeroWeight, StuckWeight]]:
    """With the reason; a weight that is 0 by choice has none."""
    for zero in graph.evidence(ZeroWeight):
        stuck = stuck_weight(zero.chain, graph.recording.sources, graph.sources) if zero.chain else None
        if stuck is not None and zero.passes >= A_FEW_PASSES:
            yield zero, stuck


def steps_of(stuck: StuckWeight, product: Chain) -> tuple[Step, ...]:
    other = [Step("", stuck.other, OTHERS[stuck.how])] if stuck.other is not None else []
    return (*other, Step("mul", product[-1], "multiplied by 0 here"))


def help_of(stuck: StuckWeight) -> str:
    if stuck.how == "reset":
        return f"reset `{stuck.name}` only where a new cycle begins, not before each use"
    if stuck.how == "rounded":
        return "divide with `/`, which keeps the fraction"
    return f"increment `{stuck.name}` after each step"
