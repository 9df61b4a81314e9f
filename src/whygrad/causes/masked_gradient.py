"""A hook makes zeros of some elements' gradient, and the optimizer moves those elements all the same."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, places
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph


class MaskedGradient(SilentCause):
    name = "masked-gradient"
    kind = "training"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for optimizer in graph.query.facts["optimizers"]:
            if optimizer["masked"]:
                yield self.finding("warning", places(optimizer["masked"]))

    def subject(self, finding: Finding) -> str:
        return "elements whose gradient is masked change all the same"

    def clause(self, finding: Finding) -> str:
        return "weight decay and momentum move them without a gradient"

    def label(self, finding: Finding) -> str:
        return "makes zeros of a gradient, which does not freeze anything"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("let `whygrad.enable(…)` choose the elements that learn, which holds under every optimizer",)
