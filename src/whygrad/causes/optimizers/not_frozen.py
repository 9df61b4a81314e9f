"""A part that should be frozen changes: it is only in `eval()` mode, or the flag says little to who steps with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.holdings import FlagBeside, MovedWhileFrozen, MovedWithoutGradient, ScaledWhileFrozen
from whygrad.evidence.of_one_cause.eval_mode import RestingPart
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Place, QueryKind
from whygrad.source.intended import freezing_word
from whygrad.source.patterns.freezing import call_of_freezing
from whygrad.source.sharing.flagged import is_only_flagged

STEPS = 4
SHARE = 4  # one of so many steps, and more

ZEROS, LEFT, NONE = "zeros", "left", "none"  # what the steps found as its gradient
MOVED_CLAUSES = {
    ZEROS: "the gradient is all zeros instead of `None`, so steps still apply momentum and weight decay",
    LEFT: "the gradient of an earlier pass is still there, and every step uses it",
    NONE: "this optimizer's step also changes parameters without a gradient",
}
MOVED_LABELS = {NONE: "frozen here, and still held by the optimizer"}
MOVED_HELPS = {
    ZEROS: "clear gradients with `zero_grad(set_to_none=True)`, or leave frozen parameters out of the optimizer",
    LEFT: "set `p.grad = None` where you freeze `p`, or leave frozen parameters out of the optimizer",
    NONE: "leave frozen parameters out of the optimizer: create a new one from those that still learn",
}


class NotFrozen(SilentCause):
    name = "not-frozen"
    kind = QueryKind.TRAINING
    also = "also trained"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        yield from self._of_eval(graph)
        for flag in graph.evidence(FlagBeside):
            # A tensor that is used for its values may well be told to require no gradient.
            if flag.steps >= STEPS and flag.chain and is_only_flagged(flag.chain, graph.sources):
                yield self.finding("warning", call_of_freezing(flag.chain, graph.sources), flag.trained, flag=flag)

        moves: list[MovedWhileFrozen | MovedWithoutGradient] = [*graph.evidence(MovedWhileFrozen)]
        for moved in (*moves, *graph.evidence(MovedWithoutGradient)):
            if moved.frozen and moved.moved >= STEPS and 2 * moved.moved >= moved.looks:
                chain = call_of_freezing(moved.frozen, graph.sources)
                path = tuple(Step("", place, "still holds what is frozen") for place in moved.made[-1:])
                facts = {"moved": moved.moved, "by": _what_moves(moved)}
                yield Finding(self.name, "warning", "observed", chain, path, moved.names, facts)

        yield from self._scaled(graph)

    def _scaled(self, graph: UncutGraph) -> Iterator[Finding]:
        """What decays by hand: the line that multiplies what learns multiplies what is frozen too."""
        groups: dict[Place, list[ScaledWhileFrozen]] = {}
        for seen in graph.evidence(ScaledWhileFrozen):
            if seen.written and seen.shrunk >= STEPS and 2 * seen.shrunk >= seen.looks:
                groups.setdefault(seen.written[-1], []).append(seen)
        for members in groups.values():
            first = members[0]
            path = tuple(Step("", place, "frozen here") for place in first.frozen[-1:])
            lost = tuple(dict.fromkeys(name for seen in members for name in seen.names))
            facts = {"shrunk": min(seen.shrunk for seen in members), "number": sum(seen.number for seen in members)}
            yield Finding(self.name, "warning", "observed", first.written, path, lost, facts)

    def _of_eval(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(RestingPart):
            if seen.steps < STEPS or SHARE * seen.steps < seen.of or not seen.chain:
                continue
            word = freezing_word(seen.chain, graph.sources)
            if word:
                wording = Wording(inferred=f"whygrad infers from `{word}` that they should be frozen")
                found = self.finding("warning", seen.chain, seen.trained, wording, seen=seen)
                yield replace(found, is_fallback=True)
            elif seen.beside:
                yield self.finding("note", seen.chain, seen.trained, seen=seen)

    def subject(self, finding: Finding) -> str:
        verb = _is(finding)
        if "flag" in finding.facts:
            return f"{counted(finding.lost)} {verb} still trained, at {finding.facts['flag'].steps} steps"
        if "shrunk" in finding.facts:
            if finding.facts["number"] == 1:
                return f"{counted(finding.lost)} is frozen and still shrinks"
            return f"{counted(finding.lost, 'several parameters')} are frozen and still shrink"
        if "moved" in finding.facts:
            changes, steps = "changes" if verb == "is" else "change", finding.facts["moved"]
            return f"{counted(finding.lost)} {verb} frozen and still {changes}, at {steps} inspected steps"
        seen: RestingPart = finding.facts["seen"]
        return f"{counted(finding.lost)} {verb} trained in `eval()` mode, at {seen.steps} of {seen.of} steps"

    def clause(self, finding: Finding) -> str:
        if "flag" in finding.facts:
            return "`requires_grad` was set on detached tensors in the same memory, not on parameters"
        if "shrunk" in finding.facts:
            whose, steps = "its" if finding.facts["number"] == 1 else "their", finding.facts["shrunk"]
            return f"a write by hand multiplies all {whose} elements by a number below 1, at {steps} inspected steps"
        if "moved" in finding.facts:
            return MOVED_CLAUSES[finding.facts["by"]]
        return "`eval()` switches only dropout and batch norm, and freezes no parameter"

    def label(self, finding: Finding) -> str:
        if "flag" in finding.facts:
            return "sets the flag of a tensor that required no gradient before"
        if "shrunk" in finding.facts:
            return "shrinks frozen parameters together with those that learn"
        if "moved" in finding.facts:
            return MOVED_LABELS.get(finding.facts["by"], "frozen here, with a gradient that later steps still use")
        return f"switches the `{finding.facts['seen'].kind}` to eval mode; its parameters still learn"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if "flag" in finding.facts:
            return ("set `requires_grad` on the parameters, for example in a loop over `named_parameters()`",)
        if "shrunk" in finding.facts:
            return ("skip parameters that require no gradient: `if parameter.requires_grad:`",)
        if "moved" in finding.facts:
            return (MOVED_HELPS[finding.facts["by"]],)
        return ("freeze it too, with `requires_grad_(False)`, or leave its parameters out of the optimizer",)


def _is(finding: Finding) -> str:
    return "is" if len(finding.lost) <= 1 else "are"


def _what_moves(moved: MovedWhileFrozen | MovedWithoutGradient) -> str:
    if isinstance(moved, MovedWithoutGradient):
        return NONE
    return LEFT if moved.is_left else ZEROS
