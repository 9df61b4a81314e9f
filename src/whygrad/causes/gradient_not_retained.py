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
            facts = {"late": entry["late"], "name": text}
            yield Finding(self.name, "warning", "observed", chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        name = finding.facts["name"]
        return f"`{name}.grad` is None" if name else "a gradient that was to be kept is None"

    def clause(self, finding: Finding) -> str:
        if finding.facts["late"]:
            return "`retain_grad()` came after the backward pass, when the gradient was gone"
        return "no backward pass went through this tensor"

    def label(self, finding: Finding) -> str:
        return (
            "too late for the pass that has run"
            if finding.facts["late"]
            else "no loss that went backward was computed from this"
        )

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["late"]:
            return ("call `retain_grad()` before `backward()`",)
        return (
            "call `retain_grad()` on the tensor that the loss is computed from; of an element or slice, on the whole: "
            "`whole.grad[…]` is its gradient",
        )
