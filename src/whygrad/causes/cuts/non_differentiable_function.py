"""A custom `autograd.Function` whose result is marked non-differentiable, or that uses tensors behind its back."""

from __future__ import annotations

from collections.abc import Iterator

from whygrad.causes._base import Cause, node_cut, root_name
from whygrad.evidence.functions import CustomFunction
from whygrad.evidence.marks import MarkedNonDifferentiable, OfCustomFunction, RefusedGradients
from whygrad.finding import Finding, Step
from whygrad.graph.inside_functions import asked_inside
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Chain, Node
from whygrad.source.patterns.functions import function_at, returned_element


class NonDifferentiableFunction(Cause):
    name = "non-differentiable-function"

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        node, into = graph.node(index), graph.node(parent)
        mark = node.mark
        refused = mark.inputs if isinstance(mark, RefusedGradients) else ()
        if parent in [node.inputs[i] for i in refused if i < len(node.inputs)]:
            return Cut(self.name, _returning(graph, node, node.inputs.index(parent)), index)
        if isinstance(mark, MarkedNonDifferentiable):
            return Cut(self.name, mark.chain, index)
        lost = into.requires_grad and not node.requires_grad and node.switch is None
        return node_cut(self, node, index) if isinstance(mark, OfCustomFunction) and lost else None

    def switch_cut(self, graph: UncutGraph, index: int, switch: int) -> Cut | None:
        which = graph.switch(switch)
        return Cut(self.name, which.chain, index, switch=switch) if which.kind == "autograd.Function" else None

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        yield from super().find_in_run(graph, verdict)
        switch = asked_inside(graph)
        if switch is not None:
            called = tuple(Step("", place, "calls the Function") for place in switch.chain[-1:])
            facts = {"asked": True, "root": root_name(graph), "switch": switch, "kind": graph.query.kind}
            yield Finding(self.name, "error", "observed", graph.query.chain, path=called, facts=facts)

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("asked"):
            return "it was computed in the `forward` of a custom `autograd.Function`, which runs without gradients"
        if finding.facts["switch"]:
            return "used inside a custom `autograd.Function`, but not passed to it as an argument"
        if isinstance(finding.facts["mark"], RefusedGradients):
            return f"the `backward` of `{finding.facts['op_full'].removesuffix('.apply')}` returned None for it"
        if isinstance(finding.facts["mark"], MarkedNonDifferentiable):
            return f"`{finding.facts['op_full']}` marks its result as non-differentiable, so its `backward` never runs"
        return f"the result of `{finding.facts['op_full']}` requires no gradient, so its `backward` never runs"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("asked"):
            return "requests a gradient inside `forward`"
        if finding.facts["switch"]:
            return "`forward` runs without gradients; only its arguments get gradients"
        if isinstance(finding.facts["mark"], RefusedGradients):
            return "no gradient flows back from here"
        return "the gradient ends at this result"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("asked"):
            return (
                "compute it under `with torch.enable_grad():`, and from an input that requires a gradient: "
                "`x = x.detach().requires_grad_()`",
            )
        if finding.facts["switch"]:
            return ("pass the tensor to `apply(...)` as an argument, and return its gradient from `backward`",)
        if isinstance(finding.facts["mark"], RefusedGradients):
            return ("return its gradient from `backward`; None is for inputs that are not tensors or need no gradient",)
        return ("mark only results that have no derivative (indices, masks), and leave this one out",)


def _returning(graph: UncutGraph, node: Node, position: int) -> Chain:
    """The value that `backward` returns for the input, in the class, where its source is known."""
    name = node.op.removesuffix(".apply")
    for function in graph.evidence(CustomFunction):
        if function.name == name and function.backward is not None:
            definition = function_at(function.backward, graph.sources)
            file = function.backward.file
            place = returned_element(definition, position, file, graph.sources) if definition else None
            if place is not None:
                return (*node.chain, place)
    return node.chain
