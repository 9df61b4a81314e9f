"""`zero_grad()`, or something that leaves only zeros, between `backward()` and `step()`: nothing is left to apply."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.steps import OptimizerRun
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind

IN_PART = "also updated from a part of the passes"
SEVERAL = 2  # steps before which the same thing happened


class GradientCleared(SilentCause):
    name = "gradient-cleared"
    kind = QueryKind.TRAINING
    also = "also never updated"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for optimizer in graph.evidence(OptimizerRun):
            if optimizer.doubled:
                yield self._doubled(optimizer)
            steps, dropped = optimizer.steps, optimizer.dropped
            if dropped and steps >= SEVERAL and optimizer.full_steps:
                lost = [name for name in dropped if name]
                yield self.finding("error", optimizer.dropping, lost, steps=steps, between=True)
            elif optimizer.wasteful_steps and not optimizer.thrifty_steps:
                steps = optimizer.wasteful_steps
                yield self.finding("warning", optimizer.dropping, optimizer.names, steps=steps, part=True, also=IN_PART)
            if optimizer.empty_steps and not optimizer.full_steps:
                chain = optimizer.cleared
                by = optimizer.cleared_by
                found = self.finding("error", chain, optimizer.names, steps=optimizer.empty_steps, by=by)
                passes = optimizer.latest_pass
                path = (Step("backward", passes[-1], "computes the gradients"),) if passes else ()
                yield Finding(found.cause, found.severity, found.evidence, chain, path, found.lost, found.facts)

    def _doubled(self, optimizer: OptimizerRun) -> Finding:
        found = self.finding("warning", optimizer.doubled, optimizer.names, doubled=True, also=IN_PART)
        cleared = optimizer.dropping
        path = (Step("", cleared[-1], "clears it in place, and the next pass writes into it"),) if cleared else ()
        return replace(found, path=path)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("doubled"):
            return f"the gradient of one pass of {counted(finding.lost, 'every parameter')} is lost"
        if finding.facts.get("part"):
            learn = "learns" if len(finding.lost) <= 1 else "learn"
            return f"{counted(finding.lost, 'every parameter')} {learn} from a part of the passes only"
        verb = "is" if len(finding.lost) <= 1 else "are"
        return f"{counted(finding.lost, 'every parameter')} {verb} never updated"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("doubled"):
            return "what was put aside is the tensor itself, and `step()` used the gradient of the latest pass twice"
        if finding.facts.get("part"):
            return "gradients were cleared between passes that one step is to use together"
        steps = finding.facts["steps"]
        which = "the step" if steps == 1 else f"all {steps} steps"
        if finding.facts.get("between"):
            return f"the gradient of one pass was cleared before the next pass of the same step, and {which} found none"
        if finding.facts["by"] != "clearing":
            how = "clipped to 0" if finding.facts["by"] == "clipping" else f"made zeros by `{finding.facts['by']}`"
            where = "" if steps == 1 else " that were looked at"
            return f"gradients were {how} between `backward()` and `step()`, so {which}{where} found nothing else"
        return f"gradients were cleared between `backward()` and `step()`, so {which} found none"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("doubled"):
            return "another name for the gradient, no copy of it"
        if finding.facts.get("by") == "clipping":
            return "leaves nothing of the gradients: the limit is 0"
        return "clears what the backward pass has just computed"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("doubled"):
            return (
                "put a copy aside: `p.grad.clone()`; or clear by `set_to_none=True`, which leaves the tensor alone",
            )
        if finding.facts.get("part") or finding.facts.get("between"):
            return ("clear the gradients once for every `step()`, after it or before the first of its passes",)
        if finding.facts["by"] == "clipping":
            return ("clip to a limit above 0; to clip nothing, leave the call out",)
        if finding.facts["by"] != "clearing":
            return ("leave the gradients as they are until `step()` has used them",)
        return ("call `zero_grad()` before `backward()` or after `step()`, not between the two",)
