"""Numbers that decide what the program does next."""

from __future__ import annotations

import ast

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import node_at

Function = ast.FunctionDef | ast.AsyncFunctionDef
STATEMENTS = (ast.Assign, ast.AugAssign, ast.AnnAssign)


def steers(place: Place, sources: SourceFiles) -> bool:
    """Does the value of this expression go into the test of an `if` or `while` of its own function?"""
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
    return any(_contains(test, node) or _reads(test, names) for test in tests)


def _contains(outer: ast.AST, inner: ast.AST) -> bool:
    return any(n is inner for n in ast.walk(outer))


def _reads(test: ast.expr, names: set[str]) -> bool:
    return any(isinstance(n, ast.Name) and n.id in names for n in ast.walk(test))
