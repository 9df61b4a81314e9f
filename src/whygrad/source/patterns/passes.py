"""Which part of a call that runs a backward pass is the loss, as the text tells."""

from __future__ import annotations

import ast
from collections.abc import Collection

from whygrad.source.parsing import parsed

ENGINES = ("torch.autograd", "autograd")
KEYWORDS = ("loss", "tensors", "tensor")


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
