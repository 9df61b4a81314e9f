"""`retain_grad()` after the backward pass, or of a tensor that the loss was not computed from."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, places
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph


class GradientNotRetained(SilentCause):
    name = "gradient-not-retained"
    kind = "training"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for entry in graph.query.facts["retained"]:
            chain, read = places(entry["chain"]), places(entry["read"])
            path = (Step("", read[-1], "is None here"),) if read and read[-1:] != chain[-1:] else ()
            text = graph.text(chain[-1]).partition(".retain_grad")[0].strip() if chain else ""
            facts = {"late": entry["late"], "name": text or "the tensor"}
            yield Finding(self.name, "warning", "observed", chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        return f"`{finding.facts['name']}.grad` is None"

    def clause(self, finding: Finding) -> str:
        if finding.facts["late"]:
            return "`retain_grad()` came after the backward pass, which kept nothing for it"
        return "the loss was not computed from this tensor, but from another one with the same values"

    def label(self, finding: Finding) -> str:
        return "too late for the pass that has run" if finding.facts["late"] else "no loss was computed from this"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["late"]:
            return ("call `retain_grad()` before `backward()`, or ask `torch.autograd.grad(loss, tensor)`",)
        return ("retain the gradient of the whole tensor and take the part of it: `whole.grad[…]`",)
