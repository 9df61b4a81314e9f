"""A loop goes through the data, and the pass that should run for each batch stands after it."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.passes import LastBatchOnly, LastLossOnly
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place, QueryKind
from whygrad.source.looping.after_loops import goes_to_its_end, is_only_reported

SEVERAL = 2  # passes


class SkippedBatches(SilentCause):
    name = "skipped-batches"
    kind = QueryKind.TRAINING
    inferred = "whygrad observed that the others are not used; the loop is inferred from the source"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told: set[Place] = set()
        for drawn in graph.evidence(LastBatchOnly):
            at, after = _parting(drawn.drawn, drawn.ran)
            if at is None or after is None or after in told or drawn.passes < SEVERAL:
                continue
            if data := goes_to_its_end(at, after, graph.sources):
                told.add(after)
                yield self._found(drawn.ran, after, Step("", data, "the loop draws batches"), drawn.batches, "batch")
        for loss in graph.evidence(LastLossOnly):
            at, after = _parting(loss.chain, loss.ran)
            if at is None or after is None or after in told or loss.steps < SEVERAL:
                continue
            if is_only_reported(at, after, graph.sources):
                told.add(after)
                yield self._found(loss.ran, after, Step("", at, "computed in each iteration"), loss.times, "loss")

    def _found(self, ran: Chain, after: Place, step: Step, times: int, what: str) -> Finding:
        chain = ran[: ran.index(after) + 1]
        return Finding(self.name, "warning", "inferred", chain, (step,), facts={"times": times, "what": what})

    def subject(self, finding: Finding) -> str:
        return f"only the last {finding.facts['what']} trains the model"

    def clause(self, finding: Finding) -> str:
        times = finding.facts["times"]
        done = (
            f"draws at least {times} batches"
            if finding.facts["what"] == "batch"
            else f"computes at least {times} losses"
        )
        return f"the loop {done}, and the backward pass runs after it"

    def label(self, finding: Finding) -> str:
        return "runs once, after the loop"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("indent the backward pass and the step, so that they run in each iteration of the loop",)


def _parting(one: Chain, other: Chain) -> tuple[Place | None, Place | None]:
    """The two places of one function at which the chains part."""
    for first, second in zip(one, other, strict=False):
        if first != second:
            is_one = (first.file, first.function) == (second.file, second.function)
            return (first, second) if is_one else (None, None)
    return None, None
