"""A GradScaler steps an optimizer none of whose parameters got a gradient in this iteration."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import Cause, leaf_name
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict


class ScalerWithoutGradients(Cause):
    name = "scaler-without-gradients"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind != "no-inf-checks" or verdict.blames:
            return
        yield Finding(
            cause=self.name,
            severity="error",
            evidence="observed",
            chain=graph.query.chain,
            lost=tuple(dict.fromkeys(name for index in graph.query.wrt if (name := leaf_name(graph, index)))),
            facts={"root": "the loss"},
        )

    def subject(self, finding: Finding) -> str:
        return "no parameter that this optimizer holds has a gradient when it is stepped"

    def clause(self, finding: Finding) -> str:
        return "the scaler has nothing to check for infinities"

    def label(self, finding: Finding) -> str:
        return "steps an optimizer without a single gradient"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return (
            "step it through the scaler only after a `backward()` whose loss used its parameters, "
            "and clear gradients after the step or before that `backward()`",
        )
