"""An optimizer that is created again finds nothing in the iterator that the one before has gone through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._silent import SilentCause, counted
from whygrad.evidence.holdings import LeftToNobody
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind
from whygrad.source.values.iterators import gone_through_twice

STEPS = 4


class ExhaustedIterator(SilentCause):
    name = "exhausted-iterator"
    kind = QueryKind.TRAINING
    also = "also left out"
    inferred = "whygrad observed that the later optimizer does not hold them; the iterator is inferred from the source"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        files = sorted(graph.recording.sources)
        for seen in graph.evidence(LeftToNobody):
            if seen.steps < STEPS:
                continue
            made = gone_through_twice(seen.first, seen.made, seen.empty, files, graph.sources)
            if made is not None:
                path = tuple(_steps(seen))
                yield replace(
                    self.finding("error", (made,), seen.lost, Wording(inferred=True), steps=seen.steps), path=path
                )

    def subject(self, finding: Finding) -> str:
        verb = "gets" if len(finding.lost) <= 1 else "get"
        return f"{counted(finding.lost)} {verb} gradients but no update, at {finding.facts['steps']} steps"

    def clause(self, finding: Finding) -> str:
        return "the first optimizer has used up this iterator, and the next one finds it empty"

    def label(self, finding: Finding) -> str:
        return "an iterator yields its parameters only once"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("keep the parameters in a list: `list(…)`",)


def _steps(seen: LeftToNobody) -> Iterator[Step]:
    if seen.first[-1] == seen.made[-1]:
        yield Step("optimizer", seen.made[-1], "the second optimizer of this line gets nothing from it")
    else:
        yield Step("optimizer", seen.first[-1], "the first optimizer takes all of it")
        yield Step("optimizer", seen.made[-1], "this one gets nothing from it")
