"""A value that was normalised and then added up again, so that the result is the same whatever was computed."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.terms import ConstantResult
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import shown
from whygrad.recording import QueryKind

SEVERAL = 3  # passes: at the start, gradients may be equal by chance


class ConstantReduction(SilentCause):
    name = "constant-result"
    kind = QueryKind.TRAINING
    also = "also without effect"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told = set()
        for seen in graph.evidence(ConstantResult):
            if seen.passes < SEVERAL or not seen.normalised or not seen.reduced or seen.reduced[-1] in told:
                continue
            told.add(seen.reduced[-1])
            apart = seen.normalised[-1] != seen.reduced[-1]
            path = (Step("", seen.normalised[-1], "the values are normalised here"),) if apart else ()
            facts = {"by": seen.by, "op": seen.op, "alone": seen.alone, "passes": seen.passes}
            yield Finding(self.name, "warning", "observed", seen.reduced, path, seen.names, facts)

    def subject(self, finding: Finding) -> str:
        learns = "learns" if len(finding.lost) <= 1 else "learn"
        where = "" if finding.facts["alone"] else " from this result"
        return f"{counted(finding.lost)} {learns} nothing{where}"

    def clause(self, finding: Finding) -> str:
        op, by = shown(finding.facts["op"]), shown(finding.facts["by"])
        if op == by:
            return "the values are normalised and then reduced again, so the result does not depend on them"
        return f"`{by}` normalises the values that `{op}` reduces, so the result does not depend on them"

    def label(self, finding: Finding) -> str:
        return "gives the same result for any values"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return (f"the gradient cancels out in the normalisation at all {finding.facts['passes']} inspected passes",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("reduce along another dimension than the normalised one, or reduce the values before normalising them",)
