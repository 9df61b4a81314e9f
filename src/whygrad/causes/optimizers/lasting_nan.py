"""A program skips the step where a gradient is nan, and skips the clearing with it: so the gradient stays nan."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.values import LastingNan
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind

SEVERAL = 4  # passes: fewer may be what is left of a run after a last bad batch
ROUNDS = 2  # times the passes that a step takes: so many steps did not come


class LastingNanCause(SilentCause):
    name = "lasting-nan"
    kind = QueryKind.TRAINING
    also = "also without a step since then"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        for seen in graph.evidence(LastingNan):
            if seen.passes < max(SEVERAL, ROUNDS * seen.usual):
                continue
            chain = seen.cleared or seen.stepped
            facts = {"passes": seen.passes, "steps": seen.steps, "cleared": bool(seen.cleared)}
            path = tuple(Step("", place, "adds to nan or infinity") for place in seen.ran[-1:])
            yield Finding(self.name, "error", "observed", chain, path, lost=seen.names, facts=facts)

    def subject(self, finding: Finding) -> str:
        return f"{counted(finding.lost)} stopped learning after {_times(finding.facts['steps'], 'step')}"

    def clause(self, finding: Finding) -> str:
        passes = finding.facts["passes"]
        return f"a gradient became nan or infinite, and {passes} later backward passes add to it"

    def label(self, finding: Finding) -> str:
        if not finding.facts["cleared"]:
            return "no step runs after that"
        return "does not run after that, so the gradient stays nan or infinite"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return ("the losses of these passes are finite, and no step runs",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("call `zero_grad()` even if the program skips the step",)


def _times(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
