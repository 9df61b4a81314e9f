"""A log-likelihood that is minimised: each step makes the given targets less probable."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.terms import LoweredLikelihood
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind

SEVERAL = 3  # steps


class LoweredLikelihoodCause(SilentCause):
    name = "lowered-likelihood"
    kind = QueryKind.TRAINING

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(LoweredLikelihood):
            if seen.steps < SEVERAL or not seen.chain:
                continue
            at = seen.chain[-1]
            apart = seen.logarithm and (seen.logarithm[-1].file, seen.logarithm[-1].line) != (at.file, at.line)
            path = (Step("", seen.logarithm[-1], "the log-probability of the targets"),) if apart else ()
            facts = {"by": seen.by, "steps": seen.steps}
            yield Finding(self.name, "warning", "observed", seen.chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        return "training makes the targets less probable"

    def clause(self, finding: Finding) -> str:
        return f"the loss grows with the result of `{finding.facts['by']}`, and the optimizer makes the loss smaller"

    def label(self, finding: Finding) -> str:
        return "a log-likelihood of the targets, without a minus sign"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return (f"this was so at all {finding.facts['steps']} inspected steps",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("negate it; or, to maximize it, pass `maximize=True` to the optimizer",)
