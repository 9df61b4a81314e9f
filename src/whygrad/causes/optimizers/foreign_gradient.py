"""A step uses gradients that the pass of another optimizer's loss left behind."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.terms import ForeignGradient
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind


class ForeignGradientCause(SilentCause):
    name = "foreign-gradient"
    kind = QueryKind.TRAINING
    also = "also updated with it"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(ForeignGradient):
            if not seen.adds or not seen.foreign:
                continue
            chain = seen.cleared or seen.adds
            path = [Step("", seen.foreign[-1], "leaves gradients that another optimizer's step uses")]
            if seen.cleared:
                path.append(Step("", seen.adds[-1], "adds to them"))
            facts = {"cleared": bool(seen.cleared)}
            yield Finding(self.name, "warning", "observed", chain, tuple(path), tuple(dict.fromkeys(seen.names)), facts)

    def subject(self, finding: Finding) -> str:
        return (
            f"{counted(finding.lost)} {'is' if len(finding.lost) <= 1 else 'are'} updated with another loss's gradient"
        )

    def clause(self, finding: Finding) -> str:
        return "an earlier pass leaves it behind, and nothing clears it before the next pass"

    def label(self, finding: Finding) -> str:
        return "clears other gradients, not these" if finding.facts["cleared"] else "adds to the existing gradients"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["cleared"]:
            return ("clear the gradients of the optimizer that steps next",)
        return ("clear the gradients of the optimizer that steps next, right before this pass",)
