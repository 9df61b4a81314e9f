"""Batch norm in train mode takes in batches that are not trained on, as those of a validation without `eval()`."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause
from whygrad.evidence.of_one_cause.batches_beside_training import BatchesBesideTraining
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import QueryKind

REGULAR = 2  # steps without other batches: what happens at each belongs to the training


class StatisticsBesideTraining(SilentCause):
    name = "statistics-beside-training"
    kind = QueryKind.TRAINING

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        seen = [
            s for s in graph.evidence(BatchesBesideTraining) if s.made and s.regular >= REGULAR and s.regular > s.times
        ]
        for first in seen[:1]:  # those of one model tell the same
            yield self.finding("note", first.made, batches=first.batches)

    def subject(self, finding: Finding) -> str:
        return "batch norm learns statistics from batches that are not trained on"

    def clause(self, finding: Finding) -> str:
        batches = finding.facts["batches"]
        return f"{batches} {'batch' if batches == 1 else 'batches'} in train mode between two backward passes"

    def label(self, finding: Finding) -> str:
        return "its running mean and variance include these batches"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return (
            "call `model.eval()` before validation and `model.train()` after it: `no_grad()` does not change the mode",
        )
