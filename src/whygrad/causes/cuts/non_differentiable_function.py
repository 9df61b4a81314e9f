"""A custom `autograd.Function` whose result is marked non-differentiable, or that uses tensors behind its back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from whygrad.causes._base import Cause, cut_finding, node_cut, root_name
from whygrad.evidence.functions import CustomFunction, OperatorFormula
from whygrad.evidence.marks import MarkedNonDifferentiable, OfCustomFunction, RefusedGradients
from whygrad.finding import Act, Event, Finding, Step
from whygrad.graph.inside_functions import asked_inside
from whygrad.graph.routes import Cut
from whygrad.graph.sites import site_of
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Blame, Verdict
from whygrad.recording import Chain, Definition, Node
from whygrad.source.needed_gradients import FlagTest, test_without
from whygrad.source.patterns.arguments import hands_on_several
from whygrad.source.patterns.functions import arguments_of, function_at, returned_element, without_return
from whygrad.source.patterns.stores import set_as_attribute


class NonDifferentiableFunction(Cause):
    name = "non-differentiable-function"

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        node, into = graph.node(index), graph.node(parent)
        mark = node.mark
        refused = mark.inputs if isinstance(mark, RefusedGradients) else ()
        if parent in [node.inputs[i] for i in refused if i < len(node.inputs)]:
            return Cut(self.name, _returning(graph, node, parent)[0], index)
        if isinstance(mark, MarkedNonDifferentiable):
            return Cut(self.name, mark.chain, index)
        lost = into.requires_grad and not node.requires_grad and node.switch is None
        return node_cut(self, node, index) if isinstance(mark, OfCustomFunction) and lost else None

    def switch_cut(self, graph: UncutGraph, index: int, switch: int) -> Cut | None:
        which = graph.switch(switch)
        return Cut(self.name, which.chain, index, switch=switch) if which.kind == "autograd.Function" else None

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for blame in verdict.blames:
            if blame.cut.cause == self.name:
                yield _with_test(graph, blame, _where_left_out(graph, blame, cut_finding(graph, blame)))
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
        if finding.facts.get("left_out"):
            return str(finding.facts["left_out"])
        if finding.facts["switch"]:
            return "`forward` runs without gradients; only its arguments get gradients"
        if isinstance(finding.facts["mark"], RefusedGradients):
            test: FlagTest | None = finding.facts.get("test")
            if test is not None:
                return f"{'true' if test.value else 'false'}, although {finding.facts['argument']} needs a gradient"
            if finding.facts.get("ends"):
                return "can end without a `return`"
            return "no gradient flows back from here"
        return "the gradient ends at this result"

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts.get("asked"):
            return (
                "compute it under `with torch.enable_grad():`, and from an input that requires a gradient: "
                "`x = x.detach().requires_grad_()`",
            )
        if finding.facts.get("left_out"):
            return ("pass the tensor itself to the Function, along with its other arguments",)
        if finding.facts["switch"]:
            return ("pass the tensor to `apply(...)` as an argument, and return its gradient from `backward`",)
        if finding.facts.get("test") is not None:
            return (f"return this gradient wherever `ctx.needs_input_grad[{finding.facts['position']}]` is true",)
        if isinstance(finding.facts["mark"], RefusedGradients):
            return ("return its gradient from `backward`; None is for inputs that are not tensors or need no gradient",)
        return ("mark only results that have no derivative (indices, masks), and leave this one out",)


def _where_left_out(graph: UncutGraph, blame: Blame, finding: Finding) -> Finding:
    """Where a helper passes on the tensors that it was given: who gave them has left one out.

    A tensor that is a plain attribute of a module is none of its parameters, and is told where it is set.
    """
    chain, switch = blame.cut.chain, blame.cut.switch
    if switch is None or finding.facts.get("use") or len(chain) < 2 or not hands_on_several(chain[-1], graph.sources):
        return finding
    events = [
        *_kept_as_attribute(graph, blame),
        Event(Act.USED, chain[:-1], "does not pass it to the Function"),
        Event(Act.ASKED, chain, "`forward` runs without gradients; only its arguments get gradients", cures=False),
    ]
    site = site_of(events, graph.sources)
    if site is None:
        return finding
    says = "a plain attribute, not a parameter" if site.event.act is Act.STORED else site.event.tell
    lines = {(place.file, place.line) for place in (site.chain[-1], *(step.place for step in site.shown))}
    way = [step for step in finding.path if (step.place.file, step.place.line) not in lines]
    facts = {**finding.facts, "left_out": says}
    return replace(finding, chain=site.chain, path=(*site.shown, *way), facts=facts)


def _kept_as_attribute(graph: UncutGraph, blame: Blame) -> Iterator[Event]:
    """Where what is used inside the Function was made an attribute of an object."""
    called, held = blame.cut.chain, None
    for at in blame.routes[0].nodes:
        node = graph.node(at)
        if blame.cut.switch in set(graph.switches_over(node)) or node.chain[: len(called)] == called:
            break
        held = node
    chain = held.birth or held.chain if held is not None else ()
    place = set_as_attribute(chain[-1], graph.sources) if chain else None
    if place is not None and held is not None and not held.parameter:
        yield Event(Act.STORED, (*chain[:-1], place), "a plain attribute, not a parameter")


def _with_test(graph: UncutGraph, blame: Blame, finding: Finding) -> Finding:
    """Where `backward` computes the gradient only after a test of the flags: what the test was, and for which input."""
    node, nodes = graph.node(blame.cut.node), blame.routes[0].nodes
    before = [at for at, after in pairwise(nodes) if after == blame.cut.node]
    refused = bool(before) and isinstance(node.mark, RefusedGradients)
    chain, test = _returning(graph, node, before[-1]) if refused else (node.chain, None)
    if test is None:
        backward = _where(graph, node)[1] if refused else None
        definition = function_at(backward, graph.sources)
        ends = without_return(definition, backward.file) if definition is not None and backward is not None else None
        return replace(finding, facts={**finding.facts, "ends": True}) if ends in chain[-1:] else finding
    function, position = _function(graph, node), _position(node, before[-1])
    definition = function_at(function.forward, graph.sources) if function is not None else None
    with_context = not isinstance(function, OperatorFormula)
    names = arguments_of(definition, with_context) if definition is not None else []
    named = f"`{names[position]}`" if position < len(names) else "this input"
    skipped = (Step("", test.skipped, "not run in this call"),) if test.skipped.line != test.place.line else ()
    facts = {**finding.facts, "test": test, "position": position, "argument": named}
    return replace(finding, path=(*skipped, *finding.path), facts=facts)


def _function(graph: UncutGraph, node: Node) -> CustomFunction | None:
    name = node.op.removesuffix(".apply")
    return next((f for f in graph.evidence(CustomFunction) if f.name == name and f.backward is not None), None)


def _where(graph: UncutGraph, node: Node) -> tuple[Definition | None, Definition | None]:
    """Where `forward` and `backward` of the Function stand."""
    function = _function(graph, node)
    return (function.forward, function.backward) if function is not None else (None, None)


def _position(node: Node, parent: int) -> int:
    """The argument of `forward` that the input was."""
    mark = node.mark
    refused = zip(mark.inputs, mark.arguments, strict=True) if isinstance(mark, RefusedGradients) else ()
    found = (argument for i, argument in refused if i < len(node.inputs) and node.inputs[i] == parent)
    return next(found, node.inputs.index(parent))


def _returning(graph: UncutGraph, node: Node, parent: int) -> tuple[Chain, FlagTest | None]:
    """The value that `backward` returns for the input, in the class, or the test by which it computes none."""
    backward = _where(graph, node)[1]
    definition, position = function_at(backward, graph.sources), _position(node, parent)
    if backward is None or definition is None or not isinstance(node.mark, RefusedGradients):
        return node.chain, None
    test = test_without(definition, position, node.mark.needed, backward.file, graph.sources)
    place = test.place if test else without_return(definition, backward.file)
    place = place or returned_element(definition, position, backward.file, graph.sources)
    return (*node.chain, place) if place is not None else node.chain, test
