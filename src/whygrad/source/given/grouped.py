"""Where the text fills the groups of parameters that an optimizer is given."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import place_of_node
from whygrad.source.syntax import Syntax
from whygrad.source.values.sorting import ADDING, Scope, function_name, scopes_behind

KEY = "params"  # of a group, as optimizers read it


def fillings_of_groups(made: Place, files: Iterable[str], sources: SourceFiles) -> list[Place | None]:
    """For each group of the one list of groups that is read there: what fills it.

    That is the one statement that selects parameters for a list by its name, else the expression in the group; None
    where there are several such statements.
    """
    lists = [
        (file, scope, groups)
        for file, scope in scopes_behind(made, files, sources)
        for node in sources.syntax(file).within(scope).of(ast.List)
        if len(groups := [v for element in node.elts if (v := _parameters_of(element)) is not None]) == len(node.elts)
        if groups
    ]
    if len(lists) != 1:
        return []
    file, scope, groups = lists[0]
    syntax = sources.syntax(file)
    filled = [_filling(value, scope, syntax) for value in groups]
    return [place_of_node(file, n, function_name(syntax, n), sources) if n is not None else None for n in filled]


def _parameters_of(element: ast.expr) -> ast.expr | None:
    """`lowrank` of `{"params": lowrank, "lr": 0.1}`."""
    pairs = zip(element.keys, element.values, strict=True) if isinstance(element, ast.Dict) else ()
    return next((value for key, value in pairs if isinstance(key, ast.Constant) and key.value == KEY), None)


def _filling(value: ast.expr, scope: Scope, syntax: Syntax) -> ast.expr | ast.stmt | None:
    if not isinstance(value, ast.Name):
        return value
    found = [s for s in syntax.within(scope).of(ast.Assign, ast.AugAssign, ast.Expr) if _fills(s, value.id)]
    return found[0] if len(found) == 1 else None if found else value


def _fills(statement: ast.Assign | ast.AugAssign | ast.Expr, name: str) -> bool:
    """`name.append(p)`, `name += [p]` or `name = [p for … if …]`; one that selects nothing only gives a name."""
    if isinstance(statement, ast.AugAssign):
        return isinstance(statement.target, ast.Name) and statement.target.id == name
    value = statement.value
    if isinstance(statement, ast.Assign):
        named = any(isinstance(target, ast.Name) and target.id == name for target in statement.targets)
        return named and any(part.ifs for part in ast.walk(value) if isinstance(part, ast.comprehension))
    method = value.func if isinstance(value, ast.Call) else None
    is_call = isinstance(method, ast.Attribute) and method.attr in ADDING
    return is_call and isinstance(method, ast.Attribute) and ast.unparse(method.value) == name
