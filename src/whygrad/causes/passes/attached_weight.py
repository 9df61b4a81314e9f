"""The weight of a log-probability carries a gradient, and a step trains what it was computed from."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.of_one_cause.by_products import WeightTrained
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind

SEVERAL = 2  # steps that used it


class AttachedWeight(SilentCause):
    name = "attached-weight"
    drives = True
    kind = QueryKind.TRAINING
    also = "also trained by it"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told = set()
        for seen in graph.evidence(WeightTrained):
            # A clipped objective multiplies by the weight twice; one place is enough to tell of it.
            if not seen.product or seen.steps < SEVERAL or seen.weight in told:
                continue
            told.add(seen.weight)
            apart = bool(seen.weight) and seen.weight[-1] != seen.product[-1]
            path = (Step("", seen.weight[-1], "the weight is computed here, with its history"),) if apart else ()
            lost = tuple(dict.fromkeys(seen.names))
            yield Finding(self.name, "warning", "observed", seen.product, path, lost, {"steps": seen.steps})

    def subject(self, finding: Finding) -> str:
        return f"the loss also trains {counted(finding.lost)} through the weight of a policy gradient"

    def clause(self, finding: Finding) -> str:
        return "this weight should be a constant, but it carries a gradient"

    def label(self, finding: Finding) -> str:
        return "this product sends a gradient into both factors"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return (f"this happened at {finding.facts['steps']} inspected steps",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return (
            "detach the weight in this product, as in `log_prob * advantage.detach()`, and train the model that "
            "computes it with a separate loss",
        )
