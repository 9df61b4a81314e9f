"""An optimizer was given the result of an operation: gradients end in the leaf behind it, not in what it holds."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import Cause, root_name
from whygrad.evidence.modules import HiddenParameters, KeptResult, StrayLeaf
from whygrad.evidence.tensors import ResultRead
from whygrad.finding import Finding, Step
from whygrad.graph.helpers import used_elsewhere
from whygrad.graph.routes import Route, routes_from
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.ops import shown
from whygrad.recording import Chain, QueryKind


class NonLeafParameter(Cause):
    name = "non-leaf-parameter"
    inferred = "whygrad infers from the source that other calls need the computed value"

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for kept in _kept(graph):
            node = graph.node(kept.at)
            facts = {"root": kept.name, "op": node.spelling}
            yield Finding(self.name, "error", "observed", node.chain, lost=(kept.name,), facts=facts)
        if graph.query.kind is QueryKind.TRAINING:
            yield from self._read_results(graph)
        if graph.query.kind is not QueryKind.NON_LEAF:
            return
        routes = routes_from(graph, graph.query.roots, lambda *_: ()).values()
        leaves = [r for r in routes if graph.node(r.leaf).kind == "leaf" and graph.node(r.leaf).requires_grad]
        for route in sorted(leaves, key=lambda r: r.order)[:1]:
            yield _given(graph, route)

    def _read_results(self, graph: UncutGraph) -> Iterator[Finding]:
        """The `.grad` of a result was read, and is None: what was to be updated by hand is no leaf any more."""
        for entry in graph.evidence(ResultRead):
            node = graph.node(entry.at) if entry.at is not None else None
            if node is None or not node.birth:
                continue
            read = entry.read
            name = graph.assigned_name(node.birth) or _read_as(graph, read) or node.spelling
            path = (Step("", read[-1], f"`{name}.grad` is None here"),) if read and read[-1] != node.place else ()
            facts = {"root": name, "op": node.spelling.strip("_")}
            yield Finding(self.name, "warning", "observed", node.chain, path, (name,), facts)

    def clause(self, finding: Finding) -> str:
        return f"it is the result of `{shown(finding.facts['op'])}`, not a leaf, so no optimizer can update it"

    def label(self, finding: Finding) -> str:
        if helper := finding.facts.get("helper"):
            return f"`{helper}` returns what it computes from the leaf, not the leaf itself"
        return "creates a new tensor; its input is the leaf that gets the gradient"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("helper"):
            return ("pass the optimizer the leaf behind this value, and compute the value from the leaf in every step",)
        return ("compute the initial value first, then call `.requires_grad_()` on it or wrap it in `nn.Parameter`",)


def _read_as(graph: UncutGraph, read: Chain) -> str:
    """The name in `name.grad`, where that was read."""
    text = graph.text(read[-1]).strip() if read else ""
    return text.removesuffix(".grad") if text.endswith(".grad") else ""


def _given(graph: UncutGraph, route: Route) -> Finding:
    """The finding about what the optimizer was given, where it was computed, or where a helper was called for it."""
    misuse = used_elsewhere(graph, route)
    first = graph.node(route.nodes[1]) if len(route.nodes) > 1 else graph.node(route.leaf)
    inside = (Step(first.spelling, misuse.inside, "computes a new tensor from the leaf"),) if misuse else ()
    root = root_name(graph) if misuse is None else graph.text(misuse.chain[-1]).strip()
    return Finding(
        cause=NonLeafParameter.name,
        severity="error",
        evidence="inferred" if misuse else "observed",
        chain=misuse.chain if misuse else first.chain,
        path=(*_path(graph, route, root), *inside),
        lost=(graph.query.root_name,) if graph.query.root_name else (),
        facts={
            "root": root,
            "op": first.spelling,
            "helper": misuse.helper if misuse else "",
        },
    )


def _kept(graph: UncutGraph) -> list[KeptResult]:
    """Results that a module keeps as if they were its parameters, while the leaves behind them get the gradient."""
    found = graph.evidence(KeptResult)
    if graph.query.kind is QueryKind.EMPTY_PARAMETERS:
        first = [name for hidden in graph.evidence(HiddenParameters)[:1] for name in hidden.lost]
        return [kept for kept in found if kept.name in first]
    strays = {stray.leaf for stray in graph.evidence(StrayLeaf)}
    return [k for k in found if strays.intersection(k.leaves)] if graph.query.kind is QueryKind.SILENT else []


def _path(graph: UncutGraph, route: Route, root: str) -> tuple[Step, ...]:
    leaf, place = graph.node(route.leaf), graph.node(route.leaf).place
    first = graph.node(route.nodes[1]).place if len(route.nodes) > 1 else None
    if place is None or (first and (first.file, first.line) == (place.file, place.line)):
        return ()
    return (Step(leaf.spelling, place, f"the leaf behind `{root}`"),)
