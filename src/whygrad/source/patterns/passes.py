"""Calls that run a backward pass: where they stand, and which part of one is the loss, as the text tells."""

from __future__ import annotations

import ast
from collections.abc import Collection

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.parsing import parsed
from whygrad.source.scopes import FUNCTIONS

ENGINES = ("torch.autograd", "autograd")
KEYWORDS = ("loss", "tensors", "tensor")
MODULE = "<module>"


def runs_pass_after(place: Place, end: int | None, unless: str, sources: SourceFiles) -> bool:
    """Does the function of the place run a pass itself, from its line on to the line `end`?

    One in an `if` with the test `unless` is not counted.
    """
    syntax = sources.syntax(place.file)
    around = syntax.around(place.line).of(*FUNCTIONS)
    function = max(around, key=lambda f: f.lineno, default=syntax.tree) if place.function != MODULE else syntax.tree
    for call in syntax.within(function).of(ast.Call):
        if call.lineno < place.line or (end is not None and call.lineno >= end) or not _is_pass(call):
            continue
        above = list(syntax.above(call))
        owner = next((node for node in above if isinstance(node, FUNCTIONS)), syntax.tree)
        tests = [ast.unparse(node.test) for node in above if isinstance(node, ast.If)]
        if owner is function and not (unless and unless in tests):
            return True
    return False


def _is_pass(call: ast.Call) -> bool:
    name = ast.unparse(call.func)
    return name.rpartition(".")[2].endswith("backward") or name in [f"{engine}.grad" for engine in ENGINES]


def loss_in_call(text: str, known: Collection[str]) -> str:
    """`loss` of `loss.backward()`, `accelerator.backward(loss)`, `self.manual_backward(loss)`; empty for other calls.

    `known` are the names that the loss was given: they tell it from what a gradient is passed to, or a framework.
    """
    try:
        call = parsed(text.strip(), "eval").body
    except SyntaxError:  # where only lines are known, there may be more in one
        subject, dot, _ = text.partition(".backward")
        return subject.strip() if dot else ""
    if isinstance(call, ast.Attribute) and call.attr == "backward":
        return _owner(text.strip(), call)  # it has none to be called
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or "backward" not in call.func.attr:
        return ""
    owner = _owner(text.strip(), call.func)
    first = call.args[0] if call.args else next((k.value for k in call.keywords if k.arg in KEYWORDS), None)
    given = ast.get_source_segment(text.strip(), first) or "" if first is not None else ""
    if call.func.attr != "backward" or owner in ENGINES:
        return given
    return given if owner not in known and given in known else owner


def _owner(text: str, function: ast.Attribute) -> str:
    """What stands before the dot, with its parentheses."""
    if function.end_lineno != 1:
        return ""
    before = text.encode()[: function.end_col_offset].decode()
    return before.removesuffix(function.attr).rstrip().removesuffix(".").rstrip()
