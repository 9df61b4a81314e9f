"""Steps use another learning rate than the one that the program sets: a loaded one, or that of other groups."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.rates import RestoredRate, StrayRate
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.patterns.stores import attribute_stores, stored_under

STEPS = 4
FAR_BELOW = 0.01  # of what the program chose
DECAYED = 0.1  # of what the schedule began with: it was near its end, or had just begun to warm up
MOSTLY = 0.75  # of the inspected steps
VARIED = 1.5  # the highest and the lowest


class IgnoredLearningRate(SilentCause):
    name = "ignored-learning-rate"
    kind = QueryKind.TRAINING
    inferred = "whygrad observed the learning rates; the line is inferred from the source"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        strays = [seen for seen in graph.evidence(StrayRate) if _is_ignored(seen)]
        for stray in strays:
            yield self._of_others(graph, stray)
        for seen in graph.evidence(RestoredRate):
            is_far = seen.loaded < FAR_BELOW * seen.given and seen.loaded < DECAYED * seen.initial
            if not is_far or seen.steps < STEPS or not seen.chain or any(seen.chain == s.loaded for s in strays):
                continue
            if not stored_under("lr", graph.recording.sources, graph.sources):  # else the program sets it by hand
                facts = {"given": seen.given, "loaded": seen.loaded, "initial": seen.initial, "steps": seen.steps}
                yield self.finding("warning", seen.chain, (), how="loaded", **facts)

    def _of_others(self, graph: UncutGraph, seen: StrayRate) -> Finding:
        facts = {"kind": seen.kind, "used": seen.used, "rates": seen.rates, "looks": seen.looks}
        if seen.loaded:
            return self.finding("warning", seen.loaded, (), how="replaced", **facts)
        if seen.scheduled:
            chain, other = (seen.made, seen.scheduled) if seen.is_late else (seen.scheduled, seen.made)
            label = "the schedule was created here, for another optimizer" if seen.is_late else "this one steps"
            path = tuple(Step("", place, label) for place in other[-1:])
            facts |= {"how": "schedule", "late": seen.is_late}
            return Finding(self.name, "warning", "observed", chain or other, path, facts=facts)
        stores = attribute_stores("param_groups", graph.recording.sources, graph.sources) if seen.owner else []
        chain = (stores[0],) if len(stores) == 1 else seen.made
        return self.finding("warning", chain, (), Wording(inferred=len(stores) == 1), how="copied", **facts)

    def subject(self, finding: Finding) -> str:
        if finding.facts["how"] == "loaded":
            steps, loaded, given = (finding.facts[key] for key in ("steps", "loaded", "given"))
            return f"all {steps} steps use a learning rate of {loaded:.2g} instead of {given:.2g}"
        return f"`{finding.facts['kind']}` never uses the learning rates that the program sets"

    def clause(self, finding: Finding) -> str:
        how = finding.facts["how"]
        if how == "loaded":
            return "`load_state_dict` restores the saved rate"
        if how == "schedule":
            return "the schedule changes those of another optimizer of the same parameters"
        return "they are written to parameter groups that do not belong to the optimizer"

    def label(self, finding: Finding) -> str:
        how = finding.facts["how"]
        if how == "loaded":
            return "loads the learning rate too"
        if how == "replaced":
            return "replaces the parameter groups, and the old ones remain in use"
        if how == "schedule":
            return "creates an optimizer without a schedule" if finding.facts["late"] else "this optimizer never steps"
        return (
            "may keep groups that do not belong to the optimizer"
            if finding.evidence == "inferred"
            else "has its own groups"
        )

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["how"] == "loaded":
            initial = f"{finding.facts['initial']:.2g}"
            return (f"the schedule of the saved run began at {initial}; no schedule changes the rate in this run",)
        low, high = finding.facts["rates"]
        used, looks = finding.facts["used"], finding.facts["looks"]
        return (f"the program sets rates from {low:.2g} to {high:.2g}; all {looks} inspected steps use {used:.2g}",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        how = finding.facts["how"]
        if how == "loaded":
            return ('set `group["lr"]` of its `param_groups` after loading, or continue the schedule of the saved run',)
        if how == "replaced":
            return ("read `param_groups` from the optimizer again after loading, or turn it into a property",)
        if how == "schedule":
            return ("create the schedule for the optimizer that steps",)
        return ("use the optimizer's own `param_groups` instead of a copy",)


def _is_ignored(seen: StrayRate) -> bool:
    low, high = seen.rates
    return seen.looks >= STEPS and seen.apart >= MOSTLY * seen.looks and high > VARIED * low and bool(seen.made)
