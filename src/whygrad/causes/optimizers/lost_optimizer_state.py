"""An optimizer that is created again and again for the same parameters never has the averages that it works with."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.of_one_cause.discarded_states import DiscardedState
from whygrad.evidence.of_one_cause.remade_optimizers import RemadeOptimizer
from whygrad.finding import Finding, Step
from whygrad.graph.sites import up_to_parting
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind

SEVERAL = 2  # times that a new one took over


class LostOptimizerState(SilentCause):
    name = "lost-optimizer-state"
    kind = QueryKind.TRAINING

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(RemadeOptimizer):
            if seen.made and seen.times >= SEVERAL:
                facts = {"kind": seen.kind, "times": seen.times + 1, "steps": seen.steps, "kept": seen.kept}
                # A new optimizer for each epoch or round is used on purpose too, one for each step is not.
                severity = "warning" if seen.longest == 1 else "note"
                yield self.finding(severity, seen.made, (), each=seen.longest == 1, **facts)

        for lost in graph.evidence(DiscardedState):
            chain = up_to_parting(lost.made, lost.loaded)
            path = tuple(Step("", place, "the state is loaded here") for place in lost.loaded[-1:])
            facts = {"kind": lost.kind, "kept": lost.kept, "loaded": True}
            yield Finding(self.name, "warning", "observed", chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("loaded"):
            return f"`{finding.facts['kind']}` starts without the state that was loaded"
        when = "before every step" if finding.facts["each"] else "again and again"
        return f"`{finding.facts['kind']}` loses its state {when}"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("loaded"):
            return "it was loaded into another optimizer of the same parameters, which never steps"
        return "this line creates a new optimizer for the same parameters"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("loaded"):
            return f"creates an optimizer without the loaded `{finding.facts['kept']}`"
        return f"starts without the previous optimizer's `{finding.facts['kept']}`"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("loaded"):
            return ()
        return (f"this line ran {finding.facts['times']} times in {finding.facts['steps']} steps",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("loaded"):
            return ("create the optimizer once, and load the state into the one that steps",)
        return (
            "create the optimizer once, before the loop; to change its learning rate, use a scheduler or set "
            '`group["lr"]` of its `param_groups`',
        )
