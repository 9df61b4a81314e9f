"""A product one of whose factors is all zeros: two factors that both start at zero, a mask that lets nothing through."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._zeros import A_FEW_STEPS, PRODUCTS, ZeroCause, Zeroed, zeroed
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Write

NEAR = 16  # operations between a dead activation and the product
TWO_STEPS = 2  # a factor that starts at zero alone has left it by then


class MultipliedByZero(ZeroCause):
    name = "multiplied-by-zero"
    kinds = PRODUCTS

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        if graph.query.facts["steps"] < TWO_STEPS:
            return
        everywhere = zeroed(graph)
        found = [z for z in everywhere if z.node in PRODUCTS and z.zero_factor]
        stuck = [leaf for z in found for leaf in z.zero_valued]
        writes = sorted((w for w in graph.recording.writes if w.old in stuck), key=lambda w: stuck.index(w.old or 0))
        if len(stuck) > 1 and writes:
            # Each factor waits for the other: none of them ever leaves zero.
            yield self._both(graph, found, writes)
            return
        for zero in found if graph.query.facts["steps"] >= A_FEW_STEPS else ():
            if not _has_learning_sibling(graph, zero) and not _follows(graph, zero, everywhere):
                yield self.found(graph, zero, graph.node(zero.at).chain)

    def _both(self, graph: UncutGraph, found: list[Zeroed], writes: list[Write]) -> Finding:
        leaves = tuple(leaf for z in found for leaf in z.leaves)
        whole = Zeroed(found[0].at, found[0].node, leaves, leaves)
        first = min(writes, key=lambda w: w.chain[-1].line if w.chain else 0)
        finding = self.found(graph, whole, first.chain)
        path = _product(graph, whole, first.chain)
        facts = {**finding.facts, "both": True}
        return Finding(finding.cause, "error", finding.evidence, finding.chain, path, finding.lost, facts)

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("both"):
            return "both factors of a product start at 0, and the derivative of each is the other"
        return f"the other factor of `{finding.facts['code']}` is 0 everywhere"

    def label(self, finding: Finding) -> str:
        return "all zeros from here on" if finding.facts.get("both") else "multiplies the gradient by 0"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("both"):
            return ("start only one of the two at 0, the other at random values",)
        return ("see to it that the other factor is not 0 for every element that should learn",)


def _product(graph: UncutGraph, zero: Zeroed, chain: Chain) -> tuple[Step, ...]:
    place = graph.node(zero.at).place
    return (Step("mul", place, "the product"),) if place and chain and place.file == chain[-1].file else ()


def _has_learning_sibling(graph: UncutGraph, zero: Zeroed) -> bool:
    """Does another parameter of the same layer learn? Then the layer works, and only its input happens to be zero."""
    starving = {s["leaf"] for s in graph.query.facts["starving"]}
    layers = {graph.node(leaf).name.rpartition(".")[0] for leaf in zero.leaves}
    return any(
        node.optimized and index not in starving and node.name.rpartition(".")[0] in layers
        for index, node in enumerate(graph.nodes)
        if node.name
    )


def _follows(graph: UncutGraph, zero: Zeroed, everywhere: list[Zeroed]) -> bool:
    """Is the zero factor itself the result of another operation that lets nothing through: a dead ReLU?"""
    others = {z.at for z in everywhere if z.node not in PRODUCTS}
    seen, queue = {zero.at}, [zero.at]
    for at in queue:
        new = [i for i in graph.node(at).inputs if i not in seen]
        seen.update(new)
        queue += new if len(queue) < NEAR else []
    return bool(others & seen)
