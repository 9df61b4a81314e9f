"""A leaf that never required a gradient: an input, a constant, a tensor that was to be optimised."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._base import Cause
from whygrad.diagnostic import Edit
from whygrad.finding import Finding
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.source.files import SourceFiles

CONSTANTS = ("zeros", "ones", "full", "eye", "arange", "linspace", "empty", "scalar_tensor")


class LeafWithoutGrad(Cause):
    name = "leaf-without-grad"

    def leaf_cut(self, graph: UncutGraph, index: int) -> Cut | None:
        node = graph.node(index)
        if node.parameter or node.frozen or not node.chain:
            return None
        if graph.has_optimizer and not node.optimized and index not in graph.query.wrt:
            return None  # the optimizer says what is meant to learn, and this is not it
        cost = 2.5 + (0.3 if node.op.rpartition(".")[2] in CONSTANTS else 0.0)
        if node.optimized or index in graph.query.wrt:
            cost = 0.9  # an optimizer that holds it, or a question for it, leaves little doubt
        elif "requires_grad" in graph.text(node.chain[-1]):
            cost -= 0.2
        return Cut(self.name, node.chain, index, cost)

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            yield replace(finding, facts={**finding.facts, "asked": graph.query.kind == "unused"})

    def clause(self, finding: Finding) -> str:
        if finding.facts["detail"] == "unseen":
            return "it was made out of sight (in another thread, or by a library), and requires none"
        if finding.facts["asked"]:
            return "its gradient is asked for, and it requires none"
        return f"nothing that `{finding.facts['root']}` is computed from has `requires_grad=True`"

    def label(self, finding: Finding) -> str:
        if "autograd.grad(" in finding.facts["code"]:
            return "asks for the gradient of a tensor that requires none"
        return "first seen here" if finding.facts["detail"] == "unseen" else "requires no gradient"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        name = f"`{finding.lost[0]}`" if finding.lost else "this tensor"
        if finding.facts["asked"]:
            return (f"call `.requires_grad_()` on {name} before anything is computed from it",)
        return (
            f"if {name} is what should get the gradient, make it with `requires_grad=True`; "
            "if a model's parameters are, compute the loss from the model's output",
        )

    def edits(self, finding: Finding, sources: SourceFiles) -> tuple[Edit, ...]:
        text = finding.facts["text"]
        if finding.site and text.count("requires_grad=False") == 1:
            return (Edit(finding.site, text.replace("requires_grad=False", "requires_grad=True")),)
        return ()
