"""An optimizer steps again and again, and no backward pass was ever run."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.of_one_cause.closure_passes import ClosureWithoutPass, IdleClosure
from whygrad.evidence.steps import BackwardPasses, OptimizerRun
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.patterns.functions import definition_line, function_at, returned_by_code

STEPS = 2


class BackwardNeverCalled(SilentCause):
    name = "backward-never-called"
    kind = QueryKind.TRAINING
    also = "also never updated"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        closures = graph.evidence(ClosureWithoutPass)
        for seen in closures:
            yield from self._in_closure(graph, seen)
        for idle in graph.evidence(IdleClosure):
            if idle.steps >= STEPS:
                yield from self._in_closure(graph, idle)
        passes = sum(seen.count for seen in graph.evidence(BackwardPasses))
        for optimizer in graph.evidence(OptimizerRun):
            is_idle = not optimizer.full_steps and not optimizer.reached and not passes
            told = any(seen.closure is not None and seen.chain == optimizer.latest_step for seen in closures)
            if is_idle and optimizer.steps >= STEPS and not told:
                chain = optimizer.latest_step
                yield self.finding("warning", chain, optimizer.names, steps=optimizer.steps)

    def _in_closure(self, graph: UncutGraph, seen: ClosureWithoutPass | IdleClosure) -> Iterator[Finding]:
        """The closure computes a loss for the optimizer, and leaves out the pass."""
        function = function_at(seen.closure, graph.sources)
        if seen.closure is None:
            return
        returned = returned_by_code(seen.closure, graph.sources)
        file = seen.closure.file
        place = returned[0] if len(returned) == 1 else definition_line(function, file) if function else None
        if place is not None:
            path = tuple(Step("", at, "calls the closure") for at in seen.chain[-1:])
            facts = {"steps": seen.steps, "closure": True}
            facts |= {"calls": seen.calls} if isinstance(seen, IdleClosure) else {"stale": seen.stale}
            yield Finding(self.name, "warning", "observed", (place,), path, facts=facts)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("calls"):
            return "an optimizer with a closure uses the same gradients several times in each step"
        if finding.facts.get("closure"):
            old = "gradients that an earlier step already used" if finding.facts["stale"] else "no gradients"
            return f"an optimizer with a closure steps with {old}"
        if not finding.lost:
            return "no parameter is ever updated"
        return f"{counted(finding.lost)} {'is' if len(finding.lost) <= 1 else 'are'} never updated"

    def clause(self, finding: Finding) -> str:
        steps = finding.facts["steps"]
        if not finding.facts.get("closure"):
            return f"the optimizer stepped {steps} times without a backward pass"
        if calls := finding.facts.get("calls"):
            return f"its closure ran {calls} times in {steps} steps, always without a backward pass"
        times = "once" if steps == 1 else f"{steps} times"
        return f"the optimizer stepped {times}, and its closure never ran a backward pass"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("closure"):
            return "the closure returns without a backward pass"
        return "has no gradient to apply"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("closure"):
            return ("call `backward()` on the loss in the closure, before it returns",)
        return ("call `backward()` on the loss before each `step()`",)
