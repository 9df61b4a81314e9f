"""A word while the program still trains: what the first steps have shown, in one line; and all of it by a signal."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whygrad.diagnostic import Diagnostic
    from whygrad.evidence.report import Spent
    from whygrad.evidence.steps import Learning
    from whygrad.finding import Finding

ASKING = getattr(signal, "SIGUSR1", None)  # Windows has none


def worth_telling(
    pairs: Sequence[tuple[Finding, Diagnostic]], shown: Container[str]
) -> list[tuple[Finding, Diagnostic]]:
    """What is reported anyway, then what no loss has used so far and no code can use later."""
    sure = [pair for pair in pairs if pair[1].severity in shown]
    others = [(replace(f, lost=f.unread), d) for f, d in pairs if f.unread and d.severity not in shown]
    return [*sure, *others]


def line_after(steps: int, pairs: Sequence[tuple[Finding, Diagnostic]], can_ask: bool) -> str:
    """The most likely finding so far, in one line."""
    finding, diagnostic = pairs[0]
    what = diagnostic.message.partition(": ")[0]
    if finding.lost and "gradient" in what:
        others = f" and {len(finding.lost) - 1} more have" if len(finding.lost) > 1 else " has"
        what = f"`{finding.lost[0]}`{others} no gradient"
    more = "more at the end, or send SIGUSR1" if can_ask else "more at the end"
    return f"whygrad: after {steps} steps {what}; {more}"


def answer_to_signal(ask: Callable[[], None]) -> bool:
    """Have SIGUSR1 ask for all that is known, where the program has no use for it."""
    if ASKING is None or threading.current_thread() is not threading.main_thread():
        return False
    if signal.getsignal(ASKING) is not signal.SIG_DFL:
        return False
    signal.signal(ASKING, lambda number, frame: ask())
    return True


def line_of_healthy(steps: int, learning: Sequence[Learning], spent: Spent | None) -> str:
    """One line for a run in which nothing was found."""
    learn = sum(1 for one in learning if one.got)
    watched = f"{steps} {'step' if steps == 1 else 'steps'} watched"
    cost = "cost unknown" if spent is None else _cost(spent)
    return f"whygrad: nothing found: {watched}, {learn} of {len(learning)} parameters learn, {cost}"


def _cost(spent: Spent) -> str:
    """And how it is known: the calls that C noted were counted, one was measured at its best after the run.

    Those that Python notes are neither counted nor timed, so it is the least.
    """
    share = f"{100 * spent.share:.0f}" if spent.share >= 0.095 else f"{100 * spent.share:.1f}"
    calls = f"{spent.calls:,} recorded calls of {1e6 * spent.by_call:.1f} µs"
    return f"cost at least {share}% of {spent.run:.1f} s ({calls}, {spent.inspecting:.2f} s at passes and steps)"
