"""A gradient was asked for a tensor that the result does not depend on, often a slice or a copy taken afterwards."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from whygrad.causes._messages import Message, MessageCause
from whygrad.finding import Finding
from whygrad.graph.uncut import UncutGraph
from whygrad.graph.verdict import Verdict

USED = (
    "ask for the gradient of the tensor that the result was computed from; if a missing gradient is fine, pass "
    "`allow_unused=True` and get `None` for it"
)


class UnusedInput(MessageCause):
    name = "unused-input"
    messages = (
        Message(
            (
                "appears to not have been used in the graph",
                "appear to not have been used in the graph",
            ),
            "a gradient was asked for a tensor that the result is not computed from",
            USED,
            "one of these inputs is not on the way to the result",
        ),
        Message(
            ("One of the differentiated Tensors does not require grad",),
            "a gradient was asked for a tensor that requires none",
            "set `requires_grad=True` on it before the result is computed from it",
            "one of these inputs requires no gradient",
        ),
        Message(
            ("argument to `grad()` cannot be empty", "argument to `backward()` cannot be empty", "non-empty inputs"),
            "gradients were asked for no tensor at all: the list of inputs is empty",
            "name the tensors whose gradients are wanted; a generator such as `model.parameters()` is empty after its "
            "first use, so keep `list(model.parameters())`",
            "the list of inputs is empty here",
        ),
        Message(
            ("argument to `grad()` must be a dict",),
            "the inputs were given in a mapping that is no plain `dict`",
            "pass `dict(inputs)`, or a list of tensors",
        ),
        Message(
            ("Expected allow_unused to be True or not passed when materialize_grads=True",),
            "zeros were asked for unused inputs and unused inputs were forbidden, in one call",
            "leave out `allow_unused=False`, or leave out `materialize_grads=True`",
        ),
        Message(
            ("materialize_grads cannot be used when the given input is a GradientEdge",),
            "zeros were asked for an input that is a place in the graph and has no shape",
            "pass the tensor itself, or leave out `materialize_grads=True`",
        ),
    )

    def find_in_run(self, graph: UncutGraph, verdict: Verdict) -> Iterator[Finding]:
        for finding in super().find_in_run(graph, verdict):
            asked = _asked(graph) if finding.facts["message"] == 0 else ("", "", False)
            yield replace(
                finding, facts={**finding.facts, **dict(zip(("result", "input", "made"), asked, strict=True))}
            )

    def subject(self, finding: Finding) -> str:
        result, asked = finding.facts["result"], finding.facts["input"]
        if finding.facts["made"]:
            return f"`{asked}` gets no gradient: it is a new tensor made in this call, after `{result}` was computed"
        if asked:
            return f"`{asked}` gets no gradient: `{result}` is not computed from it"
        return super().subject(finding)

    def label(self, finding: Finding) -> str:
        asked = finding.facts["input"]
        return f"`{asked}` is not on the way to the result" if asked else super().label(finding)

    def helps(self, finding: Finding) -> tuple[str, ...]:
        if finding.facts["made"]:
            source = re.split(r"[.\[(]", str(finding.facts["input"]))[0]
            return (
                f"ask for the gradient of `{source}` and take the part of the gradient that is wanted, or compute "
                f"`{finding.facts['result']}` from a variable that holds the part",
            )
        return super().helps(finding)


def _asked(graph: UncutGraph) -> tuple[str, str, bool]:
    """The result and the input of the failed call as the source has them, and whether the call made the input."""
    nothing = ("", "", False)
    call = _call(graph.text(graph.query.chain[-1])) if graph.query.chain else None
    if call is None or not call.args:
        return nothing
    named = {k.arg: k.value for k in call.keywords}
    inputs = call.args[1] if len(call.args) > 1 else named.get("inputs")
    if inputs is None:
        return nothing
    elements = inputs.elts if isinstance(inputs, (ast.List, ast.Tuple)) else [inputs]
    number = re.search(r"Tensor at index (\d+)", graph.query.error)
    if number is None and len(elements) > 1:
        return nothing
    index = int(number.group(1)) if number else 0
    if index >= len(elements) or any(isinstance(e, ast.Starred) for e in elements):
        return nothing
    element = elements[index]
    made = isinstance(element, (ast.Subscript, ast.Call))
    if isinstance(element, ast.Call) and _gives_many(element):
        return nothing
    if not made and not isinstance(element, (ast.Name, ast.Attribute)):
        return nothing
    return ast.unparse(call.args[0]), ast.unparse(element), made


def _call(text: str) -> ast.Call | None:
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        return None
    while isinstance(tree, ast.Subscript):
        tree = tree.value
    return tree if isinstance(tree, ast.Call) and "grad" in ast.unparse(tree.func) else None


def _gives_many(call: ast.Call) -> bool:
    """Does the call give a list of tensors, as `model.parameters()` does?"""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name in ("parameters", "list", "tuple", "values")
