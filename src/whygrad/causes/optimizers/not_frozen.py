"""A part that should be frozen is only switched to `eval()`, and the optimizer trains it."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.of_one_cause.eval_mode import RestingPart
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.intended import freezing_word

STEPS = 4
SHARE = 4  # one of so many steps, and more


class NotFrozen(SilentCause):
    name = "not-frozen"
    kind = QueryKind.TRAINING
    also = "also trained"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(RestingPart):
            if seen.steps < STEPS or SHARE * seen.steps < seen.of or not seen.chain:
                continue
            word = freezing_word(seen.chain, graph.sources)
            facts = {"seen": seen, "inferred": f"whygrad infers from `{word}` that they should be frozen"}
            if word:
                yield Finding(
                    self.name, "warning", "inferred", seen.chain, lost=seen.trained, facts=facts, is_fallback=True
                )
            elif seen.beside:
                yield self.finding("note", seen.chain, seen.trained, seen=seen)

    def subject(self, finding: Finding) -> str:
        verb = "is" if len(finding.lost) == 1 else "are"
        seen: RestingPart = finding.facts["seen"]
        return f"{counted(finding.lost)} {verb} trained in `eval()` mode, at {seen.steps} of {seen.of} steps"

    def clause(self, finding: Finding) -> str:
        return "`eval()` switches only dropout and batch norm, and freezes no parameter"

    def label(self, finding: Finding) -> str:
        return f"switches the `{finding.facts['seen'].kind}` to eval mode; its parameters still learn"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("freeze it too, with `requires_grad_(False)`, or leave its parameters out of the optimizer",)
