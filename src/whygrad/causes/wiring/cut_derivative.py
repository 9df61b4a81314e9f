"""A derivative that the loss uses leaves out a part: its function is computed from the input under `no_grad()` too."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad import walk
from whygrad.causes._base import leaf_name
from whygrad.causes._silent import SilentCause, reachable
from whygrad.evidence.marks import GradientWithHistory
from whygrad.finding import Finding, Step
from whygrad.graph.uncut import UncutGraph
from whygrad.ops import MATRIX_PRODUCTS, NORMS, PLUS_OR_MINUS, SCALING, SQUARES, STEPPING, SWITCHING, VIEWS
from whygrad.recording import Node
from whygrad.source.span import acting_part

# What scales or shifts values is often taken for a constant.
STATISTICS = frozenset({"max", "amax", "min", "amin", "mean", "median", "std", "var", "quantile"})
# Each of these carries a gradient where an input does.
DIFFERENTIABLE = SCALING | PLUS_OR_MINUS | MATRIX_PRODUCTS | VIEWS | SQUARES | NORMS | {
    "abs", "acos", "atan2", "cat", "cdist", "cos", "exp", "gather", "index_select", "log", "neg", "reciprocal", "roll",
    "rsqrt", "sigmoid", "sin", "sqrt", "stack", "sum", "tanh",
}  # fmt: skip
FACTORS = SCALING | MATRIX_PRODUCTS


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
            function = _Function(graph, results, to)
            if to not in function.learning:
                continue  # nothing is left of it at all
            used = Step("", derivative.chain[-1], "takes the derivative, which lacks that part")
            names = {"to": _name(graph, to, derivative), "of": _name(graph, results[0], derivative), "switch": ""}
            early, lost = function.computed_early(), function.lost()
            if early is not None:
                yield Finding(self.name, "warning", "observed", graph.node(early).chain, (used,), facts=names)
            if lost is not None:
                switch = graph.switch(graph.node(lost).switch or 0)
                chain = (*switch.chain[:-1], acting_part(switch.chain[-1], graph.sources))
                facts = {**names, "switch": switch.kind}
                yield Finding(self.name, "warning", "observed", chain, (used,), facts=facts)

    def subject(self, finding: Finding) -> str:
        to, of = finding.facts["to"], finding.facts["of"]
        with_respect = f" with respect to `{to}`" if to else ""
        return f"the derivative of {f'`{of}`' if of else 'the result'}{with_respect} is incomplete"

    def clause(self, finding: Finding) -> str:
        of = f"`{finding.facts['of']}`" if finding.facts["of"] else "the result"
        on = "it" if finding.facts["to"] else "the input"
        if not finding.facts["switch"]:
            return f"{of} also depends on {on} through a value computed before {on} required a gradient"
        return f"{of} also depends on {on} through values that were computed with gradients off"

    def label(self, finding: Finding) -> str:
        what = "what is computed here" if finding.facts["switch"] else "this value"
        return f"{what} counts as a constant in the derivative"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if not finding.facts["switch"]:
            to = finding.facts["to"] or "x"
            return (f"compute it after `{to}.requires_grad_()`",)
        return ("compute these values with gradients on; only indices, masks and neighbour lists need none",)


class _Function:
    """What is differentiated, as a function of one input: from there it has paths that are open, and others."""

    def __init__(self, graph: UncutGraph, results: list[int], to: int) -> None:
        self.graph, self.results, self.to = graph, results, to
        self.learning = graph.learning_behind(results)

    def lost(self) -> int | None:
        """A value that would carry a part of the derivative, where a block has switched that off."""
        graph = self.graph
        behind = walk.breadth_first(self.results, lambda at: () if _is_off(graph, at) else _carrying(graph, at))
        return next((at for at in behind if self._is_lost(at) and self._is_a_part(at)), None)

    def computed_early(self) -> int | None:
        """The first operation on the input, made before that required a gradient, of a value that is a part.

        No block and no call has cut it off: the operation would carry a gradient by now.
        """
        graph = self.graph
        for at in walk.breadth_first(self.results, lambda i: _carrying(graph, i) if i in self.learning else ()):
            if self._is_plain(at) and self._is_a_part(at):
                met = walk.breadth_first((at,), lambda i: [n for n in _carrying(graph, i) if self._is_plain(n)])
                first = next((i for i in met if self.to in graph.node(i).inputs), None)
                if first is not None:
                    return first
        return None

    def _is_plain(self, index: int) -> bool:
        node = self.graph.node(index)
        return node.act in DIFFERENTIABLE and node.switch is None and not node.requires_grad

    def _is_lost(self, index: int) -> bool:
        """Does a gradient end here, on its way to the input, because a block of the program's own switched it off?"""
        node = self.graph.node(index)
        if node.switch is None or node.requires_grad or node.act in STATISTICS:
            return False
        if node.act in NORMS and not node.shape:  # of all samples: a statistic, and no feature
            return False
        switch = self.graph.switch(node.switch)
        if switch.kind not in SWITCHING or switch.foreign or not switch.chain:
            return False
        behind = list(walk.breadth_first((index,), lambda at: _carrying(self.graph, at)))
        return self.to in behind and not any(self._runs_with_gradients(at) for at in behind)

    def _runs_with_gradients(self, index: int) -> bool:
        """Does the line run with gradients too? A fixed point is searched without them, and its last step has them.

        What the line computes for another result, such as the target of the same loss, is no part of this derivative.
        """
        node = self.graph.node(index)
        if node.switch is None or node.place is None:
            return False
        others = self.graph.nodes_at[node.place]
        return any(i in self.learning and self.graph.node(i).act == node.act for i in others)

    def _is_a_part(self, lost: int) -> bool:
        """Does the value go into a layer, or into the result as a term of its own?

        A weight or a scale of what keeps its path, a target and a shift of the input are constants on purpose.
        """
        users = self.graph.users

        def on(at: int) -> list[int]:
            return [u for u in users.get(at, ()) if not self.graph.node(u).requires_grad and self._goes_on(u)]

        silent = walk.reachable((lost,), on)
        meetings = ((user, at) for at in silent for user in users.get(at, ()) if user in self.learning)
        return any(not self._is_constant(user, at) for user, at in meetings)

    def _goes_on(self, index: int) -> bool:
        return self.graph.can_carry(index) and self.graph.node(index).act not in STEPPING

    def _is_constant(self, user: int, value: int) -> bool:
        node = self.graph.node(user)
        others = [i for i in node.inputs if i != value and self._is_open(i)]
        if not others or node.act in FACTORS:
            return bool(others)
        if node.act not in PLUS_OR_MINUS:
            return False
        return node.act == "sub" or not any(self._is_of_parameters(i) for i in others)

    def _is_open(self, index: int) -> bool:
        return index in self.learning and self.to in self.graph.learning_behind((index,))

    def _is_of_parameters(self, index: int) -> bool:
        return any(self.graph.node(i).parameter for i in self.graph.learning_behind((index,)))


def _name(graph: UncutGraph, index: int, derivative: Node) -> str:
    """Its variable; what a library computes inside the line that takes the derivative has none."""
    return leaf_name(graph, index) if graph.node(index).chain != derivative.chain else ""


def _is_input(graph: UncutGraph, index: int) -> bool:
    node = graph.node(index)
    return node.kind in ("leaf", "operation") and node.requires_grad and not node.parameter and not node.optimized


def _carrying(graph: UncutGraph, index: int) -> list[int]:
    if graph.node(index).act in STEPPING:
        return []
    return [i for i in graph.inputs(index) if graph.can_carry(i) and graph.node(i).kind in ("operation", "leaf")]


def _is_off(graph: UncutGraph, index: int) -> bool:
    return graph.node(index).switch is not None and not graph.node(index).requires_grad
