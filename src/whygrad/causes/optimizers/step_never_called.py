"""An optimizer was made, gradients were computed for it, and it never stepped."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.of_one_cause.unused_passes import UnusedPasses
from whygrad.evidence.steps import OptimizerRun
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place, QueryKind
from whygrad.source.patterns.blocks import condition_around
from whygrad.source.patterns.functions import calls_named


class StepNeverCalled(SilentCause):
    name = "step-never-called"
    kind = QueryKind.TRAINING
    inferred = "whygrad observed that `step()` never ran; the condition that prevents it is inferred from the source"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for optimizer in graph.evidence(OptimizerRun):
            if optimizer.never_stepped:
                chain, made = _unused(graph, optimizer) or optimizer.latest_pass, optimizer.made
                path = (Step("", made[-1], "this optimizer never steps"),) if made else ()
                waiting = _steps_in_source(graph)
                held = condition_around(waiting[0], chain, graph.sources) if len(waiting) == 1 else None
                if held is not None:
                    path = (Step("", waiting[0], "never reached"), *path)
                chain = (held or waiting[0],) if len(waiting) == 1 else chain
                facts = {"passes": optimizer.reached, "waiting": len(waiting) == 1, "held": held is not None}
                yield Finding(self.name, "warning", "inferred" if held else "observed", chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        return "the parameters of an optimizer are never updated"

    def clause(self, finding: Finding) -> str:
        return f"{finding.facts['passes']} backward passes computed gradients for them, and its `step()` never ran"

    def label(self, finding: Finding) -> str:
        if finding.facts["held"]:
            return "never true"
        if finding.facts["waiting"]:
            return "never reached"
        return "computes gradients that no step uses"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["held"]:
            return ("make the condition true where the optimizer should step",)
        return ("call `optimizer.step()` after `backward()`",)


def _unused(graph: UncutGraph, optimizer: OptimizerRun) -> Chain:
    """The passes that were made for this optimizer, where another's passes leave gradients in it too."""
    runs = (seen for seen in graph.evidence(UnusedPasses) if not seen.used and {*seen.names} == {*optimizer.names})
    return next((seen.chain for seen in runs), ())


def _steps_in_source(graph: UncutGraph) -> list[Place]:
    """Calls of an optimizer's `step()` that stand in the program, and were not reached."""
    ran = [place for run in graph.evidence(OptimizerRun) for place in run.latest_step]
    calls = calls_named("step", graph.recording.sources, graph.sources)
    named = (place for place in calls if "opt" in graph.text(place).partition(".step")[0].lower())
    return [place for place in named if not any((p.file, p.line) == (place.file, place.line) for p in ran)]
