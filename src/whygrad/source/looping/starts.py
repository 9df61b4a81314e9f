"""What a loop starts with: the assignments before it that set what it adds to."""

from __future__ import annotations

import ast

from whygrad.source.syntax import Syntax


def started_with(loop: ast.stmt, syntax: Syntax) -> ast.stmt | None:
    """The first of the statements right before the loop that set something empty which its body sets or fills."""
    block = next((b for b in _blocks(syntax.parent[loop]) if loop in b), [])
    changed, first = _changed(loop), None
    for statement in reversed(block[: block.index(loop)] if block else []):
        if not (isinstance(statement, ast.Assign) and _is_empty(statement.value) and _names(statement) & changed):
            break
        first = statement
    return first


def _blocks(node: ast.AST) -> list[list[ast.stmt]]:
    return [block for name in ("body", "orelse", "finalbody") if isinstance(block := getattr(node, name, None), list)]


def _names(statement: ast.Assign) -> set[str]:
    return {n.id for target in statement.targets for n in ast.walk(target) if isinstance(n, ast.Name)}


def _changed(loop: ast.stmt) -> set[str]:
    """The names that its body assigns, and those of what it calls a method of: `losses.append(loss)`."""
    nodes = list(ast.walk(loop))
    assigned = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    called = [n.func.value for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)]
    return assigned | {n.id for n in called if isinstance(n, ast.Name)}


def _is_empty(value: ast.expr) -> bool:
    """Nothing yet: 0, None, an empty container, or several of them."""
    if isinstance(value, ast.Tuple):
        return all(map(_is_empty, value.elts))
    if isinstance(value, ast.Constant):
        return not value.value
    return (isinstance(value, ast.List) and not value.elts) or (isinstance(value, ast.Dict) and not value.keys)
