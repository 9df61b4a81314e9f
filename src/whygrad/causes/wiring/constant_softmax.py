"""A softmax of values that are equal by the way they were made."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.values import EqualLogits
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind

SEVERAL = 3  # passes: at the start, values may be equal by chance


class ConstantSoftmax(SilentCause):
    name = "constant-softmax"
    kind = QueryKind.TRAINING
    also = "also without effect"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(EqualLogits):
            if seen.passes < SEVERAL or not seen.joined or not seen.softmax:
                continue
            chain = seen.parts[-1] if seen.parts and seen.parts[-1] else seen.joined
            others = [part[-1] for part in seen.parts[:1] if part and part[-1] != chain[-1]]
            path = [Step("", place, "the same value") for place in others]
            path += [Step("", seen.softmax[-1], "the softmax of equal values")]
            facts = {"size": seen.size, "repeated": not seen.parts, "passes": seen.passes}
            yield Finding(self.name, "warning", "observed", chain, tuple(path), seen.names, facts)

    def subject(self, finding: Finding) -> str:
        return f"{counted(finding.lost)} {'learns' if len(finding.lost) <= 1 else 'learn'} nothing"

    def clause(self, finding: Finding) -> str:
        size, passes = finding.facts["size"], finding.facts["passes"]
        return f"all {size} values along the dimension of a softmax are equal, at all {passes} inspected steps"

    def label(self, finding: Finding) -> str:
        return "repeats one value" if finding.facts["repeated"] else "the same value again"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["repeated"]:
            return ("compute one value for each position of that dimension",)
        return ("compute each value with its own layer, or from another input",)
