"""`zero_grad()`, or something that leaves only zeros, between `backward()` and `step()`: nothing is left to apply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.of_one_cause.closure_passes import ClosureWithoutPass
from whygrad.evidence.of_one_cause.unused_passes import UnusedPasses
from whygrad.evidence.steps import OptimizerRun
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.sites import ordered_at, parting, up_to_parting
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, QueryKind
from whygrad.source.patterns.blocks import condition_around
from whygrad.source.patterns.loops import stands_before_the_loop_of

IN_PART = "also updated from only some of the passes"
CLEARED = "clears gradients that no step has used"
SEVERAL = 2  # steps before which the same thing happened
HABIT = 3  # passes of one line whose gradients nobody used
SHARE = 5  # one of so many passes of the line, and more
SHARE_OF_RESTS = 10  # the same, where each end of a loop leaves some: no batch is left out by choice then


class GradientCleared(SilentCause):
    name = "gradient-cleared"
    kind = QueryKind.TRAINING
    also = "also never updated"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        nearer = list(self._of_optimizers(graph))
        yield from nearer
        idle = [{*run.names} for run in graph.evidence(OptimizerRun) if run.never_stepped]  # `step-never-called` knows
        for passes in graph.evidence(UnusedPasses):
            if not passes.used and {*passes.names} in idle:
                continue
            condition = _condition_of_step(graph, passes) if passes.used and not nearer else ()
            share = SHARE_OF_RESTS if condition else SHARE
            is_habit = passes.unused >= HABIT and share * passes.unused >= passes.used + passes.unused
            if is_habit and not nearer:
                yield self._unused(passes, condition)

    def _unused(self, passes: UnusedPasses, condition: Chain) -> Finding:
        """Passes that no step has used: all of a line, at the pass, or some, where they were cleared.

        Those that are left when a loop ends are told at its condition for a step.
        """
        at = condition or (passes.clearing if passes.used else passes.chain)
        cleared = CLEARED if condition else "clears those gradients before any step uses them"
        told = ((passes.chain, "computes them"), (passes.clearing, cleared))
        path = tuple(Step("", chain[-1], label) for chain, label in told if at and chain and chain[-1] != at[-1])
        facts = {"unused": passes.unused, "used": passes.used, "condition": bool(condition)}
        return replace(self.finding("warning", at, passes.names, Wording(IN_PART), **facts), path=path)

    def _of_optimizers(self, graph: UncutGraph) -> Iterator[Finding]:
        without_pass = {seen.chain for seen in graph.evidence(ClosureWithoutPass)}
        for optimizer in graph.evidence(OptimizerRun):
            if optimizer.doubled:
                yield self._doubled(optimizer)
            steps, dropped = optimizer.steps, optimizer.dropped
            if dropped and steps >= SEVERAL and optimizer.full_steps:
                lost = [name for name in dropped if name]
                yield self._at_its_call(graph, optimizer, optimizer.dropping, "error", lost, steps=steps, between=True)
            elif optimizer.wasteful_steps and not optimizer.thrifty_steps:
                steps, lost = optimizer.wasteful_steps, [*optimizer.names]
                found = self._at_its_call(graph, optimizer, optimizer.dropping, "warning", lost, steps=steps, part=True)
                yield replace(found, wording=Wording(IN_PART))
            # What a closure clears that runs no pass itself is what an earlier step has used.
            if optimizer.empty_steps and not optimizer.full_steps and optimizer.latest_step not in without_pass:
                facts = {"steps": optimizer.empty_steps, "by": optimizer.cleared_by}
                found = self._at_its_call(graph, optimizer, optimizer.cleared, "error", optimizer.names, **facts)
                passes = optimizer.latest_pass[-1:]
                yield replace(
                    found, path=(*(Step("backward", p, "computes the gradients") for p in passes), *found.path)
                )

    def _at_its_call(
        self,
        graph: UncutGraph,
        optimizer: OptimizerRun,
        chain: Chain,
        severity: str,
        lost: Sequence[str],
        **facts: object,
    ) -> Finding:
        """A clearing at the wrong time, at the call that comes too early; what writes zeros is wrong at any time."""
        is_clearing = facts.get("by", "clearing") == "clearing"
        ends = (optimizer.latest_pass, optimizer.latest_step) if is_clearing else ()
        at = ordered_at(graph.sources, chain, *ends)
        found = self.finding(severity, at, lost, **facts)
        return replace(found, path=(Step("", chain[-1], "clears them here"),)) if at != chain else found

    def _doubled(self, optimizer: OptimizerRun) -> Finding:
        found = self.finding("warning", optimizer.doubled, optimizer.names, Wording(IN_PART), doubled=True)
        cleared = optimizer.dropping
        path = (Step("", cleared[-1], "clears it in place, and the next pass writes to it"),) if cleared else ()
        return replace(found, path=path)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("doubled"):
            lose = "loses" if len(finding.lost) <= 1 else "lose"
            return f"{counted(finding.lost, 'every parameter')} {lose} the gradient of one pass"
        if finding.facts.get("part") or finding.facts.get("unused"):
            learn = "learns" if len(finding.lost) <= 1 else "learn"
            return f"{counted(finding.lost, 'every parameter')} {learn} from only some of the passes"
        verb = "is" if len(finding.lost) <= 1 else "are"
        return f"{counted(finding.lost, 'every parameter')} {verb} never updated"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("doubled"):
            return "the stored gradient is the same tensor, so `step()` used the latest pass's gradient twice"
        if finding.facts.get("part"):
            return "gradients were cleared between passes that belong to one step"
        if unused := finding.facts.get("unused"):
            number = unused + finding.facts["used"]
            which = f"{unused} of {number} passes" if finding.facts["used"] else f"all {unused} passes of this line"
            return f"the gradients of {which} were cleared before any step, and nothing read them"
        steps = finding.facts["steps"]
        which = "the step" if steps == 1 else f"all {steps} steps"
        if finding.facts.get("between"):
            return f"the gradient of one pass was cleared before the next pass of the same step, so {which} found none"
        if finding.facts["by"] != "clearing":
            how = "clipped to 0" if finding.facts["by"] == "clipping" else f"set to 0 by `{finding.facts['by']}`"
            inspected = "the step" if steps == 1 else f"all {steps} inspected steps"
            return f"gradients were {how} between `backward()` and `step()`, so {inspected} found only zeros"
        return f"gradients were cleared between `backward()` and `step()`, so {which} found none"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("doubled"):
            return "another reference to the gradient, not a copy"
        if finding.facts.get("unused"):
            if finding.facts["condition"]:
                return "the step depends on this condition"
            if finding.facts["used"]:
                return CLEARED
            return "computes gradients that no step uses"
        if finding.facts.get("by") == "clipping":
            return "sets every gradient to 0: the limit is 0"
        return "clears the gradients that the backward pass just computed"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("doubled"):
            return (
                "store a copy: `p.grad.clone()`; or clear with `set_to_none=True`, which does not touch the tensor",
            )
        if finding.facts.get("unused") and finding.facts["unused"] > finding.facts["used"] > 0:
            return ("clear the gradients only after a `step()`, not after every backward pass",)
        if finding.facts.get("unused") and finding.facts["used"]:
            return ("call `step()` once more for the passes that are left when the loop ends, then clear",)
        if finding.facts.get("unused"):
            return ("run this pass before `step()`, after the gradients were cleared, or remove it",)
        if finding.facts.get("part") or finding.facts.get("between"):
            return ("clear the gradients once per `step()`, after it or before its first backward pass",)
        if finding.facts["by"] == "clipping":
            return ("clip to a limit above 0, or remove the call",)
        if finding.facts["by"] != "clearing":
            return ("do not change the gradients before `step()` uses them",)
        return ("call `zero_grad()` before `backward()` or after `step()`, not between them",)


def _condition_of_step(graph: UncutGraph, passes: UnusedPasses) -> Chain:
    """The condition for a step in the loop around a pass, where what the loop left is cleared outside of it."""
    for run in graph.evidence(OptimizerRun):
        step = up_to_parting(run.latest_step, passes.chain)
        apart = parting(passes.clearing, run.latest_step)
        if not step or apart is None or run.latest_pass[-1:] != passes.chain[-1:]:
            continue
        test = condition_around(step[-1], passes.chain, graph.sources)
        cleared, stepped = passes.clearing[apart], run.latest_step[apart]
        if test is not None and stands_before_the_loop_of(cleared, stepped, graph.sources):
            return (*step[:-1], test)
    return ()
