"""`w = w - lr * w.grad`: an update by hand makes a new tensor, and the parameter keeps its values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from whygrad.causes._base import is_short
from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.of_one_cause.lost_averages import LostAverage
from whygrad.evidence.small_updates import RestartedNetworks
from whygrad.evidence.steps import LostUpdate, ReadForStep
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.dropped_edits import dropped_edit
from whygrad.source.lost_states import lost_states
from whygrad.source.patterns.dropped import is_dropped

SEVERAL = 2  # passes that found the old values
NETWORKS = 4  # that begin alike
STATE = "whygrad infers from the source that nothing loads the changed state"
EDITED = "whygrad observed that gradients are read here before a step, and infers from the source that nothing uses "
EDITED += "the result"


class DroppedUpdate(SilentCause):
    name = "dropped-update"
    kind = QueryKind.TRAINING
    also = "also unchanged"
    inferred = (
        "whygrad observed that the values stay the same, and infers from the source that nothing stores the result"
    )

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for update in graph.evidence(LostUpdate):
            yield self._lost(update)
        for seen in graph.evidence(LostAverage):
            if seen.chain and seen.passes >= SEVERAL and is_dropped(seen.chain[-1], graph.sources):
                facts = {"copy": False, "average": True, "passes": seen.passes}
                yield self.finding("warning", seen.chain, seen.names, Wording(inferred=True), **facts)

        yield from self._of_states(graph)
        for read in graph.evidence(ReadForStep):
            edit = dropped_edit(read.chain[-1], graph.sources) if read.chain else None
            if edit is not None:
                names, statement = edit
                chain = (*read.chain[:-1], statement)
                yield self.finding("warning", chain, (), Wording(inferred=EDITED), edit=names, steps=read.steps)

    def _of_states(self, graph: UncutGraph) -> Iterator[Finding]:
        """What was averaged over networks is put into a state dict, and the next networks begin where these began."""
        networks = max((seen.networks for seen in graph.evidence(RestartedNetworks)), default=0)
        for place, state, module in lost_states(graph.recording.sources, graph.sources) if networks >= NETWORKS else ():
            facts: dict[str, Any] = {"state": state, "module": module, "networks": networks}
            yield self.finding("warning", (place,), (), Wording(inferred=STATE), **facts)

    def _lost(self, update: LostUpdate) -> Finding:
        """At the update, or where another function has made the copy that it is written into."""
        both = (*update.made[-1:], *update.chain[-1:])
        apart = len({(place.file, place.function) for place in both}) > 1
        chain = update.made if apart else update.chain
        found = self.finding("warning", chain, update.names, copy=update.copy, passes=update.passes, made=apart)
        return replace(found, path=(Step("", update.chain[-1], "changes the copy"),)) if apart else found

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("edit"):
            return "a change to the gradients has no effect"
        if module := finding.facts.get("module"):
            return f"new values for `{module}` are lost" if is_short(module) else "new values for a network are lost"
        return f"{counted(finding.lost)} never {'changes' if len(finding.lost) < 2 else 'change'}"

    def clause(self, finding: Finding) -> str:
        if edit := finding.facts.get("edit"):
            what = " and ".join(f"`{name}`" for name in edit)
            if len(edit) > 1:
                return f"{what} return new tensors, and nothing uses the result"
            return f"{what} returns a new tensor, and nothing uses it"
        if finding.facts.get("state"):
            return f"this line puts them into the state dict `{finding.facts['state']}`, and nothing loads them"
        if finding.facts.get("average"):
            return "the average with another network's parameters is computed, and nothing stores it"
        where = "written into a copy" if finding.facts["copy"] else "written to a new tensor"
        return f"the update is {where}, and the next pass uses the old values"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("edit"):
            return "creates a new tensor and changes no gradient"
        if finding.facts.get("state"):
            return "replaces entries of the dict and changes no parameter"
        if finding.facts.get("made"):
            return "creates a copy, and the update changes that instead of the parameter"
        return "changes a copy" if finding.facts["copy"] else "creates a new tensor and changes no parameter"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("edit"):
            steps = finding.facts["steps"]
            return (f"this happened before {steps} {'step' if steps == 1 else 'steps'}",)
        if finding.facts.get("state"):
            networks = finding.facts["networks"]
            return (f"all {networks} networks that were trained one after the other begin with the same values",)
        return (f"this happened before all {finding.facts['passes']} inspected passes",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if edit := finding.facts.get("edit"):
            methods = " and ".join(f"`.{name}_(…)`" for name in edit)
            which = "methods, which end" if len(edit) > 1 else "method, which ends"
            return (f"call the in-place {which} with an underscore: {methods}",)
        if state := finding.facts.get("state"):
            module = finding.facts["module"] if is_short(finding.facts["module"]) else "module"
            return (f"load it after this line: `{module}.load_state_dict({state})`",)
        if finding.facts.get("average"):
            return ("write to the parameter in place: `with torch.no_grad(): target.lerp_(source, tau)`",)
        return ("write to the parameter in place: `with torch.no_grad(): w -= lr * w.grad`",)
