"""A line unfreezes everything that another froze, right after new parts were put in that should learn alone."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.of_one_cause.woken_statistics import UndoneFreeze
from whygrad.finding import Finding, Step
from whygrad.graph.sites import up_to_parting
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.patterns.blocks import always_follows


class UndoneFreezeCause(SilentCause):
    name = "undone-freeze"
    kind = QueryKind.TRAINING
    also = "also trained"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(UndoneFreeze):
            # Code that freezes by default may well be told to train everything.
            if seen.frozen and seen.unfrozen and always_follows(seen.frozen, seen.unfrozen, graph.sources):
                frozen = up_to_parting(seen.frozen, seen.unfrozen)
                chain = up_to_parting(seen.unfrozen, seen.frozen)
                steps = [(frozen, "frozen here"), (seen.grafted, "new parts are put in here")]
                path = tuple(Step("", step[-1], label) for step, label in steps if step)
                yield Finding(self.name, "warning", "observed", chain, path, seen.trained)

    def subject(self, finding: Finding) -> str:
        verb = "is" if len(finding.lost) == 1 else "are"
        return f"{counted(finding.lost)} {verb} frozen and then trained after all"

    def clause(self, finding: Finding) -> str:
        return "this line unfreezes everything that was frozen, before any backward pass"

    def label(self, finding: Finding) -> str:
        return "sets `requires_grad` to True for all of them again"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return (
            "delete this line, because the new parts already require a gradient; or, to train everything, delete the "
            "line that freezes",
        )
