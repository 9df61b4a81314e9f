"""A GradScaler steps an optimizer none of whose parameters got a gradient in this iteration."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import Cause, leaf_name
from whygrad.causes._silent import counted
from whygrad.evidence.questions import OptimizerMade
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, QueryKind


class ScalerWithoutGradients(Cause):
    name = "scaler-without-gradients"

    def find_without_cut(self, graph: UncutGraph) -> Iterator[Finding]:
        if graph.query.kind is not QueryKind.NO_INF_CHECKS:
            return
        # What no variable of the program reaches any more is held by the optimizer alone.
        stale = not any(graph.node(index).name for index in graph.query.wrt)
        yield Finding(
            cause=self.name,
            severity="error",
            evidence="observed",
            chain=_made(graph) if stale else graph.query.chain,
            path=tuple(Step("step", p, "stepped here") for p in graph.query.chain[-1:]) if stale else (),
            lost=tuple(dict.fromkeys(name for index in graph.query.wrt if (name := leaf_name(graph, index)))),
            facts={"root": "the loss", "stale": stale},
        )

    def subject(self, finding: Finding) -> str:
        if not finding.lost:
            return "none of this optimizer's parameters has a gradient when it steps"
        have = "has" if len(finding.lost) == 1 else "have"
        return f"{counted(finding.lost)} {have} no gradient when the optimizer steps"

    def clause(self, finding: Finding) -> str:
        return "the scaler has nothing to check for infinities"

    def label(self, finding: Finding) -> str:
        if finding.facts["stale"]:
            return "holds parameters that no loss used: they were replaced, or are not the model's own"
        return "steps an optimizer without a single gradient"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["stale"]:
            return ("create the optimizer after the model is complete, from the parameters that the model uses",)
        return (
            "call `scaler.step` only after a `backward()` on a loss that uses these parameters, and "
            "clear gradients after the step or before that `backward()`",
        )


def _made(graph: UncutGraph) -> Chain:
    made = graph.only(OptimizerMade)
    return made.chain if made is not None and made.chain else graph.query.chain
