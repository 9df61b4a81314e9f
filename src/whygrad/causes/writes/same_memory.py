"""What was kept as a copy shares the memory of the parameter: it changes with each step, and every difference is 0."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.of_one_cause.same_memory import (
    ComputedInState,
    DrawnIntoTarget,
    OwnDifference,
    PerturbedInPlace,
    StaleAlias,
    WrittenOntoItself,
)
from whygrad.evidence.of_one_cause.self_loads import LoadedIntoItself
from whygrad.evidence.of_one_cause.shallow_copies import ShallowCopy
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place, QueryKind
from whygrad.source.sharing.one_object import second_name, second_name_subtracted

READ = {
    "compared": "the difference is always 0",
    "written": "copies each value onto itself",
    "mixed": "reads several kept states, which are all the same",
}
SUBTRACTED = "whygrad observed the difference; the line that creates the second name is inferred from the source"
SEVERAL = 2  # parameters: one that is tied may well be given its own values


class SameMemoryCause(SilentCause):
    name = "same-memory"
    kind = QueryKind.TRAINING
    also = "also overwritten"
    yields_to = ("self-comparison", "self-load")
    inferred = "whygrad observed the write; the line that creates the second name is inferred from the source"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told: set[Place] = set()
        for alias in graph.evidence(StaleAlias):
            if alias.how != "kept" and alias.taken and alias.used and alias.taken[-1] not in told:
                told.add(alias.taken[-1])
                label = READ[alias.how]
                path = (Step("", alias.used[-1], label),) if alias.used[-1] != alias.taken[-1] else ()
                facts = {"how": alias.how}
                yield Finding(self.name, "warning", "observed", alias.taken, path, facts=facts)
        for made in graph.evidence(ShallowCopy):
            if made.steps >= SEVERAL and made.chain and made.chain[-1] not in told:
                told.add(made.chain[-1])
                yield Finding(self.name, "warning", "observed", made.chain, facts={"how": "shallow", "of": made.kind})
        for seen in graph.evidence(PerturbedInPlace):
            if seen.times >= SEVERAL and seen.chain:
                path = (Step("", seen.used[-1], "the clean input is used here"),) if seen.used else ()
                facts = {"how": "perturbed"}
                yield Finding(self.name, "warning", "observed", seen.chain, path, facts=facts)
        for drawn in graph.evidence(DrawnIntoTarget):
            if drawn.times >= SEVERAL and drawn.chain:
                path = (Step("", drawn.used[-1], "compares the prediction with it"),) if drawn.used else ()
                yield Finding(self.name, "warning", "observed", drawn.chain, path, facts={"how": "drawn"})
        yield from self._computed(graph)
        loads = {load.chain[-1] for load in graph.evidence(LoadedIntoItself) if load.chain}
        for write in graph.evidence(WrittenOntoItself):
            if write.leaves >= SEVERAL and write.times > write.leaves and write.chain and write.chain[-1] not in loads:
                yield self._onto_itself(graph, write)

        yield from self._subtracted(graph, told)

    def _subtracted(self, graph: UncutGraph, told: set[Place]) -> Iterator[Finding]:
        for own in graph.evidence(OwnDifference):
            if own.leaves >= SEVERAL and own.times > own.leaves and own.chain and own.chain[-1] not in told:
                yield self._own_difference(graph, own)

    def _own_difference(self, graph: UncutGraph, own: OwnDifference) -> Finding:
        path = tuple(Step("", at, "adds it") for at in own.written[-1:] if at.line != own.chain[-1].line)
        made = second_name_subtracted(own.chain, graph.sources)
        if made is None:
            return Finding(self.name, "warning", "observed", own.chain, path, facts={"how": "own"})
        path = (Step("", own.chain[-1], READ["compared"]), *path)
        facts = {"how": "own", "second": True}
        return Finding(
            self.name, "warning", "inferred", (made,), path, facts=facts, wording=Wording(inferred=SUBTRACTED)
        )

    def _computed(self, graph: UncutGraph) -> Iterator[Finding]:
        """One finding for each function that does so, by the first of its lines."""
        states: dict[tuple[Chain, str], list[ComputedInState]] = {}
        for state in graph.evidence(ComputedInState):
            if state.times >= SEVERAL and state.chain:
                states.setdefault((state.chain[:-1], state.chain[-1].function), []).append(state)
        for members in states.values():
            first = min(members, key=lambda state: state.chain[-1].line)
            path = (Step("", first.taken[-1], "takes the module's own tensors"),) if first.taken else ()
            lost = tuple(dict.fromkeys(name for state in members for name in state.names))
            facts = {"how": "computed"}
            yield Finding(self.name, "warning", "observed", first.chain, path, lost, facts)

    def _onto_itself(self, graph: UncutGraph, write: WrittenOntoItself) -> Finding:
        """The write, or where the second name of what it copies was made: as observed, else as the source tells."""
        facts = {"how": "itself", "act": write.act}
        path = (Step("", write.chain[-1], "changes no value"),)
        kept = [a.taken for a in graph.evidence(StaleAlias) if a.how == "kept" and a.used == write.chain]
        if kept:
            return Finding(self.name, "warning", "observed", kept[0], path, facts={**facts, "how": "kept"})
        made = second_name(write.chain, graph.sources)
        if made is None:
            return Finding(self.name, "warning", "observed", write.chain, facts=facts)
        return Finding(self.name, "warning", "inferred", (made,), path, facts={**facts, "second": True})

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("second"):
            return "this is a second name for the same parameters, not a copy"
        if finding.facts["how"] == "own":
            return "this difference is always 0"
        if finding.facts["how"] == "itself":
            return "this write changes nothing"
        if finding.facts["how"] == "perturbed":
            return "this write perturbs the clean input too"
        if finding.facts["how"] == "drawn":
            return "the target of the loss contains random values"
        if finding.facts["how"] == "computed":
            return f"{counted(finding.lost)} {'is' if len(finding.lost) < 2 else 'are'} overwritten"
        if finding.facts["how"] == "shallow":
            return f"this copy of `{finding.facts['of']}` shares the original's parameters"
        return "this shares the parameter's memory instead of copying it"

    def clause(self, finding: Finding) -> str:
        if finding.facts["how"] == "itself":
            averages = finding.facts["act"] == "lerp"
            what = "the write" if finding.facts.get("second") else "it"
            return f"{what} {'averages every parameter with' if averages else 'copies every parameter onto'} itself"
        if finding.facts["how"] == "own":
            return f"{'a later line' if finding.facts.get('second') else 'it'} subtracts every parameter from itself"
        if finding.facts["how"] == "perturbed":
            return "both names share their memory, so the loss uses the perturbed values for both"
        if finding.facts["how"] == "drawn":
            return "the prediction is computed from the same tensor, and this write changes it in place"
        if finding.facts["how"] == "computed":
            return "the state dict shares the module's memory, and the module continues training with the result"
        if finding.facts["how"] == "shallow":
            return "`copy.copy` copies only the module object, so each step changes both"
        if finding.facts["how"] == "kept":
            return "writing one to the other changes nothing"
        if finding.facts["how"] == "mixed":
            return "each step changes it too, so all kept states equal the latest one"
        if finding.facts["how"] == "written":
            return "each step changes it too, so writing it back restores nothing"
        return "each step changes it too, so the parameter never differs from it"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("second"):
            return "both names refer to one object"
        if finding.facts["how"] in ("itself", "own"):
            return "both are the same parameter"
        if finding.facts["how"] == "perturbed":
            return "changes the clean input in place"
        if finding.facts["how"] == "drawn":
            return "overwrites the target too"
        if finding.facts["how"] == "computed":
            return "writes to the module too"
        if finding.facts["how"] == "shallow":
            return "shares every parameter, buffer and submodule"
        return "changes with the parameter"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["how"] == "itself":
            return ("keep the other set of weights as a copy: `copy.deepcopy(module)`, or `.detach().clone()` of each",)
        if finding.facts["how"] == "own":
            return ("keep a copy of the earlier values: `[p.detach().clone() for p in module.parameters()]`",)
        if finding.facts["how"] == "perturbed":
            return ("perturb a copy: `x.detach().clone()`, or add out of place: `x = x + …`",)
        if finding.facts["how"] == "drawn":
            return ("copy the clean values before the write, and compare with those: `target = x.clone()`",)
        if finding.facts["how"] == "computed":
            return ("compute in a copy: `{name: value.clone() for name, value in module.state_dict().items()}`",)
        if finding.facts["how"] == "shallow":
            return ("copy the parameters too: `copy.deepcopy(module)`",)
        if finding.facts["how"] == "mixed":
            return ("keep a copy: `copy.deepcopy(module.state_dict())`, or `.detach().clone()` of each",)
        return ("keep a copy: `.detach().clone()`",)
