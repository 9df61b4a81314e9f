"""A value compared with itself: the difference is 0 at every step, and so is its gradient."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._silent import SilentCause, counted, leaves_behind, names, reachable
from whygrad.evidence.marks import ComparesItself
from whygrad.evidence.values import StarvingLeaf
from whygrad.finding import Finding, Step, Wording
from whygrad.graph.recomputed import compared_with_itself
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import DETACHING, DISTANCES, SEVERAL_RESULTS
from whygrad.recording import Chain, Place
from whygrad.source.sharing.aliases import aliasing_chain

SAME_VALUES = DETACHING | {"contiguous"}
COPYING = frozenset({"clone"})
ONE_MODULE = (
    "whygrad observed that both sides are computed by the same operations from the same values; the line that gives "
    "one object two names is inferred from the source"
)


class SelfComparison(SilentCause):
    name = "self-comparison"
    inferred = (
        "whygrad observed that both sides are the same value; the line that causes it is inferred from the source"
    )
    also = "also learning nothing, for the same reason"

    def settles(self, graph: UncutGraph) -> set[int]:
        if graph.query.kind != self.kind:
            return set()
        return {leaf for index in _comparisons(graph) for leaf in leaves_behind(graph, index)}

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told = set()
        for index, named in _comparisons(graph).items():
            node = graph.node(index)
            chain = (named,) if named is not None else aliasing_chain(node.chain, graph.sources)
            if chain[-1] in told:
                continue
            told.add(chain[-1])
            yield self._found(graph, index, chain, named is not None)

    def _found(self, graph: UncutGraph, index: int, chain: Chain, twice: bool) -> Finding:
        node = graph.node(index)
        starving = {s.leaf for s in graph.evidence(StarvingLeaf)} | set(graph.query.wrt)
        lost = names(graph, sorted(i for i in leaves_behind(graph, index) if i in starving))
        text = graph.text(node.chain[-1]).strip()
        elsewhere = chain[-1] != node.chain[-1]
        path = (Step("", node.chain[-1], "is 0 at every step"),) if elsewhere else ()
        facts = {"code": text if len(text) <= 60 and "\n" not in text else _op(graph, index), "alias": elsewhere}
        facts |= {"twice": twice}
        severity = "error" if lost else "warning"
        evidence = "inferred" if elsewhere else "observed"
        wording = Wording(inferred=ONE_MODULE if twice else True)
        return Finding(self.name, severity, evidence, chain, path, tuple(dict.fromkeys(lost)), facts, wording=wording)

    def subject(self, finding: Finding) -> str:
        if not finding.lost:
            return "a term of the loss is 0 at every step"
        return f"{counted(finding.lost)} {'learns' if len(finding.lost) == 1 else 'learn'} nothing"

    def clause(self, finding: Finding) -> str:
        both = "two results that one module computed from the same values" if finding.facts["twice"] else ""
        zero = ", so the difference is 0 at every step" if finding.lost else ""
        return f"`{finding.facts['code']}` compares {both or 'a value with itself'}{zero}"

    def label(self, finding: Finding) -> str:
        if finding.facts["twice"]:
            return "both names refer to one object from here on"
        return "makes both sides the same value" if finding.facts["alias"] else "both sides are the same value"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["twice"]:
            return (
                "compare with a different module or input; for a frozen reference, make a copy: "
                "`copy.deepcopy(module).requires_grad_(False)`",
            )
        return ("recompute one side, or compare with the intended value; to modify a copy, use `.clone()`",)


def _comparisons(graph: UncutGraph) -> dict[int, Place | None]:
    """The operations behind the loss that compare a value with itself while gradients are on.

    With those that compare what one module computed twice, what gave it its second name.
    """
    behind = sorted(reachable(graph))
    nodes = ((index, graph.node(index)) for index in behind)
    found = [i for i, node in nodes if node.chain and node.switch is None and _compares_itself(graph, i)]
    twice = compared_with_itself(graph, [i for i in behind if graph.node(i).chain])
    found = sorted({*found, *twice})
    # Every pair of a list, each with itself too, is meant.
    others = {_where(graph, i) for i in set(behind).difference(found)}
    return {i: twice.get(i) for i in found if _where(graph, i) not in others}


def _where(graph: UncutGraph, index: int) -> tuple[object, ...]:
    return graph.node(index).op, *graph.node(index).chain[-1:]


def _compares_itself(graph: UncutGraph, index: int) -> bool:
    node = graph.node(index)
    if isinstance(node.mark, ComparesItself):
        return True
    if _op(graph, index) not in DISTANCES or len(node.inputs) != 2:
        return False
    one, other = (_same_value(graph, i) for i in node.inputs)
    return one == other and _op(graph, one) not in SEVERAL_RESULTS


def _same_value(graph: UncutGraph, index: int) -> int:
    """What it shows the values of. A copy of a leaf keeps the values of its time, while the leaf is trained."""
    copy = index
    while _op(graph, index) in SAME_VALUES | COPYING and graph.node(index).inputs:
        copy = index if _op(graph, index) in COPYING else copy
        index = graph.node(index).inputs[0]
    return copy if graph.node(index).kind == "leaf" and _op(graph, copy) in COPYING else index


def _op(graph: UncutGraph, index: int) -> str:
    return graph.node(index).act
