"""A custom `autograd.Function` whose `forward` saves, or whose `backward` returns, what autograd cannot use."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from whygrad.causes._base import Cause
from whygrad.evidence.functions import CustomFunction, FailedFunction, OperatorFormula
from whygrad.evidence.marks import GradientWithHistory
from whygrad.finding import Finding
from whygrad.graph.routes import Cut
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict
from whygrad.recording import Chain, Place, QueryKind
from whygrad.source.patterns.functions import (
    arguments_of,
    calls_of,
    decorator_of,
    definition_line,
    function_at,
    named_after_another,
    returned_count,
    returned_element,
)

RETURNED = re.compile(r"[Ff]unction (\w+?)(?:Backward)? returned (an? \w+ .*)", re.DOTALL)
OF_OPERATOR = re.compile(r"backward formula for ([\w.]+) returned (an? [^.]*)")
SAVED = re.compile(r"save_for_(?:backward|forward) (?:can only save|expects)")
INDEX = re.compile(r"(?:at index|at position) (\d+)")
COUNT = re.compile(r"number of gradients \(expected (\d+)(?: or \d+)?, got (\d+)\)")
SHAPES = re.compile(r"got (\[.*?\]) but expected shape compatible with (\[.*?\])")
TWICE = "trying to differentiate twice a function that was marked with @once_differentiable"
NOTHING_SOMETIMES = "nothing in some cases"
NOT_A_TENSOR = "expected Variable or None (got"


class FunctionGradient(Cause):
    name = "function-gradient"
    inferred = "whygrad observed which gradient is wrong; the line that computes it is inferred from the source"

    def cut_at(self, graph: UncutGraph, index: int, parent: int) -> Cut | None:
        """A gradient taken with `create_graph=True` through a Function that cannot be differentiated twice."""
        node = graph.node(index)
        once = _decorated(graph) if isinstance(node.mark, GradientWithHistory) and not node.requires_grad else None
        return Cut(self.name, (*node.chain, once[1]), index) if once else None

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            name = (_decorated(graph) or ("", None))[0]
            yield replace(finding, facts={**finding.facts, "kind": "once", "name": name})
        if graph.query.kind is not QueryKind.ERROR:
            return
        for find in (_wrong_return, _wrong_save, _once_differentiable):
            found = find(graph)
            if found is not None:
                kind, chain, facts = found
                evidence = "inferred" if kind == "returned" else "observed"
                yield Finding(self.name, "error", evidence, chain, facts={"kind": kind, **facts})
                return

    def subject(self, finding: Finding) -> str:
        kind, name = finding.facts["kind"], finding.facts["name"]
        if kind == "saved":
            where = f"the `setup_context` of `{name}`" if finding.facts["operator"] else f"`{name}.forward`"
            return f"{where} saves a non-tensor with `save_for_backward`"
        if kind == "once":
            return f"`{name}.backward` is marked `@once_differentiable`, and a second derivative goes through it"
        of_operator = finding.facts.get("operator")
        return (
            f"{f'the `backward` of `{name}`' if of_operator else f'`{name}.backward`'} returns {finding.facts['wrong']}"
        )

    def clause(self, finding: Finding) -> str:
        return ""

    def label(self, finding: Finding) -> str:
        if finding.facts.get("fits_another"):
            return "one of these is the gradient of another input"
        if finding.facts.get("wrong") == "nothing":
            return "has no `return`, so every gradient is missing"
        if finding.facts.get("wrong") == NOTHING_SOMETIMES:
            return "can end without a `return`"
        if "number of gradients" in str(finding.facts.get("wrong", "")):
            return f"must be one gradient for each input of {_called(finding)}"
        labels = {"saved": "only tensors can be saved this way", "once": "forbids a second derivative"}
        return labels.get(finding.facts["kind"], "this gradient does not fit its input")

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["kind"] == "saved":
            return ("store plain values on the context (`ctx.index = index`), and save only tensors",)
        if finding.facts["kind"] == "once":
            return (
                "write `backward` with differentiable torch operations on the saved tensors, without the decorator",
            )
        if finding.facts.get("fits_another"):
            return (f"return the gradients in the order of the arguments of {_called(finding)}",)
        what = "a tuple with one gradient" if finding.facts.get("listed") else "one gradient"
        return (
            f"return {what} for each input of {_called(finding)}, with its shape and device, "
            "and None for inputs that are not tensors",
        )


def _called(finding: Finding) -> str:
    return "the operator" if finding.facts.get("operator") else "`forward`"


Found = tuple[str, Chain, dict[str, Any]]


def _wrong_return(graph: UncutGraph) -> Found | None:
    said = RETURNED.search(graph.query.error) or OF_OPERATOR.search(graph.query.error)
    if not said and NOT_A_TENSOR not in graph.query.error:
        return None
    name = said.group(1) if said else ""
    for function in graph.evidence(CustomFunction):
        if (not name or name in _names_of(function)) and function.backward is not None:
            node = function_at(function.backward, graph.sources)
            if node is not None:
                return _returned(
                    graph, function, node, _wrong(said.group(2) if said else "something that is not a tensor")
                )
    return None


def _names_of(function: CustomFunction) -> Sequence[str]:
    """What torch calls it; an operator by its namespace, its name and its overload, which is `default`."""
    if isinstance(function, OperatorFormula):
        return function.made, f"{function.name.replace('::', '.')}.default"
    return (function.name,)


def _returned(graph: UncutGraph, function: CustomFunction, node: ast.FunctionDef, wrong: str) -> Found:
    """Where `backward` returns what does not fit: the `return`, or its `def` where it ends without one."""
    assert function.backward is not None
    file, error = function.backward.file, graph.query.error
    of_operator = isinstance(function, OperatorFormula)
    number, count = INDEX.search(error), _count(error, of_operator)
    index = int(number.group(1)) - (1 if "at position" in error else 0) if number else 99
    other = _fits_another_input(graph, function, index)
    counted = returned_count(node, count, file, graph.sources) if count is not None else None
    place = counted or returned_element(node, 99 if other else index, file, graph.sources)
    kind = "" if place != definition_line(node, file) else NOTHING_SOMETIMES
    if place is None and not _calls_super(node):
        place, kind = definition_line(node, file), "nothing"
    listed = count == 1 and counted is not None and "[" in graph.text(counted)
    facts = {"name": function.name, "wrong": kind or wrong, "fits_another": other}
    facts |= {"operator": of_operator, "listed": of_operator and listed}
    return "returned", (*graph.query.chain, *([place] if place else [])), facts


def _count(error: str, of_operator: bool) -> int | None:
    """How many gradients were returned; older torch counts one of its own with those of an operator."""
    found = COUNT.search(error)
    return int(found[2]) - (of_operator and OF_OPERATOR.search(error) is None) if found else None


def _calls_super(function: ast.FunctionDef) -> bool:
    """Is what it does not return left to another class?"""
    return any(isinstance(n, ast.Name) and n.id == "super" for n in ast.walk(function))


def _fits_another_input(graph: UncutGraph, function: CustomFunction, index: int) -> bool:
    """Is it the gradient of another input, by its shape and by its name? Then the order is wrong."""
    shapes = SHAPES.search(graph.query.error)
    calls = [node for node in graph.nodes if node.op.endswith(f"{function.name}.apply")] if shapes else []
    inputs = [graph.node(i) for call in calls for i in call.inputs]
    if shapes is None or not any(str(list(n.shape)) == shapes.group(1) for n in inputs if n.requires_grad):
        return False
    forward, backward = (function_at(part, graph.sources) for part in (function.forward, function.backward))
    return (
        forward is not None
        and backward is not None
        and named_after_another(arguments_of(forward, not isinstance(function, OperatorFormula)), backward, index)
    )


def _wrong(text: str) -> str:
    text = text.partition("\n")[0]
    shapes = SHAPES.search(text)
    if shapes:
        return f"a gradient of shape {shapes.group(1)} for an input of shape {shapes.group(2)}"
    return text if len(text) < 90 else text[:87] + "…"


def _wrong_save(graph: UncutGraph) -> Found | None:
    function, formula = graph.only(FailedFunction), graph.only(OperatorFormula)
    saving = formula.setup if formula is not None else function.forward if function is not None else None
    if not SAVED.search(graph.query.error) or function is None or saving is None:
        return None
    node = function_at(saving, graph.sources)
    places = calls_of(node, "save_for_backward", saving.file, graph.sources) if node else []
    if not places:
        return None
    return "saved", (*graph.query.chain, places[-1]), {"name": function.name, "operator": formula is not None}


def _once_differentiable(graph: UncutGraph) -> Found | None:
    once = _decorated(graph) if TWICE in graph.query.error else None
    return ("once", (*graph.query.chain, once[1]), {"name": once[0]}) if once else None


def _decorated(graph: UncutGraph) -> tuple[str, Place] | None:
    """A Function of the program whose `backward` is marked `@once_differentiable`, and the mark."""
    for function in graph.evidence(CustomFunction):
        backward = function.backward
        node = function_at(backward, graph.sources)
        place = decorator_of(node, "once_differentiable", backward.file, graph.sources) if backward and node else None
        if place is not None:
            return function.name, place
    return None
