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
        plain = () if stale else _plain_loss(graph)
        stepped = tuple(Step("step", p, "stepped here") for p in graph.query.chain[-1:])
        yield Finding(
            cause=self.name,
            severity="error",
            evidence="observed",
            chain=_made(graph) if stale else plain or graph.query.chain,
            path=(*_passes(graph), *stepped) if plain else stepped if stale else (),
            lost=tuple(dict.fromkeys(name for index in graph.query.wrt if (name := leaf_name(graph, index)))),
            facts={"root": "the loss", "stale": stale, "plain": bool(plain)},
        )

    def subject(self, finding: Finding) -> str:
        if not finding.lost:
            return "none of this optimizer's parameters has a gradient when it steps"
        have = "has" if len(finding.lost) == 1 else "have"
        return f"{counted(finding.lost)} {have} no gradient when the optimizer steps"

    def clause(self, finding: Finding) -> str:
        if finding.facts["plain"]:
            return "the latest backward pass started from a loss that was computed from none of them"
        return "the scaler has nothing to check for infinities"

    def label(self, finding: Finding) -> str:
        if finding.facts["stale"]:
            return "holds parameters that no loss used: they were replaced, or are not the model's own"
        if finding.facts["plain"]:
            return "a new leaf, and the loss was computed from nothing else that learns"
        return "steps an optimizer without a single gradient"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["stale"]:
            return ("create the optimizer after the model is complete, from the parameters that the model uses",)
        if finding.facts["plain"]:
            return (
                "compute this value from the model's output, as `output.sum() * 0` does, or skip the backward pass and "
                "the step when there is nothing to learn from",
            )
        return (
            "call `scaler.step` only after a `backward()` on a loss that uses these parameters, and "
            "clear gradients after the step or before that `backward()`",
        )


def _made(graph: UncutGraph) -> Chain:
    made = graph.only(OptimizerMade)
    return made.chain if made is not None and made.chain else graph.query.chain


def _plain_loss(graph: UncutGraph) -> Chain:
    """Where the only value was made to which the latest pass went back, where that is no parameter."""
    leaves = [node for i in graph.learning_behind(graph.query.roots) if (node := graph.node(i)).kind == "leaf"]
    made = {node.birth for node in leaves}
    if len(made) != 1 or any(node.parameter or node.optimized for node in leaves) or graph.ends_unknown():
        return ()
    return made.pop()


def _passes(graph: UncutGraph) -> tuple[Step, ...]:
    places = [place for i in graph.query.roots if (place := graph.node(i).place) is not None]
    return tuple(Step("backward", place, "the latest backward pass, which reaches no parameter") for place in places)
