"""Results that a program computes and never uses, as its text tells."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.syntax import Syntax

LOOPS = (ast.For, ast.AsyncFor)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def is_dropped(place: Place, sources: SourceFiles) -> bool:
    """Does nobody use the value of the expression: is it a statement, or assigned to a name that nobody reads then?"""
    syntax = sources.syntax(place.file)
    value = syntax.at(place)
    if value is None:
        return False
    holder = syntax.parent.get(value)
    if isinstance(holder, ast.Expr):
        return True
    if not isinstance(holder, ast.Assign) or len(holder.targets) != 1:
        return False
    target = holder.targets[0]
    if isinstance(target, ast.Name):
        return not any(_reads(syntax, holder, target.id))
    if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
        return not any(_reads(syntax, holder, target.value.id))
    return False


def _reads(syntax: Syntax, assignment: ast.Assign, name: str) -> Iterator[bool]:
    """Where the name is read after the assignment. What a loop gives its name to is new at every turn."""
    scope: ast.AST = next((n for n in syntax.above(assignment) if isinstance(n, FUNCTIONS)), syntax.tree)
    loops = [n for n in syntax.above(assignment) if isinstance(n, LOOPS) and syntax.holds(scope, n)]
    loop = next((n for n in loops if name in _names(n.target)), None)
    if loop is not None:
        scope = loop
    for node in syntax.within(scope).of(ast.Name):
        if node.id != name or not isinstance(node.ctx, ast.Load) or syntax.holds(assignment, node):
            continue
        if loop is None or node.lineno > assignment.lineno:
            yield True


def _names(target: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}
