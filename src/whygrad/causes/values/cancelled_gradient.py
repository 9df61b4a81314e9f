"""Gradients that come to a value by two ways and cancel out, as those of a draw and of its own score do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._silent import leaves_behind, reachable, steps_taken
from whygrad.causes.values._straight_through import attached_sums
from whygrad.causes.values._zeros import A_FEW_STEPS, ZeroCause, Zeroed, zeroed
from whygrad.evidence.marks import caller_in
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph

FEW = 8  # operations between the layer and the value that goes two ways


class CancelledGradient(ZeroCause):
    name = "cancelled-gradient"
    cancelling = True

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        if steps_taken(graph) < A_FEW_STEPS:
            return
        behind = reachable(graph)
        straight = {leaf for index in attached_sums(graph) for leaf in leaves_behind(graph, index)}
        for zero in zeroed(graph):
            ways = _ways(graph, zero, behind) if zero.cancelled else []
            if len(ways) > 1 and not straight.issuperset(zero.leaves):  # a straight-through sum is told as such
                first, other = graph.node(ways[0]), graph.node(ways[-1])
                found = self.found(graph, zero, first.chain)
                drawn = caller_in(first.mark) == "rsample"
                label = (
                    "scores the draw by the distribution that it came from" if drawn else "the other path starts here"
                )
                path = (Step("", other.place, label),) if other.place and other.place != first.place else ()
                yield replace(found, path=path, facts={**found.facts, "drawn": drawn})

    def clause(self, finding: Finding) -> str:
        return "the gradients of two paths are opposite and cancel out"

    def label(self, finding: Finding) -> str:
        if finding.facts["drawn"]:
            return "a draw that moves with the parameters"
        return "one of the two paths starts here"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["drawn"]:
            return (
                "to train with `log_prob`, draw with `sample()`; with `rsample()`, "
                "compute the loss from the draw itself",
            )
        return ("`.detach()` one of the two paths, or compare with another value",)


def _ways(graph: UncutGraph, zero: Zeroed, behind: set[int]) -> list[int]:
    """What the value at which gradients cancel out went into, at two places, the earliest first."""
    at = zero.at
    for _ in range(FEW):
        users = [u for u in graph.users.get(at, ()) if u in behind and graph.node(u).requires_grad]
        if len({graph.node(u).chain[-1:] for u in users}) > 1:
            return sorted(users, key=lambda u: graph.node(u).clock)
        if not users:
            return []
        at = users[0]
    return []
