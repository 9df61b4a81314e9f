"""Whether what one statement of a function computes gets to another statement by variables, as the text tells."""

from __future__ import annotations

import ast

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.stores import added_to
from whygrad.source.syntax import Syntax

BINDING = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr)


def hands_over(first: Place, second: Place, sources: SourceFiles) -> bool:
    """Does the statement at `second` read what the one at `first` assigns, directly or through other variables?

    The order of statements is left open: a loop brings values back to what stands above.
    """
    syntax = sources.syntax(first.file)
    giving, taking = syntax.smallest_statement(first.line), syntax.smallest_statement(second.line)
    if giving is None or taking is None or giving is taking:
        return giving is not None
    carried, statements = _filled(giving), _statements_around(syntax, first)
    known = -1
    while len(carried) > known:
        known = len(carried)
        for statement in statements:
            if carried & _read(statement):
                carried = carried | _filled(statement)
    return bool(carried & _read(taking))


def _statements_around(syntax: Syntax, place: Place) -> list[ast.stmt]:
    functions = syntax.around(place.line).of(ast.FunctionDef, ast.AsyncFunctionDef)
    inside = syntax.within(functions[-1]) if functions else syntax
    return [*inside.of(*BINDING), *inside.of(ast.For)]


def _filled(statement: ast.AST) -> set[str]:
    """The variables and attributes that a statement assigns, and the containers that it adds to."""
    if isinstance(statement, ast.Expr):
        container = added_to(statement.value)
        return {ast.unparse(container)} if container is not None else set()
    targets = [statement.target] if isinstance(statement, ast.For) else _targets(statement)
    parts = [part for target in targets for part in ast.walk(target)]
    entries = {ast.unparse(part.value) for part in parts if isinstance(part, ast.Subscript)}
    held = (p for p in parts if isinstance(p, (ast.Name, ast.Attribute)) and isinstance(p.ctx, ast.Store))
    return {*map(ast.unparse, held), *entries}


def _targets(statement: ast.AST) -> list[ast.expr]:
    if isinstance(statement, ast.Assign):
        return statement.targets
    return [statement.target] if isinstance(statement, (ast.AugAssign, ast.AnnAssign)) else []


def _read(statement: ast.AST) -> set[str]:
    """What a statement itself reads; of a block its head."""
    heads = {"iter", "test", "items", "value", "targets"}
    parts = [getattr(statement, field) for field in statement._fields if field in heads]
    nodes = [node for part in parts for node in (part if isinstance(part, list) else [part]) if node is not None]
    walked = (n for node in nodes for n in ast.walk(node) if isinstance(n, (ast.Name, ast.Attribute)))
    return {ast.unparse(n) for n in walked if isinstance(n.ctx, ast.Load)}
