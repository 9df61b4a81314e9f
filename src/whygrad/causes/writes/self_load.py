"""A state dict is loaded into the module that it was taken from, whose memory it is: nothing changes."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._own_loads import loads_in_vain, was_kept
from whygrad.causes._silent import SilentCause
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.sharing.one_object import second_name


class SelfLoad(SilentCause):
    name = "self-load"
    kind = QueryKind.TRAINING
    inferred = "whygrad observed the loading; the line that creates the second name is inferred from the source"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in loads_in_vain(graph):
            if was_kept(seen):
                path = (Step("", seen.chain[-1], "copies each value onto itself"),) if seen.chain else ()
                yield Finding(self.name, "warning", "observed", seen.taken, path, facts={"kept": True})
            else:
                facts = {"times": seen.times}
                made = second_name(seen.chain, graph.sources)
                if made is None:
                    yield Finding(self.name, "warning", "observed", seen.chain, facts=facts)
                else:
                    path = (Step("", seen.chain[-1], "copies each value onto itself"),)
                    yield Finding(self.name, "warning", "inferred", (made,), path, facts={**facts, "second": True})

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("second"):
            return "this is a second name for the same module, not a copy"
        return "loading this state changes nothing"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("kept"):
            return "it shares the module's memory, and training continued since it was taken"
        if finding.facts.get("second"):
            return f"all {finding.facts['times']} calls of `load_state_dict` load the module's own values into it"
        return f"all {finding.facts['times']} calls load the module's own values into it"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("second"):
            return "both names refer to one module"
        return (
            "not a copy: it changes with the module" if finding.facts.get("kept") else "copies each value onto itself"
        )

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("kept"):
            return ("keep a copy: `copy.deepcopy(module.state_dict())`",)
        if finding.facts.get("second"):
            return ("make the other one a copy: `copy.deepcopy(module)`",)
        return ("load the state into the other module: `target.load_state_dict(module.state_dict())`",)
