"""The raw results of a layer given to a loss that expects log-probabilities: nothing keeps them from growing."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import root_name
from whygrad.causes._silent import SilentCause, reachable
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import ADDING_UP, CASTING, PLUS_OR_MINUS, SCALING, VIEWS, WEIGHING
from whygrad.walk import reachable as within

EXPECTING = frozenset({"nll_loss", "ctc_loss"})
SAME_VALUES = VIEWS | CASTING | {"contiguous", "clone", "dropout"}
# Who normalises the same scores elsewhere in the loss has written the logarithm in two parts.
NORMALISING = frozenset({"logsumexp", "exp", "log_softmax", "softmax"})
MAKING = ADDING_UP | SCALING | {"add", "backward"}  # what is done with a loss, and its pass
FEW = 8


class RawScores(SilentCause):
    name = "raw-scores"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        behind, told = reachable(graph), set()
        for index in sorted(_terms(graph)):
            node = graph.node(index)
            way = _way_to_layer(graph, node.inputs[0]) if node.act in EXPECTING and node.inputs else []
            if not way or not node.chain or node.chain[-1] in told or _is_normalised(graph, way, behind):
                continue
            told.add(node.chain[-1])
            made = graph.node(way[-1])
            apart = made.place is not None and made.place != node.chain[-1]
            path = (Step("", made.place, "these are raw scores"),) if apart and made.place is not None else ()
            facts = {"loss": node.act, "op": made.spelling, "root": root_name(graph)}
            yield Finding(self.name, "warning", "observed", node.chain, path, facts=facts)

    def subject(self, finding: Finding) -> str:
        return "raw scores go into a loss that expects log-probabilities"

    def clause(self, finding: Finding) -> str:
        loss, op = finding.facts["loss"], finding.facts["op"]
        return f"`{loss}` expects the result of `log_softmax`, but gets that of `{op}`"

    def label(self, finding: Finding) -> str:
        return "expects log-probabilities"

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return ("larger scores always make this loss smaller, so no class competes with another",)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["loss"] == "ctc_loss":
            return ("apply `log_softmax` over the classes before this loss",)
        return ("apply `log_softmax` over the classes before this loss, or use `F.cross_entropy`",)


def _terms(graph: UncutGraph) -> set[int]:
    """What the loss is a weighted sum of: elsewhere such a function may only pick an element of each row."""
    return within(graph.query.roots, lambda at: graph.node(at).inputs if graph.node(at).act in MAKING else ())


def _way_to_layer(graph: UncutGraph, at: int) -> list[int]:
    """Back to the layer that computed the values, through what leaves them as they are; empty where there is none."""
    way = [at]
    for _ in range(FEW):
        node = graph.node(at)
        if node.act in WEIGHING or (node.act in PLUS_OR_MINUS and _adds_bias(graph, at)):
            return way if node.requires_grad else []
        if node.act not in SAME_VALUES or not node.inputs:
            return []
        at = node.inputs[0]
        way.append(at)
    return []


def _adds_bias(graph: UncutGraph, at: int) -> bool:
    sides = [graph.node(i) for i in graph.node(at).inputs]
    return any(side.act in WEIGHING for side in sides) and any(side.kind == "leaf" for side in sides)


def _is_normalised(graph: UncutGraph, way: list[int], behind: set[int]) -> bool:
    users = (user for at in way for user in graph.users.get(at, ()) if user in behind)
    return any(graph.node(user).act in NORMALISING for user in users)
