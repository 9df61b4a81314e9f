"""A hook makes zeros of some elements' gradient, and the optimizer moves those elements all the same."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.steps import OptimizerRun
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind


class MaskedGradient(SilentCause):
    name = "masked-gradient"
    kind = QueryKind.TRAINING

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for optimizer in graph.evidence(OptimizerRun):
            if optimizer.masked:
                yield self.finding("warning", optimizer.masked)

    def subject(self, finding: Finding) -> str:
        return "elements still change although a hook sets their gradient to 0"

    def clause(self, finding: Finding) -> str:
        return "`step()` also moves an element with a gradient of 0"

    def label(self, finding: Finding) -> str:
        return "only zeroes gradients, which does not freeze the elements"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return ("weight decay, momentum and running averages still move these elements",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("select the trainable elements with `whygrad.enable(…)`: the others stay fixed under every optimizer",)
