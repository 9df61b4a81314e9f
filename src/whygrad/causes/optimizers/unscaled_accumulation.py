"""Passes that are added up for one step, and losses that are not divided by their number."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from whygrad.causes._silent import SilentCause
from whygrad.evidence.steps import AccumulatedPasses, UnevenMeans, UnevenSums
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, QueryKind
from whygrad.source.looping.counting import is_counted_by
from whygrad.source.parsing import parsed

SEVERAL_STEPS = 2  # one step may be the remainder of an epoch
LARGEST = 4096  # of a number of passes
HALF = 2
COUNTING = re.compile(r"accum|micro|every|steps|chunks|parts|passes|batches", re.IGNORECASE)


class UnscaledAccumulation(SilentCause):
    name = "unscaled-accumulation"
    drives = True
    kind = QueryKind.TRAINING

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for habit in graph.evidence(AccumulatedPasses):
            yield from self._found(graph, habit)
        uneven: list[UnevenMeans | UnevenSums] = [*graph.evidence(UnevenMeans), *graph.evidence(UnevenSums)]
        for means in uneven:
            if means.passes > 1 and means.steps >= SEVERAL_STEPS and 2 * means.steps >= means.of:
                yield self._of_uneven_means(means)

    def _of_uneven_means(self, means: UnevenMeans | UnevenSums) -> Finding:
        """Legitimate where each pass is to count the same, so a note."""
        facts = {"how": "means", "passes": means.passes, "divisor": 1, "steps": means.steps, "of": means.of}
        facts |= {"own": isinstance(means, UnevenSums)}
        facts |= {"fewest": means.fewest, "most": means.most}
        path = tuple(Step("backward", at, f"{means.passes} of these passes per step") for at in means.chain[-1:])
        return Finding(self.name, "note", "observed", means.loss or means.chain, path, facts=facts)

    def _found(self, graph: UncutGraph, habit: AccumulatedPasses) -> Iterator[Finding]:
        (passes, steps), divisors = habit.counts[0], list(habit.divisors)
        chain, divided = habit.chain, habit.divided
        facts: dict[str, Any] = {"passes": passes, "divisor": divisors[-1], "steps": steps}
        if steps < SEVERAL_STEPS:
            return
        if len(divisors) == 1 and divisors[0] == 1 and passes > 1 and habit.means:
            yield self.finding("note", chain, how="none", **facts)
        elif divisors == [1, passes] and habit.uneven >= SEVERAL_STEPS and habit.means:
            yield self._with_pass(chain, divided, how="uneven", **facts)
        elif len(divisors) == 1 and self._is_another_count(graph, habit, divided):
            yield self._with_pass(chain, divided, how="other", **facts)

    def _is_another_count(self, graph: UncutGraph, habit: AccumulatedPasses, divided: Chain) -> bool:
        """Is the loss divided by a number of passes that no step has had?"""
        divisor, passes = habit.divisors[0], habit.counts[0][0]
        if divisor != round(divisor) or not 1 < divisor <= LARGEST or not divided:
            return False
        if divisor in {count for count, _ in habit.counts}:
            return False
        names = _divisors_in(graph.text(divided[-1]))
        variables = (name for name in names if not name.replace(".", "").isdigit())
        if any(is_counted_by(name, divided[-1], graph.recording.sources, graph.sources) for name in variables):
            return True
        # Other numbers may be there for other reasons: the half of a squared error, a temperature.
        literal = divisor > HALF and any(name.isdigit() for name in names)
        return passes > 1 and habit.means and (literal or any(COUNTING.search(name) for name in names))

    def _with_pass(self, chain: Chain, divided: Chain, **facts: Any) -> Finding:
        path = (Step("backward", chain[-1], f"{_passes(facts['passes'])} like this per step"),) if chain else ()
        return Finding(self.name, "warning", "observed", divided or chain, path if divided else (), facts=facts)

    def subject(self, finding: Finding) -> str:
        passes = finding.facts["passes"]
        return f"each step uses the {'gradient' if passes == 1 else 'gradients'} of {_passes(passes)}"

    def clause(self, finding: Finding) -> str:
        passes, divisor, how = (finding.facts[k] for k in ("passes", "divisor", "how"))
        if how == "means":
            number = f"{finding.facts['fewest']} to {finding.facts['most']}"
            if finding.facts["own"]:
                return f"each loss is divided by its own number, {number}, and every pass counts the same"
            return f"each loss is a mean over its own {number} targets, and every pass counts the same"
        if how == "none":
            return f"each loss is a mean and none is divided by {passes}, so the sum is {passes} times the mean"
        if how == "uneven":
            return f"one loss is divided by {passes}, and the others are not"
        if passes == 1:
            return f"the loss is divided by {divisor:g}, which scales that gradient by {1 / divisor:.3g}"
        return f"the loss is divided by {divisor:g}, so the sum is {passes / divisor:.3g} times the mean"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["how"] != "means":
            return ()
        steps, of = finding.facts["steps"], finding.facts["of"]
        which = "each" if steps == of else f"{steps}"
        what = "numbers" if finding.facts["own"] else "numbers of targets"
        return (f"in {which} of the first {of} steps, the passes have different {what}",)

    def label(self, finding: Finding) -> str:
        if finding.facts["how"] == "means":
            return "covers one pass only" if finding.facts["own"] else "a mean over the targets of one pass"
        if finding.facts["how"] == "none":
            return f"adds an unscaled gradient, {finding.facts['passes']} times per step"
        if finding.facts["how"] == "uneven":
            return "not divided in every pass of a step"
        if finding.facts["passes"] == 1:
            return f"divides by {finding.facts['divisor']:g}, but each step uses one pass"
        return f"divides by {finding.facts['divisor']:g}, not by {finding.facts['passes']}"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        passes = finding.facts["passes"]
        if finding.facts["how"] == "means" and finding.facts["own"]:
            return (
                "divide the sum of each pass by the total number of the step; this gives the mean over all of them",
            )
        if finding.facts["how"] == "means":
            return (
                'use `reduction="sum"`, and divide by the number of targets in the step; this gives the mean over all '
                "targets",
            )
        if finding.facts["how"] == "none":
            return (f"divide each loss by {passes} if you want the mean; keep the code if you want the sum",)
        if passes == 1 and finding.facts["divisor"]:
            return (f"remove the division, or step once for every {finding.facts['divisor']:g} passes",)
        return (f"divide every loss by the number of passes per step, here {passes}",)


def _passes(count: int) -> str:
    return f"{count} passes" if count > 1 else "1 pass"


def _divisors_in(text: str) -> set[str]:
    """What an expression divides by, as the text has it."""
    try:
        tree = parsed(text.strip())
    except SyntaxError:
        return set()
    found = {ast.unparse(n.right) for n in ast.walk(tree) if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Div)}
    return found | {ast.unparse(n.value) for n in ast.walk(tree) if isinstance(n, ast.AugAssign)}
