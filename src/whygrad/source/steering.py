"""Numbers that decide what the program does next."""

from __future__ import annotations

import ast

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import node_at

Function = ast.FunctionDef | ast.AsyncFunctionDef
STATEMENTS = (ast.Assign, ast.AugAssign, ast.AnnAssign)


def steers(place: Place, sources: SourceFiles) -> bool:
    """Does the value of this expression go into the test of an `if` or `while` of its own function?

    Or into an index that picks what is called: `self.layers[number](x)`.
    """
    tree, node = sources.tree(place.file), node_at(place, sources)
    if tree is None or node is None:
        return False
    functions = [f for f in ast.walk(tree) if isinstance(f, Function) and _contains(f, node)]
    function: ast.AST = max(functions, key=lambda f: f.lineno, default=tree)
    names = {
        name.id
        for statement in ast.walk(function)
        if isinstance(statement, STATEMENTS) and _contains(statement, node)
        for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    }
    tests = [n.test for n in ast.walk(function) if isinstance(n, (ast.If, ast.While))]
    tests += _picks(function)
    return any(_contains(test, node) or _reads(test, names) for test in tests)


def _picks(function: ast.AST) -> list[ast.expr]:
    """The indices by which the function picks something that it then calls."""
    calls = [n.func for n in ast.walk(function) if isinstance(n, ast.Call)]
    called = {n.id for n in calls if isinstance(n, ast.Name)}
    picked = [n for n in calls if isinstance(n, ast.Subscript)]
    for statement in ast.walk(function):
        value = statement.value if isinstance(statement, ast.Assign) else None
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if isinstance(value, ast.Subscript) and any(isinstance(t, ast.Name) and t.id in called for t in targets):
            picked.append(value)
    return [n.slice for n in picked]


def _contains(outer: ast.AST, inner: ast.AST) -> bool:
    return any(n is inner for n in ast.walk(outer))


def _reads(test: ast.expr, names: set[str]) -> bool:
    return any(isinstance(n, ast.Name) and n.id in names for n in ast.walk(test))
