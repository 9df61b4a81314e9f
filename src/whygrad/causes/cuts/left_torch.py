"""A value that left torch (`.item()`, `float()`, `.numpy()`, `.tolist()`) and came back, or stayed outside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._base import Cause, cut_finding, node_cut
from whygrad.causes._silent import counted, leaves_behind, names, number_factors, number_terms, unreached
from whygrad.causes._steering import steering_exports
from whygrad.evidence.marks import caller_in
from whygrad.evidence.questions import NotATensor
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.precedence import Plausibility
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Blame, Verdict
from whygrad.ops import DETACHING, INTEGERS
from whygrad.recording import Node, Place, QueryKind
from whygrad.source.span import acting_part

WORDS = {
    "item": "a Python number",
    "__float__": "a Python number",
    "__int__": "a Python integer",
    "__index__": "a Python integer",
    "__complex__": "a Python number",
    "tolist": "a list of Python numbers",
    "numpy": "a NumPy array",
    "__array__": "a NumPy array",
    "__format__": "a string",
}
TAKING = "these integers come from it too, and need no gradient"


class LeftTorch(Cause):
    name = "left-torch"
    yields_to = ("rebuilt-tensor",)  # a constructor takes the elements out by itself

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        node = graph.node(index)
        if node.kind != "export" or node.op == "backward":
            return None
        return node_cut(self, node, index, Plausibility.NO_DERIVATIVE if node.act in INTEGERS else Plausibility.LIKELY)

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for blame in verdict.blames:
            if blame.cut.cause == self.name:
                finding, plain = cut_finding(graph, blame), graph.only(NotATensor)
                facts = {**finding.facts, "type": plain.type if plain is not None else None}
                yield _where_it_returns(graph, blame, replace(finding, facts=facts))

    def find_without_cut(self, graph: UncutGraph) -> Iterator[Finding]:
        if graph.query.kind is QueryKind.SILENT:
            yield from self._steering(graph)
            factors = number_factors(graph)
            yield from self._terms(graph, factors)
            yield from self._factors(graph, factors)

    def _terms(self, graph: UncutGraph, factors: list[tuple[int, int]]) -> Iterator[Finding]:
        """Plain numbers that were added to the loss and had been tensors with a history."""
        told = {graph.node(index).place for index, _ in factors}
        for index in number_terms(graph):
            node = graph.node(index)
            value = _before_detaching(graph, index)
            # The value of one loss with the gradient of another, `soft + (hard - soft).item()`, is meant.
            meant = value.act == "sub"
            # What a library takes out, for the number that it returns, shares the program's line with all it computes.
            meant = meant or bool(caller_in(node.mark))
            if value.requires_grad and not meant and node.place and node.place not in told:
                told.add(node.place)
                part = acting_part(node.place, graph.sources)
                facts = {"op": node.spelling, "code": graph.text(part).strip(), "term": True}
                chain = (*node.chain[:-1], part)
                yield Finding(self.name, "warning", "inferred", chain, facts={**facts, "type": None})

    def _factors(self, graph: UncutGraph, factors: list[tuple[int, int]]) -> Iterator[Finding]:
        """Numbers of parameters that weight a term, where the parameter itself gets one gradient at any value."""
        found: dict[Place, tuple[int, list[int]]] = {}
        for index, leaf in factors:
            node = graph.node(index)
            if node.place and not caller_in(node.mark):
                found.setdefault(node.place, (index, []))[1].append(leaf)
        for place, (index, leaves) in found.items():
            node, part = graph.node(index), acting_part(place, graph.sources)
            facts = {"op": node.spelling, "code": graph.text(part).strip(), "factor": True, "type": None}
            lost = tuple(sorted(set(names(graph, leaves))))
            chain, wording = (*node.chain[:-1], part), Wording("this also applies to")
            yield Finding(self.name, "warning", "inferred", chain, lost=lost, facts=facts, wording=wording)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("factor"):
            one = len(finding.lost) <= 1
            verb, whose = (
                ("gets a gradient that does", "its value") if one else ("get gradients that do", "their values")
            )
            return f"{counted(finding.lost)} {verb} not depend on {whose}"
        is_term = finding.of_a_term or finding.facts.get("term")
        return "a term of the loss has no effect" if is_term else super().subject(finding)

    def _steering(self, graph: UncutGraph) -> Iterator[Finding]:
        """Numbers that decide what is computed, and are the only way from the loss to what starves."""
        idle = unreached(graph)
        told = set()
        for index in steering_exports(graph) if idle else ():
            node = graph.node(index)
            lost = names(graph, sorted(idle & leaves_behind(graph, index)))
            if lost and node.place and node.place not in told:
                told.add(node.place)
                part = acting_part(node.place, graph.sources)
                facts = {"op": node.spelling, "code": graph.text(part).strip(), "steers": True}
                chain = (*node.chain[:-1], part)
                yield Finding(self.name, "warning", "inferred", chain, lost=tuple(lost), facts={**facts, "type": None})

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("steers"):
            return f"`{finding.facts['code']}` turns the value into a plain number that only selects what to compute"
        if finding.facts.get("factor"):
            return f"`{finding.facts['code']}` turns the value into a plain number that weights a term of the loss"
        what = WORDS.get(finding.facts["op"], "a plain value")
        if finding.facts.get("returns"):
            return f"`{finding.facts['code']}` takes values that were computed outside torch, without their gradient"
        if finding.facts["type"]:
            return f"`{finding.facts['code']}` returns {what}, and {what} has no `backward()`"
        return f"`{finding.facts['code']}` moves the value out of torch, where gradients cannot follow"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("returns"):
            return "what was computed from it outside torch comes back here, as a constant"
        return f"from here on it is {WORDS.get(finding.facts['op'], 'a plain value')}"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("steers"):
            return ("compute both sides and weight them by the tensor: a decision has no derivative",)
        if finding.facts.get("returns"):
            return ("compute these values with torch, and take only the integers from outside torch",)
        if finding.facts["op"] in ("numpy", "__array__"):
            return ("compute with torch all the way to the loss; use NumPy only for logging",)
        if finding.facts["op"] in INTEGERS:
            return ("weight the candidates (softmax), interpolate, or use a smooth mask: an integer has no derivative",)
        return (f"use the tensor itself in the loss, and `{finding.facts['code']}` only for printing or logging",)


def _before_detaching(graph: UncutGraph, export: int) -> Node:
    """The value that left: `loss.detach().item()` says twice that a number is wanted, and means no more by it."""
    node = graph.node(export)
    value = graph.node(node.inputs[0])
    while value.act in DETACHING and value.inputs and _share_a_line(value, node):
        value = graph.node(value.inputs[0])
    return value


def _share_a_line(one: Node, other: Node) -> bool:
    return one.place is not None and other.place is not None and one.place.line == other.place.line


def _where_it_returns(graph: UncutGraph, blame: Blame, finding: Finding) -> Finding:
    """The finding where floating-point values return, if integers made of the same array do too, at other lines.

    Those need no gradient, and the array: then it is right that the value leaves torch.
    """
    left = blame.cut.node
    behind = graph.behind(graph.roots) if graph.node(left).kind == "export" and not finding.facts.get("use") else ()
    returning = [at for at in sorted(behind) if graph.is_inferred(at, left) and graph.node(at).place]
    chosen = [graph.node(at) for at in returning if graph.node(at).dtype and not graph.can_carry(at)]
    floating = [at for at in returning if graph.can_carry(at)]
    first = [graph.node(at) for at in floating if graph.behind((at,)).isdisjoint({*floating} - {at})]
    together = any(_share_a_line(node, other) for node in first for other in chosen)
    if not chosen or not first or together or chosen[0].place is None:
        return finding
    on_route = [node for node in first if any(graph.node(at) is node for at in blame.routes[0].nodes)]
    back, whole = (on_route or first)[0], Step(chosen[0].spelling, chosen[0].place, TAKING)
    if back.place is None:
        return finding
    leaves = finding.chain[-1]
    away = Step(finding.facts["op"], leaves, f"from here on it is {WORDS.get(finding.facts['op'], 'a plain value')}")
    taken = {(place.file, place.line) for place in (leaves, whole.place, back.place)}
    path = (away, whole, *(step for step in finding.path if (step.place.file, step.place.line) not in taken))
    code = graph.text(back.place).strip()
    return replace(finding, chain=back.chain, path=path, facts={**finding.facts, "returns": True, "code": code})
