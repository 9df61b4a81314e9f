"""A derivative that the loss uses leaves out a part: its function is computed from the input under `no_grad()` too."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad import walk
from whygrad.causes._base import leaf_name
from whygrad.causes._silent import SilentCause, reachable
from whygrad.evidence.marks import GradientWithHistory
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.source.span import acting_part

SWITCHES = ("no_grad", "inference_mode", "set_grad_enabled")
# What scales or shifts values is often taken for a constant.
STATISTICS = frozenset({"max", "amax", "min", "amin", "mean", "median", "std", "var", "norm", "quantile"})


class CutDerivative(SilentCause):
    name = "cut-derivative"

    def find_silent(self, graph: UncutGraph) -> Iterator[Finding]:
        told = set()
        for index in sorted(reachable(graph)):
            if isinstance(graph.node(index).mark, GradientWithHistory):
                for found in self._of_derivative(graph, index):
                    if found.chain not in told:
                        told.add(found.chain)
                        yield found

    def _of_derivative(self, graph: UncutGraph, index: int) -> Iterator[Finding]:
        derivative = graph.node(index)
        for to in (i for i in derivative.inputs if _is_input(graph, i)):
            results = [i for i in derivative.inputs if i != to and graph.node(i).requires_grad]
            if to not in walk.reachable(results, graph.learning_inputs):
                continue  # nothing is left of it at all
            behind = walk.breadth_first(results, lambda at: () if _is_off(graph, at) else _carrying(graph, at))
            lost = next((at for at in behind if _is_lost(graph, at, to)), None)
            if lost is not None:
                switch = graph.switch(graph.node(lost).switch or 0)
                chain = (*switch.chain[:-1], acting_part(switch.chain[-1], graph.sources))
                used = Step("", derivative.chain[-1], "takes the derivative, without what was computed there")
                names = {"to": leaf_name(graph, to), "of": leaf_name(graph, results[0]), "switch": switch.kind}
                yield Finding(self.name, "warning", "observed", chain, (used,), facts=names)

    def subject(self, finding: Finding) -> str:
        to, of = finding.facts["to"], finding.facts["of"]
        with_respect = f" with respect to `{to}`" if to else ""
        return f"the derivative of {f'`{of}`' if of else 'the result'}{with_respect} is incomplete"

    def clause(self, finding: Finding) -> str:
        of = f"`{finding.facts['of']}`" if finding.facts["of"] else "the result"
        return f"{of} also depends on it through values that were computed with gradients off"

    def label(self, finding: Finding) -> str:
        return "what is computed here counts as a constant in the derivative"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        return ("compute these values with gradients on; only indices, masks and neighbour lists need none",)


def _is_input(graph: UncutGraph, index: int) -> bool:
    node = graph.node(index)
    return node.kind == "leaf" and node.requires_grad and not node.parameter and not node.optimized


def _carrying(graph: UncutGraph, index: int) -> list[int]:
    return [i for i in graph.inputs(index) if graph.can_carry(i) and graph.node(i).kind in ("operation", "leaf")]


def _is_off(graph: UncutGraph, index: int) -> bool:
    return graph.node(index).switch is not None and not graph.node(index).requires_grad


def _is_lost(graph: UncutGraph, index: int, to: int) -> bool:
    """Does a gradient end here, on its way to that input, because a block of the program's own has switched it off?"""
    node = graph.node(index)
    if node.switch is None or node.requires_grad or node.act in STATISTICS:
        return False
    switch = graph.switch(node.switch)
    if switch.kind not in SWITCHES or switch.foreign or not switch.chain:
        return False
    behind = list(walk.breadth_first((index,), lambda at: _carrying(graph, at)))
    return to in behind and not any(_runs_with_gradients(graph, at) for at in behind)


def _runs_with_gradients(graph: UncutGraph, index: int) -> bool:
    """Does the line run with gradients too? A fixed point is searched without them, and its last step has them."""
    node = graph.node(index)
    if node.switch is None or node.place is None:
        return False
    return any(graph.node(i).requires_grad and graph.node(i).act == node.act for i in graph.nodes_at[node.place])
