"""Numbers that decide what the program does next."""

from __future__ import annotations

import ast

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.selecting import Nodes
from whygrad.source.span import node_at
from whygrad.source.syntax import Syntax


def steers(place: Place, sources: SourceFiles) -> bool:
    """Does the value of this expression go into the test of an `if` or `while` of its own function?

    Or into an index that picks what is called: `self.layers[number](x)`.
    """
    node, syntax = node_at(place, sources), sources.syntax(place.file)
    if node is None:
        return False
    function, names = _assigned(node, syntax)
    inside = syntax.within(function)
    tests = [n.test for n in inside.of(ast.If, ast.While)]
    tests += _picks(inside)
    return any(syntax.holds(test, node) or _reads(test, names) for test in tests)


def decides(place: Place, there: Place, sources: SourceFiles) -> bool:
    """Does the value of this expression go into the test of an `if` of its own function that `there` stands in?"""
    node, syntax = node_at(place, sources), sources.syntax(place.file)
    if node is None or (place.file, place.function) != (there.file, there.function):
        return False
    function, names = _assigned(node, syntax)
    tests = [n.test for n in syntax.around(there.line).of(ast.If) if syntax.holds(function, n)]
    return any(syntax.holds(test, node) or _reads(test, names) for test in tests)


def _assigned(node: ast.expr, syntax: Syntax) -> tuple[ast.AST, set[str]]:
    """The function around an expression, and the variables that its own statement assigns."""
    above = list(syntax.above(node))
    function: ast.AST = next((f for f in above if isinstance(f, (ast.FunctionDef, ast.AsyncFunctionDef))), syntax.tree)
    names = {
        name.id
        for statement in above[: above.index(function)]
        if isinstance(statement, (ast.Assign, ast.AugAssign, ast.AnnAssign))
        for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    }
    return function, names


def _picks(function: Nodes) -> list[ast.expr]:
    """The indices by which the function picks something that it then calls."""
    calls = [n.func for n in function.of(ast.Call)]
    called = {n.id for n in calls if isinstance(n, ast.Name)}
    picked = [n for n in calls if isinstance(n, ast.Subscript)]
    for statement in function.of(ast.Assign):
        value, targets = statement.value, statement.targets
        if isinstance(value, ast.Subscript) and any(isinstance(t, ast.Name) and t.id in called for t in targets):
            picked.append(value)
    return [n.slice for n in picked]


def _reads(test: ast.expr, names: set[str]) -> bool:
    return any(isinstance(n, ast.Name) and n.id in names for n in ast.walk(test))
