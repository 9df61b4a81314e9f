"""A leaf that never required a gradient: an input, a constant, a tensor that was to be optimised."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._base import Cause
from whygrad.causes._silent import counted, dead_terms, leaves_behind
from whygrad.diagnostic import Edit
from whygrad.evidence.marks import Unseen
from whygrad.evidence.modules import RandomTensor
from whygrad.evidence.terms import ZeroFactor
from whygrad.finding import Finding, Step
from whygrad.graph.precedence import Plausibility
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.ops import CONSTANTS, MATRIX_PRODUCTS, SCALING
from whygrad.recording import Chain, Place, QueryKind
from whygrad.source.files import SourceFiles
from whygrad.source.span import acting_part
from whygrad.source.values.steps import last_name
from whygrad.walk import breadth_first

SEVERAL = 2  # passes
NEAR = 16  # other shapes of a value between it and what it is combined with
COMBINING = MATRIX_PRODUCTS | {"cdist", "cosine_similarity", "scaled_dot_product_attention"}
SHAPING = SCALING | {
    "transpose", "permute", "unsqueeze", "expand", "view", "reshape", "normalize", "repeat", "to", "float",
    "__getitem__",
}  # fmt: skip


class LeafWithoutGrad(Cause):
    name = "leaf-without-grad"
    yields_to = ("copied-tensor", "frozen-parameter")  # they know how the leaf came to require none

    def leaf_cut(self, graph: UncutGraph, index: int) -> Cut | None:
        node = graph.node(index)
        if node.parameter or node.frozen or not node.chain:
            return None
        if graph.has_optimizer and not node.optimized and index not in graph.query.wrt:
            return None  # the optimizer says what is meant to learn, and this is not it
        return Cut(self.name, node.chain, index, _plausibility(graph, index))

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            yield replace(finding, path=(*finding.path, *_switched_off(graph, verdict, finding)))
        if graph.query.kind is QueryKind.SILENT:
            yield from self._never_trained(graph)
        if graph.query.kind is QueryKind.TRAINING:
            yield from self._kept_zeros(graph)

    def _kept_zeros(self, graph: UncutGraph) -> Iterator[Finding]:
        """Zeros that a constructor keeps as an attribute, and that take everything from what they multiply."""
        found: dict[Chain, list[ZeroFactor]] = {}
        for zero in graph.evidence(ZeroFactor):
            if zero.passes >= SEVERAL and zero.made and zero.product:
                found.setdefault(zero.made[-1:], []).append(zero)
        for chain, several in found.items():
            name = _attribute_filled(chain[-1], graph.sources)
            if name:
                path = tuple(
                    Step("mul", z.product[-1], "this product is 0 at every inspected pass") for z in several[:1]
                )
                facts = {"kind": QueryKind.TRAINING, "zeros": name, "code": "", "text": "", "mark": None, "root": ""}
                yield Finding(self.name, "warning", "observed", several[0].made, path, facts=facts)

    def _never_trained(self, graph: UncutGraph) -> Iterator[Finding]:
        """Random numbers in a module that work on what learns, and were to learn too."""
        terms = [t for t in dead_terms(graph) if not graph.ends_unknown((t,))]
        constant = [{i for i in leaves_behind(graph, t) if not _is_constant(graph, i)} for t in terms]
        groups: dict[Place, list[tuple[int, RandomTensor]]] = {}
        for drawn in graph.evidence(RandomTensor):
            leaf = drawn.leaf
            if leaf is None or not graph.node(leaf).chain:
                continue
            # A buffer is a word for "not learnt"; but a term of the loss that hangs on nothing else cannot be meant.
            alone = any(term and term <= leaves_behind(graph, leaf) for term in constant)
            if alone if drawn.buffer else _works_on_what_learns(graph, leaf):
                groups.setdefault(graph.node(leaf).chain[-1], []).append((leaf, drawn))
        for members in groups.values():
            leaf, first = members[0]
            facts = {
                "kind": QueryKind.SILENT,
                "random": True,
                "buffer": first.buffer,
                "code": "",
                "text": "",
                "mark": None,
                "root": "",
            }
            names = tuple(dict.fromkeys(drawn.name for _, drawn in members))
            yield Finding(self.name, "warning", "observed", graph.node(leaf).chain, lost=names, facts=facts)

    def subject(self, finding: Finding) -> str:
        if finding.facts.get("zeros"):
            return f"`{finding.facts['zeros']}` keeps its zeros"
        if not finding.facts.get("random"):
            return super().subject(finding)
        return f"{counted(finding.lost)} {'keeps its' if len(finding.lost) <= 1 else 'keep their'} random values"

    def clause(self, finding: Finding) -> str:
        if finding.facts.get("zeros"):
            return "a plain tensor is not a parameter, so nothing trains it, and what it multiplies has no effect"
        if finding.facts.get("random"):
            if finding.facts["buffer"]:
                return "a buffer is not trained, and a term of the loss is computed from nothing else"
            return "a plain tensor in a module is not a parameter, so nothing trains it"
        if isinstance(finding.facts["mark"], Unseen):
            return (
                "it was created outside the recording (before it began, in another thread, or in a "
                "library), and does not require one"
            )
        if finding.facts["kind"] is QueryKind.UNUSED:
            return "its gradient is requested, but it does not require one"
        if finding.facts["kind"] in (QueryKind.WHY, QueryKind.MISSING_GRADIENT):
            return "it was created without `requires_grad=True`"
        return f"nothing that `{finding.facts['root']}` depends on has `requires_grad=True`"

    def label(self, finding: Finding) -> str:
        if finding.facts.get("zeros"):
            return "filled with zeros here, and all zeros at every inspected pass"
        if finding.facts.get("random"):
            return "drawn here and never changed"
        if "autograd.grad(" in finding.facts["code"]:
            return "requests the gradient of a tensor that requires none"
        return "first seen here" if isinstance(finding.facts["mark"], Unseen) else "requires no gradient"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("zeros"):
            return ("to train it, make it an `nn.Parameter(…)`; otherwise delete the product",)
        if finding.facts.get("random"):
            other = "otherwise leave that term out of the loss"
            if not finding.facts["buffer"]:
                other = "to keep it fixed, use `register_buffer(…)`"
            return (f"to train it, make it an `nn.Parameter(…)`; {other}",)
        name = f"`{finding.lost[0]}`" if finding.lost else "this tensor"
        if finding.facts["kind"] is QueryKind.UNUSED:
            return (f"call `.requires_grad_()` on {name} before anything is computed from it",)
        return (
            f"if {name} should get the gradient, create it with `requires_grad=True`; "
            "if a model's parameters should, compute the loss from the model's output",
        )

    def edits(self, finding: Finding, sources: SourceFiles) -> tuple[Edit, ...]:
        text = "" if isinstance(finding.facts["mark"], Unseen) else finding.facts["text"]
        if finding.site and text.count("requires_grad=False") == 1:
            return (Edit(finding.site, text.replace("requires_grad=False", "requires_grad=True")),)
        return ()


def _attribute_filled(place: Place, sources: SourceFiles) -> str:
    """`self.alpha`, where the statement around the place assigns only that, in a constructor; empty for others."""
    if place.function.rpartition(".")[2] != "__init__":
        return ""
    around = sources.syntax(place.file).around(place.line).of(ast.Assign, ast.AnnAssign)
    targets = [t for n in around[-1:] for t in (n.targets if isinstance(n, ast.Assign) else [n.target])]
    attributes = [ast.unparse(t) for t in targets if isinstance(t, ast.Attribute) and last_name(t.value) == "self"]
    return attributes[0] if len(attributes) == len(targets) == 1 else ""


def _switched_off(graph: UncutGraph, verdict: Verdict, finding: Finding) -> Iterator[Step]:
    """Why a result that was asked for requires none: the switch over it."""
    for blame in verdict.blames:
        node = graph.node(blame.cut.node)
        if blame.cut.chain == finding.chain and node.kind == "operation" and node.switch is not None:
            for place in graph.switch(node.switch).chain[-1:]:
                yield Step("", acting_part(place, graph.sources), "gradients are off here, so it requires none")
            return


def _plausibility(graph: UncutGraph, index: int) -> Plausibility:
    node = graph.node(index)
    if node.optimized or index in graph.query.wrt:
        return Plausibility.CERTAIN
    if node.birth and "requires_grad" in graph.text(node.birth[-1]):
        return Plausibility.MARKED_VALUE
    return Plausibility.PLAIN_CONSTANT if node.act in CONSTANTS else Plausibility.PLAIN_VALUE


def _is_constant(graph: UncutGraph, leaf: int) -> bool:
    return graph.node(leaf).act in (*CONSTANTS, "tensor")


def _works_on_what_learns(graph: UncutGraph, leaf: int) -> bool:
    """Is it multiplied or compared, in this shape or another, with what a model makes of data?"""

    def shaped(at: int) -> list[int]:
        return [user for user in graph.users.get(at, ()) if graph.node(user).act in SHAPING]

    for at in breadth_first((leaf,), shaped, NEAR):
        for node in map(graph.node, graph.users.get(at, ())):
            if node.act in COMBINING and node.requires_grad and any(graph.node(i).requires_grad for i in node.inputs):
                return any(_is_made_of_data(graph, i) for i in node.inputs if i != at)
    return False


def _is_made_of_data(graph: UncutGraph, index: int) -> bool:
    """A result that carries a gradient, of more than parameters and what modules keep: those are weights still."""
    node = graph.node(index)
    if not node.requires_grad or node.kind != "operation":
        return False
    leaves = [graph.node(i) for i in leaves_behind(graph, index) if not _is_constant(graph, i)]
    return any(not n.parameter and all(p.function.rpartition(".")[2] != "__init__" for p in n.chain) for n in leaves)
