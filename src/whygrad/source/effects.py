"""Calls that are there for their effect, and calls whose value is read."""

from __future__ import annotations

import ast
from collections.abc import Collection

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import node_at, place_of_node

HARMLESS = ("detach_", "requires_grad_", "squeeze_", "unsqueeze_")  # these write no values
Function = ast.FunctionDef | ast.AsyncFunctionDef


def is_read_for_its_value(place: Place, sources: SourceFiles) -> bool:
    """Is a call's value read, in a function that returns nothing? Then its effect is hardly meant.

    A statement of its own, `grad.clamp_(-1, 1)`, is there for its effect; so is what a hook returns.
    """
    tree, node = sources.tree(place.file), node_at(place, sources)
    if tree is None or not isinstance(node, ast.Call):
        return False
    for around in ast.walk(tree):
        inside = any(n is node for n in ast.walk(around))
        if isinstance(around, ast.Expr) and around.value is node:
            return False
        if isinstance(around, ast.Lambda) and inside:
            return False
        if isinstance(around, ast.Return) and inside and around.value is node:
            return False
        if isinstance(around, Function) and inside and _returns_a_name_of(around, node):
            return False
    return True


def _returns_a_name_of(function: Function, call: ast.Call) -> bool:
    """Does the function return the result of the call by the name that it was given, or what it wrote into?"""
    names = {
        ast.unparse(target)
        for statement in ast.walk(function)
        if isinstance(statement, ast.Assign) and statement.value is call
        for target in statement.targets
    }
    if isinstance(call.func, ast.Attribute):
        names.add(ast.unparse(call.func.value))
    returned = [n.value for n in ast.walk(function) if isinstance(n, ast.Return) and n.value is not None]
    return any(isinstance(n, ast.Name) and n.id in names for value in returned for n in ast.walk(value))


def writes_of(file: str, line: int, sources: SourceFiles) -> list[Place]:
    """The calls in the function that starts at the line which write in place into its last parameter."""
    tree = sources.tree(file)
    for function in ast.walk(tree) if tree else ():
        if isinstance(function, Function) and line in (function.lineno, _first_line(function)) and function.args.args:
            name = function.args.args[-1].arg
            calls = [n for n in ast.walk(function) if isinstance(n, ast.Call) and _writes_into(n, name)]
            return [place_of_node(file, call, function.name, sources) for call in calls]
    return []


def writes_to_any(file: str, line: int, names: Collection[str], sources: SourceFiles) -> list[Place]:
    """Where the function or lambda at the line writes in place into a variable or attribute of these names."""
    tree = sources.tree(file)
    for function in ast.walk(tree) if tree else ():
        if isinstance(function, Function) and line in (function.lineno, _first_line(function)):
            found = [n for n in ast.walk(function) if _writes_to(n, names)]
        elif isinstance(function, ast.Lambda) and function.lineno == line:
            found = [n for n in ast.walk(function.body) if _writes_to(n, names)]
        else:
            continue
        if found:
            name = "<lambda>" if isinstance(function, ast.Lambda) else function.name
            return [place_of_node(file, n, name, sources) for n in found if isinstance(n, (ast.expr, ast.stmt))]
    return []


def _writes_to(node: ast.AST, names: Collection[str]) -> bool:
    if isinstance(node, ast.Call):
        return any(_writes_into(node, name) for name in names)
    targets: list[ast.expr] = [node.target] if isinstance(node, ast.AugAssign) else []
    if isinstance(node, ast.Assign):
        targets = [t for t in node.targets if isinstance(t, ast.Subscript)]
    return any(_mentions(target, name) for target in targets for name in names)


def _mentions(node: ast.AST, name: str) -> bool:
    return any(name in (getattr(n, "id", None), getattr(n, "attr", None)) for n in ast.walk(node))


def _first_line(function: Function) -> int:
    return min([function.lineno, *(d.lineno for d in function.decorator_list)])


def _writes_into(call: ast.Call, name: str) -> bool:
    function = call.func
    if not isinstance(function, ast.Attribute) or not function.attr.endswith("_") or function.attr in HARMLESS:
        return False
    return _mentions(function.value, name)
