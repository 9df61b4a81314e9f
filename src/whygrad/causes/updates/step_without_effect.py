"""The optimizer steps with gradients, and the parameters are the same after every step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.rates import RestingGroup
from whygrad.evidence.steps import OptimizerRun
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Definition, Place, QueryKind
from whygrad.source.looping.groups import writes_each_group, writes_of_other_groups, writes_one_group_again
from whygrad.source.patterns.functions import returned_by_code
from whygrad.source.patterns.stores import stored_under
from whygrad.source.patterns.updates import update_without_effect
from whygrad.source.rounding import rounds_down

STEPS = 4  # a warm-up may well begin with nothing
SHARE = 4  # one of so many steps, and more
RATE_LABELS = {
    "given": "created with a learning rate of 0",
    "function": "0 at every step of this run",
    "scheduler": "sets the learning rate of every step",
    "assigned": "sets the learning rate",
    "loaded": "loads the learning rate too, which was 0 when the state was saved",
    "again": "sets the learning rate of one group, although another may be intended",
    "one": "sets the learning rate of one group alone",
    "default": "created with a learning rate of 0, which no code changes",
}
LABELS = {
    "rebound": "binds the name to a new tensor and leaves the parameter unchanged",
    "dropped": "creates a new tensor that nothing uses",
    "left": "ends the step at the first parameter without a gradient",
}
HELPS = {
    "rebound": "write to the parameter in place: `p.sub_(…)`, `p.add_(…, alpha=-lr)` or `p.copy_(…)`",
    "dropped": "use the in-place form, which ends with an underscore: `p.add_(…)`",
    "left": "skip to the next parameter: `continue`",
}


class StepWithoutEffect(SilentCause):
    name = "step-without-effect"
    kind = QueryKind.TRAINING
    also = "also unchanged"
    inferred = "whygrad observed the steps that change nothing; the line that causes them is inferred from the source"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for optimizer in graph.evidence(OptimizerRun):
            facts = optimizer.effect
            if optimizer.by_hand or optimizer.shared or not optimizer.reached:
                continue  # somebody else changes the parameters
            if facts.zero_rates >= STEPS and facts.zero_rates == optimizer.steps:
                yield self._without_rate(graph, optimizer)
            elif places := _rounded_to_nothing(graph, optimizer):
                known = {"rate": "function", "steps": optimizer.steps, "zero": facts.zero_rates}
                # The parameters change at the other steps, so none of them is lost.
                yield self.finding("warning", (places[0],), (), Wording(inferred=True), **known, rounded=True)
            else:
                yield from self._without_writing(graph, optimizer)
        for group in graph.evidence(RestingGroup):
            yield from self._of_a_group(graph, group)

    def _of_a_group(self, graph: UncutGraph, seen: RestingGroup) -> Iterator[Finding]:
        runs = [run for run in graph.evidence(OptimizerRun) if run.made == seen.made]
        if seen.steps < STEPS or not seen.names or any(run.shared or run.by_hand for run in runs):
            return
        written = writes_one_group_again(seen.groups, graph.recording.sources, graph.sources)
        facts = {
            "steps": seen.steps,
            "late": seen.is_late,
            "rates": seen.rates,
            "groups": len(seen.groups),
            "rounded": False,
        }
        if len(written) == 1:
            yield self.finding("warning", (written[0],), seen.names, Wording(inferred=True), rate="again", **facts)
        elif seen.by_default and seen.rates[0] < seen.rates[1]:
            # A rate of its own, 0 for one group, may well be chosen: one for all is there to be written.
            written = writes_of_other_groups(seen.groups, graph.recording.sources, graph.sources)
            if len(written) == 1:
                yield self.finding("warning", (written[0],), seen.names, Wording(inferred=True), rate="one", **facts)
            elif not writes_each_group(graph.recording.sources, graph.sources):
                yield self.finding("warning", seen.made, seen.names, rate="default", **facts)

    def _without_rate(self, graph: UncutGraph, optimizer: OptimizerRun) -> Finding:
        how, chain = optimizer.effect.rate_from, optimizer.effect.rate
        inferred = False
        if how == "function":
            chain = _returned(graph, chain[-1]) or chain
        elif how == "assigned":
            written = stored_under("lr", graph.recording.sources, graph.sources)
            inferred, chain = len(written) == 1, (written[0],) if len(written) == 1 else chain
        chain = chain or optimizer.latest_step
        rounded = bool(chain) and rounds_down(chain[-1], graph.sources)
        facts = {"rate": how, "steps": optimizer.steps, "rounded": rounded}
        return self.finding("warning", chain, optimizer.names, Wording(inferred=inferred), **facts)

    def _without_writing(self, graph: UncutGraph, optimizer: OptimizerRun) -> Iterator[Finding]:
        facts = optimizer.effect
        still = [s for s in facts.still if s.steps >= STEPS]
        own = facts.own_step
        if not still or not own:
            return
        reason = update_without_effect(own[-1], graph.sources)
        if reason is None and facts.moved:
            return  # some are left out, and nothing tells that it is not meant
        how, place = reason or ("", own[-1])
        step = optimizer.latest_step
        path = (Step("", step[-1], "calls `step()`"),) if step else ()
        lost = [s.name for s in still if s.name]
        steps = min(s.steps for s in still)
        found = self.finding("error", (place,), lost, Wording(inferred=bool(how)), how=how, steps=steps)
        yield replace(found, path=path)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("zero"):
            return f"{finding.facts['zero']} of {finding.facts['steps']} steps change nothing"
        return f"{counted(finding.lost, 'every parameter')} never {'changes' if len(finding.lost) == 1 else 'change'}"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("zero"):
            return "the learning rate was 0 at these steps, because the schedule's factor is rounded down"
        if "rate" in finding.facts:
            if "rates" in finding.facts:
                groups = (
                    "its group"
                    if len(finding.lost) == 1
                    else "their " + ("group" if finding.facts["groups"] == 1 else "groups")
                )
                added = "it was added" if finding.facts["groups"] == 1 else "they were added"
                since = f" since {added}" if finding.facts["late"] else ""
                return f"the learning rate of {groups} was 0 at all {finding.facts['steps']} steps{since}"
            return f"the learning rate was 0 at all {finding.facts['steps']} steps"
        return "gradients exist, but `step()` changes no value"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("zero"):
            return "rounds down to a whole number"
        if "rate" in finding.facts:
            known = finding.facts["rate"] != "assigned" or finding.evidence == "inferred"
            return RATE_LABELS[finding.facts["rate"]] if known else "steps at a learning rate of 0"
        return LABELS.get(finding.facts["how"], "this step changes no parameter")

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if "rates" in finding.facts:
            low, high = finding.facts["rates"]
            used = f"{high:.2g}" if low == high else f"{low:.2g} to {high:.2g}"
            return (f"the steps use learning rates of {used} for other groups of the same optimizer",)
        if "rate" in finding.facts:
            return ()
        return (f"this happened at all {finding.facts['steps']} inspected steps",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if "rate" in finding.facts:
            if finding.facts["rounded"]:
                return ("divide with `/`: `//` rounds down to a whole number, here 0",)
            if finding.facts["rate"] == "loaded":
                return ("set `lr` in `optimizer.param_groups` after loading, or load a state from before its decay",)
            if "rates" in finding.facts:
                return ("set `lr` of each group of `optimizer.param_groups`",)
            return ("let the learning rate rise above 0 during the run",)
        return (HELPS[finding.facts["how"]],) if finding.facts["how"] else ()


def _rounded_to_nothing(graph: UncutGraph, optimizer: OptimizerRun) -> list[Place]:
    """Where the function of a schedule divides with `//`, if it gave 0 for a good part of the run."""
    facts = optimizer.effect
    if facts.zero_rates < STEPS or SHARE * facts.zero_rates < optimizer.steps or facts.rate_from != "function":
        return []
    code = facts.rate[-1]
    name = "<lambda>" if "<lambda>" in code.function else code.function.rpartition(".")[2]
    found = returned_by_code(Definition(code.file, code.line, name), graph.sources)
    return [place for place in found if rounds_down(place, graph.sources)]


def _returned(graph: UncutGraph, code: Place) -> Chain:
    """What a scheduler's function returns, where there is one such place."""
    name = "<lambda>" if "<lambda>" in code.function else code.function.rpartition(".")[2]
    found = returned_by_code(Definition(code.file, code.line, name), graph.sources)
    return (found[0],) if len(found) == 1 else ()
