"""What was kept as a copy shares the memory of the parameter: it changes with each step, and every difference is 0."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.of_one_cause.same_memory import StaleAlias, WrittenOntoItself
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind

SEVERAL = 2  # parameters: one that is tied may well be given its own values


class SameMemoryCause(SilentCause):
    name = "same-memory"
    kind = QueryKind.TRAINING
    yields_to = ("self-comparison", "self-load")

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told = set()
        for alias in graph.evidence(StaleAlias):
            if alias.taken and alias.used and alias.taken[-1] not in told:
                told.add(alias.taken[-1])
                label = "the difference is always 0" if alias.how == "compared" else "copies each value onto itself"
                path = (Step("", alias.used[-1], label),) if alias.used[-1] != alias.taken[-1] else ()
                facts = {"how": alias.how}
                yield Finding(self.name, "warning", "observed", alias.taken, path, facts=facts)
        for write in graph.evidence(WrittenOntoItself):
            if write.leaves >= SEVERAL and write.times > write.leaves and write.chain:
                yield self.finding("warning", write.chain, how="itself", act=write.act)

    def subject(self, finding: Finding) -> str:
        if finding.facts["how"] == "itself":
            return "this write changes nothing"
        return "this shares the parameter's memory instead of copying it"

    def clause(self, finding: Finding) -> str:
        if finding.facts["how"] == "itself":
            averages = finding.facts["act"] == "lerp"
            return "it averages every parameter with itself" if averages else "it copies every parameter onto itself"
        if finding.facts["how"] == "written":
            return "each step changes it too, so writing it back restores nothing"
        return "each step changes it too, so the parameter never differs from it"

    def label(self, finding: Finding) -> str:
        return "both are the same parameter" if finding.facts["how"] == "itself" else "changes with the parameter"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["how"] == "itself":
            return ("keep the other set of weights as a copy: `copy.deepcopy(module)`, or `.detach().clone()` of each",)
        return ("keep a copy: `.detach().clone()`",)
