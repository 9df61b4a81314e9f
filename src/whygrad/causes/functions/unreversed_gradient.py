"""A Function that should reverse the gradient passes it on in its own direction, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from whygrad.causes._silent import SilentCause
from whygrad.evidence.of_one_cause.unreversed_gradients import UnreversedGradient
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.values.reversals import negation_in

LOOKS = 2  # calls of `backward` that must have been looked at


class UnreversedGradientCause(SilentCause):
    name = "unreversed-gradient"
    kind = QueryKind.TRAINING
    inferred = "whygrad observed the factor, and infers from the source that `backward` should reverse the gradient"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(UnreversedGradient):
            place = negation_in(seen.backward, graph.sources) if seen.looked >= LOOKS else None
            if place is not None:
                # A coefficient that stays 0 may grow later than the run goes.
                severity = "warning" if seen.factor > 0 else "note"
                facts: dict[str, Any] = {"function": seen.name, "factor": seen.factor, "looked": seen.looked}
                path = tuple(Step("", call, "called here, with its coefficient") for call in seen.call[-1:])
                yield replace(self.finding(severity, (place,), (), Wording(inferred=True), **facts), path=path)

    def subject(self, finding: Finding) -> str:
        return f"`{finding.facts['function']}` does not reverse the gradient"

    def clause(self, finding: Finding) -> str:
        if finding.facts["factor"] > 0:
            return "it passes the gradient on unreversed, so what should be unlearned is learned"
        return f"each of the {finding.facts['looked']} inspected calls of `backward` returned 0"

    def label(self, finding: Finding) -> str:
        if finding.facts["factor"] > 0:
            return f"negates, but in total multiplies the gradient by up to +{finding.facts['factor']:.3g}"
        return "negates, but the result is always 0"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["factor"] > 0:
            return ("pass a coefficient above 0, or negate only once",)
        return ("pass a coefficient above 0",)
