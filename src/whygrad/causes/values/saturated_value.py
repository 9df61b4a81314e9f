"""A bounded function outside the range in which it has a slope: a dead ReLU, a clamp at its limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._base import leaf_name
from whygrad.causes._silent import loss_operations, reachable
from whygrad.causes.values._zeros import BOUNDED, ZeroCause, made_zero
from whygrad.evidence.values import StarvingLeaf
from whygrad.finding import Act, Event, Finding, Step
from whygrad.graph.sites import site_of
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import CASTING, CONVOLUTIONS, MATRIX_PRODUCTS, VIEWS
from whygrad.source.patterns.inplace_modules import layer_made

CONSTANT = (
    "check the `dim` of the softmax, or scale the logits down: over one element, or of large logits, it is constant"
)
SMOOTH = {
    "clamp": "start the value inside the range, or bound it smoothly with `tanh` or `sigmoid`",
    "relu": "start with smaller weights or a smaller learning rate, or use `leaky_relu`, whose slope is never 0",
    "softmax": CONSTANT,
    "log_softmax": CONSTANT,
}
FLAT_AT_ZERO = ("relu", "relu6", "abs")
PRODUCTS = MATRIX_PRODUCTS | CONVOLUTIONS | {"mul"}
NEAR = 4  # operations between a product and the function that is flat
HINGES = ("relu", "clamp", "clip", "threshold", "maximum", "max")


class SaturatedValue(ZeroCause):
    name = "saturated-value"
    inferred = "which layer applies it is inferred from the source"
    kinds = BOUNDED

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        last, behind = loss_operations(graph), reachable(graph)
        for finding in super().find_silent(graph):
            hinge = str(finding.facts["op"]).endswith("_loss") or str(finding.facts["op"]).startswith(HINGES)
            # A margin that is kept already is no mistake, unless the program asks for its gradient. What the loss has
            # another use for is a value that the model computes, not a margin.
            users = [user for user in graph.users.get(finding.facts["at"], ()) if user in behind]
            is_margin = finding.facts["at"] in last and last.issuperset(users)
            if not hinge or finding.facts["read"] or not is_margin:
                yield _at_its_zeros(graph, finding) or _at_its_layer(graph, finding)

    def clause(self, finding: Finding) -> str:
        if zeros := finding.facts.get("zeros"):
            op = finding.facts["op"]
            return f"every input of `{op}` is 0, where its derivative is 0, because `{zeros}` is all zeros"
        return f"every input is in a range where `{finding.facts['op']}` is flat"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("zeros"):
            return "all zeros from here on"
        return "flat for every element, so no gradient passes"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        op = str(finding.facts["op"])
        if finding.facts.get("zeros"):
            return (f"start with small random values, or use a function with a slope at 0 instead of `{op}`",)
        found = next((text for name, text in SMOOTH.items() if op.startswith(name)), "")
        return (found or "keep the inputs in the range where the function is not flat",)


def _at_its_zeros(graph: UncutGraph, finding: Finding) -> Finding | None:
    """The finding where a parameter became all zeros, where every input is 0 for that."""
    flat = graph.node(finding.facts["at"])
    empty = {s.leaf for s in graph.evidence(StarvingLeaf) if s.all_zero and s.leaf is not None}
    factors = _parameters_in(graph, finding.facts["at"]) if flat.act in FLAT_AT_ZERO else []
    chains = made_zero(graph, factors) if factors and empty.issuperset(factors) else []
    if not chains or flat.place is None:
        return None
    path = (Step(flat.op, flat.place, "its derivative at 0 is 0, so no gradient passes"),)
    facts = {**finding.facts, "zeros": leaf_name(graph, factors[0]) or "a parameter"}
    return replace(finding, chain=chains[0], path=path, facts=facts)


def _parameters_in(graph: UncutGraph, at: int) -> list[int]:
    """The parameters of the product that a function is given, or the one that it is given, be it in another shape."""
    for _ in range(NEAR):
        if not graph.node(at).inputs:
            break
        at = graph.node(at).inputs[0]
        if graph.node(at).parameter:
            return [at]
        if graph.node(at).act in PRODUCTS:
            return [i for i in graph.node(at).inputs if graph.node(i).parameter]
        if graph.node(at).act not in VIEWS | CASTING:
            break
    return []


def _at_its_layer(graph: UncutGraph, finding: Finding) -> Finding:
    """The finding where the layer is made that applies the function, where the program's line calls a whole network."""
    node = graph.node(finding.facts["at"])
    files = graph.recording.sources
    made = layer_made(node.act, node.place, files, graph.sources, inside=True) if node.place is not None else None
    if made is None:
        return finding
    events = (
        Event(Act.USED, node.chain, "it runs here", cures=False),
        Event(Act.MADE, (*node.chain, made), observed=False),
    )
    site = site_of(events, graph.sources)
    assert site is not None
    return replace(finding, chain=site.chain, path=site.shown, evidence=site.evidence, events=events)
