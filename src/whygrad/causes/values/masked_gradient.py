"""A hook or a line makes zeros of some elements' gradient, and the optimizer moves those elements all the same."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.steps import MaskedElementsMoved, OptimizerRun
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, QueryKind


class MaskedGradient(SilentCause):
    name = "masked-gradient"
    kind = QueryKind.TRAINING
    also = "also moved"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for optimizer in graph.evidence(OptimizerRun):
            if optimizer.masked:
                yield self.finding("warning", optimizer.masked)
        by_step: dict[Chain, list[MaskedElementsMoved]] = {}
        for moved in graph.evidence(MaskedElementsMoved):
            if moved.step and moved.mask:
                by_step.setdefault(moved.step, []).append(moved)
        for step, found in by_step.items():
            lines = dict.fromkeys(moved.mask[-1] for moved in found if moved.mask[-1] != step[-1])
            path = tuple(Step("", place, "sets gradients to 0") for place in lines)
            facts = {"by_hand": True, "elements": sum(moved.elements for moved in found)}
            facts["zeros"] = all(moved.were_zero for moved in found)
            names = tuple(dict.fromkeys(moved.name for moved in found if moved.name))
            yield Finding(self.name, "warning", "observed", step, path, names, facts)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("by_hand"):
            of = f" of `{finding.lost[0]}`" if len(finding.lost) == 1 else ""
            return f"{finding.facts['elements']} elements{of} still change although their gradient is set to 0"
        return "elements still change although a hook sets their gradient to 0"

    def clause(self, finding: Finding) -> str:
        return "`step()` also moves an element with a gradient of 0"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("by_hand"):
            return f"moves elements {'that were 0 and have' if finding.facts['zeros'] else 'with'} a gradient of 0"
        return "only zeroes gradients, which does not freeze the elements"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return ("weight decay, momentum and running averages still move these elements",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("by_hand"):
            put = "multiply the parameters by the mask" if finding.facts["zeros"] else "put the old values back"
            return (f"{put} after each `step()`, or select the trainable elements with `whygrad.enable(…)`",)
        return ("select the trainable elements with `whygrad.enable(…)`: the others stay fixed under every optimizer",)
