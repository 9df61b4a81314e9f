"""`retain_grad()` after the backward pass, or of a tensor that the loss was not computed from."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.tensors import GradientNotKept, RewrittenAfterRetain
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind


class GradientNotRetained(SilentCause):
    name = "gradient-not-retained"
    kind = QueryKind.TRAINING

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for entry in graph.evidence(GradientNotKept):
            chain, read = entry.chain, entry.read
            path = (Step("", read[-1], "is None here"),) if read and read[-1:] != chain[-1:] else ()
            text = graph.text(chain[-1]).partition(".retain_grad")[0].strip() if chain else ""
            facts = {"late": entry.late, "name": text}
            yield Finding(self.name, "warning", "observed", chain, path, facts=facts)
        for again in graph.evidence(RewrittenAfterRetain):
            asked, read = again.asked, again.read
            said = ((asked, "`retain_grad()` was called here"), (read, "reads the gradient of the new value"))
            steps = tuple(Step("", at[-1], label) for at, label in said if at)
            text = graph.text(asked[-1]).partition(".retain_grad")[0].strip() if asked else ""
            facts = {"late": False, "name": text, "rewritten": True}
            yield Finding(self.name, "warning", "observed", again.chain, steps, facts=facts)

    def subject(self, finding: Finding) -> str:
        name = finding.facts["name"]
        if finding.facts.get("rewritten"):
            return f"`{name}.grad` belongs to another value" if name else "a gradient belongs to another value"
        return f"`{name}.grad` is None" if name else "a retained gradient is None"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("rewritten"):
            return "the tensor was overwritten after `retain_grad()`, so the gradient belongs to the new value"
        if finding.facts["late"]:
            return "`retain_grad()` ran after the backward pass, too late to keep the gradient"
        return "no backward pass went through this tensor"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("rewritten"):
            return "writes another value into the tensor"
        return (
            "too late for the pass that already ran"
            if finding.facts["late"]
            else "no loss with a backward pass depends on this"
        )

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("rewritten"):
            return (
                "compute the new value out of place, or call `retain_grad()` after the write "
                "if you want the new value's gradient",
            )
        if finding.facts["late"]:
            return ("call `retain_grad()` before `backward()`",)
        return (
            "call `retain_grad()` on the tensor that the loss is computed from; for an "
            "element or slice, call it on the whole tensor: "
            "`whole.grad[…]` is its gradient",
        )
