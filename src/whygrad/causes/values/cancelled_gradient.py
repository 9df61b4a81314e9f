"""Gradients that come to a value by two ways and cancel out, as those of a draw and of its own score do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from whygrad.causes._silent import leaves_behind, reachable, steps_taken
from whygrad.causes.values import _cancelled_terms
from whygrad.causes.values._optimum import is_at_an_optimum
from whygrad.causes.values._straight_through import attached_sums
from whygrad.causes.values._zeros import A_FEW_STEPS, ZeroCause, Zeroed, zeroed
from whygrad.evidence.marks import caller_in
from whygrad.finding import Finding, Step
from whygrad.graph.targets import target_side
from whygrad.graph.uncut import SHAPE_OF_SECOND, UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.ops import EMBEDDINGS, PICKING, PLUS_OR_MINUS, VIEWS
from whygrad.recording import Chain, Node, QueryKind
from whygrad.source.chains import shared_calls

LOOKING_UP = EMBEDDINGS | VIEWS | PICKING
FEW = 8  # operations between the layer and the value that goes two ways


class Pair(NamedTuple):
    """The ways of gradients that cancel out."""

    first: Node
    other: Node
    target: str  # the loss to whose target the first one leads


class CancelledGradient(ZeroCause):
    name = "cancelled-gradient"
    cancelling = True

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        if graph.query.kind is QueryKind.TRAINING:
            yield from _cancelled_terms.cancelled_terms(graph)
        yield from super().find_in_run(graph, verdict)

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        if steps_taken(graph) < A_FEW_STEPS:
            return
        straight = {leaf for index in attached_sums(graph) for leaf in leaves_behind(graph, index)}
        for (first, other, target), zero in _by_ways(graph):
            if straight.issuperset(zero.leaves):
                continue  # a straight-through sum is told as such
            found = self.found(graph, zero, first.chain[: _parting(first.chain, other.chain) + 1])
            drawn = caller_in(first.mark) == "rsample"
            label = "scores the draw with its own distribution" if drawn else "the other path starts here"
            beside = other.chain[_parting(other.chain, first.chain)] if other.chain else None
            path = (Step("", beside, label),) if beside and beside != found.chain[-1] else ()
            shift = first.chain[-1:] == other.chain[-1:] and _is_shift(graph, zero)
            severity = "note" if shift else found.severity
            facts = {**found.facts, "drawn": drawn, "term": "", "shift": shift, "target": target}
            yield replace(found, severity=severity, path=path, facts=facts)

    def subject(self, finding: Finding) -> str:
        return _cancelled_terms.subject(finding) if finding.facts["term"] else super().subject(finding)

    def notes(self, finding: Finding) -> tuple[str, ...]:
        return _cancelled_terms.notes(finding) if finding.facts["term"] else super().notes(finding)

    def clause(self, finding: Finding) -> str:
        if finding.facts["term"]:
            return _cancelled_terms.clause(finding)
        return "the gradients of two paths are opposite and cancel out"

    def label(self, finding: Finding) -> str:
        if finding.facts["term"]:
            return _cancelled_terms.label(finding)
        if finding.facts["drawn"]:
            return "this draw depends on the parameters"
        if finding.facts["target"]:
            return f"the path to the target of `{finding.facts['target']}` starts here"
        return "one of the two paths starts here"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["term"]:
            return _cancelled_terms.helps(finding)
        if finding.facts["drawn"]:
            return (
                "to train with `log_prob`, draw with `sample()`; with `rsample()`, "
                "compute the loss from the draw itself",
            )
        if finding.facts["shift"]:
            return ("leave it out of this loss: what both scores add cancels out in their difference",)
        if finding.facts["target"]:
            return ("`.detach()` the target, or compute it from another value",)
        return ("`.detach()` one of the two paths, or compare with another value",)


def _by_ways(graph: UncutGraph) -> list[tuple[Pair, Zeroed]]:
    """The gradients that cancelled out, put together by the first and the last of the ways that they came."""
    behind = reachable(graph)
    found: dict[tuple[Chain, Chain], tuple[Pair, Zeroed]] = {}
    for zero in zeroed(graph):
        ways = _ways(graph, zero, behind) if zero.cancelled else []
        if len(ways) > 1 and not is_at_an_optimum(graph, ways, behind):
            pair = _pair(graph, ways[0], ways[-1])
            at = _parting(pair.first.chain, pair.other.chain) + 1
            known, before = found.setdefault((pair.first.chain[:at], pair.other.chain[:at]), (pair, zero))
            if before is not zero:
                both = replace(before, leaves=before.leaves + zero.leaves)
                found[pair.first.chain[:at], pair.other.chain[:at]] = (known, both)
    return list(found.values())


def _pair(graph: UncutGraph, one: int, other: int) -> Pair:
    """Two ways, the one to blame first: the earlier one, or that into the target where a loss has one."""
    target, loss = target_side(graph, one, other) or (one, None)
    if target == other:
        one, other = other, one
    return Pair(graph.node(one), graph.node(other), "" if loss is None else graph.node(loss).act)


def _is_shift(graph: UncutGraph, zero: Zeroed) -> bool:
    """Is it only looked up and added to scores that are compared with each other, while others behind them learn?"""
    edge, sums = {zero.at}, set[int]()
    for _ in range(FEW):
        users = {u for at in edge for u in graph.users.get(at, ()) if graph.node(u).requires_grad}
        sums |= {u for u in users if graph.node(u).act in PLUS_OR_MINUS}
        edge = users - sums
        if any(graph.node(u).act not in LOOKING_UP for u in edge):
            return False
    return not edge and any(leaves_behind(graph, at) - set(zero.leaves) for at in sums)


def _ways(graph: UncutGraph, zero: Zeroed, behind: set[int]) -> list[int]:
    """What the value at which gradients cancel out went into, at two places, the earliest first."""
    at = zero.at
    for _ in range(FEW):
        users = [u for u in graph.users.get(at, ()) if u in behind and _carries(graph, at, u)]
        if len({graph.node(u).chain for u in users}) > 1:
            return sorted(users, key=lambda u: graph.node(u).clock)
        if not users:
            return []
        at = users[0]
    return []


def _carries(graph: UncutGraph, at: int, user: int) -> bool:
    """Does a gradient come back this way? Of `expand_as(other)` and its kin the other gives its shape alone."""
    node = graph.node(user)
    return node.requires_grad and not (node.act in SHAPE_OF_SECOND and node.inputs[0] != at)


def _parting(chain: Chain, other: Chain) -> int:
    """Which frame of a chain is the first that another does not share: inside a helper of both, the call of it."""
    if chain[-1:] != other[-1:]:
        return len(chain) - 1
    return min(shared_calls(chain, other), len(chain) - 1)
