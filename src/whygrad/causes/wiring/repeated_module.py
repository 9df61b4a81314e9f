"""`[Block()] * 6`: a container holds one module several times, so that all its layers share one set of parameters."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.of_one_cause.repeated_modules import ModuleOfSeveral, RepeatedModule, SlotsAlike
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.sharing.repeated import default_around, is_chosen, multiplied_call, multiplied_name


class RepeatedModuleCause(SilentCause):
    name = "repeated-module"
    kind = QueryKind.TRAINING
    also = "also shared by all slots"
    inferred = "whygrad observed that the slots hold one module; the line that repeats it is inferred from the source"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(RepeatedModule):
            if not seen.put:
                continue
            facts = {"container": seen.container, "module": seen.module, "slots": seen.slots}
            written = multiplied_call(seen.put[-1], graph.sources)
            names = tuple(dict.fromkeys(seen.names))
            if written is None and any(alike.put == seen.put for alike in graph.evidence(SlotsAlike)):
                written = multiplied_name(seen.put[-1], graph.sources)
                facts["alike"] = True
            if written is None or is_chosen(written, graph.sources):
                # A layer that is applied several times may well be intended so; where an option decides, it is.
                yield Finding(self.name, "note", "observed", seen.put, (), names, facts)
                continue
            apart = written.line != seen.put[-1].line
            path = (Step("", seen.put[-1], "the container is filled here"),) if apart else ()
            chain = (*seen.put[:-1], written)
            yield Finding(self.name, "warning", "inferred", chain, path, names, {**facts, "multiplied": True})
        for shared in graph.evidence(ModuleOfSeveral):
            default = default_around(shared.made[-1], graph.sources) if shared.made else None
            if default is not None:
                facts = {"container": shared.holder, "module": shared.module, "slots": shared.holders, "default": True}
                yield Finding(self.name, "warning", "observed", (*shared.made[:-1], default), (), shared.names, facts)

    def subject(self, finding: Finding) -> str:
        facts = finding.facts
        if facts.get("default"):
            return f"{facts['slots']} modules share one `{facts['module']}`"
        return f"{facts['slots']} slots of a `{facts['container']}` hold the same `{facts['module']}`"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("default"):
            return "it is the default of an argument, which Python creates once, for all calls"
        if finding.facts.get("alike"):
            return f"they share {counted(finding.lost, 'its parameters')}, and all of them get the same input"
        return f"they share one set of parameters, {counted(finding.lost, 'those of one module')}"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("default"):
            return f"created when the function is defined, and part of {finding.facts['slots']} modules"
        if finding.facts.get("multiplied"):
            one = "repeats the reference to one module"
            return one if finding.facts.get("alike") else "creates one module and repeats the reference to it"
        return "puts the same module into several slots"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        module = finding.facts["module"]
        if finding.facts.get("default"):
            return (f"make the default `None`, and create a new `{module}` in the function if it gets none",)
        return (f"create one module for each slot: `[{module}(…) for _ in range({finding.facts['slots']})]`",)
