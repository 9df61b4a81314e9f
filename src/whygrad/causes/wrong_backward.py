"""A custom Function whose `backward` is not the derivative of its `forward`."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.source.functions import function_at, returned_element


class WrongBackward(SilentCause):
    name = "wrong-backward"
    kind = "training"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for function in graph.query.facts["wrong_functions"]:
            file, line = function.get("backward", ("", 0))
            node = function_at(file, line, graph.sources)
            place = returned_element(node, 0, file, graph.sources) if node else None
            facts = {k: function[k] for k in ("name", "by_backward", "by_difference")}
            yield Finding(self.name, "warning", "observed", (place,) if place else (), facts=facts)

    def subject(self, finding: Finding) -> str:
        return f"`{finding.facts['name']}` gives a wrong gradient"

    def clause(self, finding: Finding) -> str:
        backward, difference = finding.facts["by_backward"], finding.facts["by_difference"]
        return f"along a random direction its `backward` says {backward:.4g}, and `forward` changes by {difference:.4g}"

    def label(self, finding: Finding) -> str:
        return "is not the derivative of `forward`"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return ("compared in double, on the values of its first call, along three random directions",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("check it by `torch.autograd.gradcheck(…)`, which names the element that differs",)
