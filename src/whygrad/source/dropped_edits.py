"""A statement that computes something of a gradient and drops the result: `p.grad.clamp(-1, 1)`."""

from __future__ import annotations

import ast

from whygrad.ops import DETACHING
from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.updates import MAKING_ANEW
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import Syntax
from whygrad.source.values.steps import last_name

# What returns a new tensor, and has a twin with an underscore that would change the gradient.
EDITING = MAKING_ANEW | {
    "clip", "clamp_min", "clamp_max", "multiply", "divide", "true_divide", "neg", "nan_to_num", "masked_fill", "renorm",
}  # fmt: skip
Edit = tuple[tuple[str, ...], ast.Expr]


def dropped_edit(read: Place, sources: SourceFiles) -> tuple[tuple[str, ...], Place] | None:
    """What makes new tensors of the gradient that is read there, and the statement that drops the last; else None."""
    syntax, gradient = sources.syntax(read.file), node_at(read, sources)
    if not isinstance(gradient, ast.Attribute) or gradient.attr != "grad":
        return None
    holder = _alias(syntax, gradient)
    found = _edit(syntax, holder) or _edit_of_name(syntax, holder)
    if found is None:
        return None
    names, statement = found
    return names, place_of_node(read.file, statement.value, read.function, sources)


def _alias(syntax: Syntax, value: ast.expr) -> ast.expr:
    """The outermost expression that shows the same memory: `p.grad.data`, `p.grad.detach()`."""
    while isinstance(above := syntax.parent.get(value), ast.Attribute) and above.attr in DETACHING:
        call = syntax.parent.get(above)
        value = call if above.attr == "detach" and isinstance(call, ast.Call) else above
    return value


def _edit(syntax: Syntax, gradient: ast.expr) -> Edit | None:
    """The operations on the value that are not in place, where they end in a statement."""
    names: list[str] = []
    call = _call_on(syntax, gradient)
    while call is not None:
        name = last_name(call.func)
        if name.removesuffix("_") not in EDITING or any(keyword.arg == "out" for keyword in call.keywords):
            return None
        names += [name] if name in EDITING else []
        above = syntax.parent.get(call)
        # The last expression of a cell is shown, and a cell is a module of its own.
        if isinstance(above, ast.Expr) and not isinstance(syntax.parent.get(above), ast.Module):
            return (tuple(names), above) if names else None
        call = _call_on(syntax, call)
    return None


def _call_on(syntax: Syntax, value: ast.expr) -> ast.Call | None:
    """`value.clamp(…)` or `torch.clamp(value, …)`."""
    above = syntax.parent.get(value)
    if isinstance(above, ast.Attribute):
        call = syntax.parent.get(above)
        return call if isinstance(call, ast.Call) and call.func is above else None
    if isinstance(above, ast.Call) and above.args and above.args[0] is value:
        return above if ast.unparse(above.func).startswith("torch.") else None
    return None


def _edit_of_name(syntax: Syntax, gradient: ast.expr) -> Edit | None:
    """The same where the gradient was given a name before, in the same block, which it has still."""
    assignment = syntax.parent.get(gradient)
    if not isinstance(assignment, ast.Assign) or len(assignment.targets) != 1:
        return None
    target, above = assignment.targets[0], syntax.parent.get(assignment)
    block = getattr(above, "body", [])
    if not isinstance(target, ast.Name) or not isinstance(block, list) or assignment not in block:
        return None
    for statement in block[block.index(assignment) + 1 :]:
        names = [node for node in ast.walk(statement) if isinstance(node, ast.Name) and node.id == target.id]
        if any(isinstance(node.ctx, ast.Store) for node in names):
            return None
        found = [edit for node in names if (edit := _edit(syntax, _alias(syntax, node))) and edit[1] is statement]
        if found:
            return found[0]
    return None
