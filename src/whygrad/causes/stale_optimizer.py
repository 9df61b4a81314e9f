"""The optimizer holds parameters that the model no longer has: a layer was replaced after it was built."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted, names, places
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph


class StaleOptimizer(SilentCause):
    name = "stale-optimizer"
    also = "also unknown to the optimizer"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        facts = graph.query.facts
        orphans = facts["orphans"]
        strays = [s for s in facts["strays"] if s["module"] and not s["hidden"]]
        if orphans and strays:
            lost = names(graph, (s["leaf"] for s in strays))
            yield self.finding("error", places(facts["optimizer"]), lost, orphans=orphans)

    def subject(self, finding: Finding) -> str:
        one = len(finding.lost) <= 1
        return f"{counted(finding.lost)} {'gets a gradient and is' if one else 'get gradients and are'} never updated"

    def clause(self, finding: Finding) -> str:
        number = finding.facts["orphans"]
        held = "a parameter" if number == 1 else f"{number} parameters"
        return f"the optimizer holds {held} that the model no longer has"

    def label(self, finding: Finding) -> str:
        return "takes the parameters that the model has at this moment"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return (
            "make the optimizer when the model is complete, or add what is new with `optimizer.add_param_group(…)`",
        )
