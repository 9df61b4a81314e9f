"""What a function returns on one of its ways and not on another."""

from __future__ import annotations

import ast

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import assigned_names, node_at, place_of_node
from whygrad.source.syntax import Syntax

REDUCING = frozenset({"sum", "mean", "nansum", "nanmean", "max", "min", "logsumexp", "norm", "median", "amax", "amin"})
ASKED_FOR = ("reduc", "size_average")  # a switch by which the caller chooses


def unreduced_return(place: Place, sources: SourceFiles) -> Place | None:
    """The `return` that hands the value of the place out as it is, in a function that reduces it on another way.

    Nothing where the caller chooses the way, by `reduction="none"`: then not the function is wrong.
    """
    syntax = sources.syntax(place.file)
    functions = syntax.around(place.line).of(ast.FunctionDef, ast.AsyncFunctionDef)
    function = max(functions, key=lambda f: f.lineno, default=None)
    if function is None:
        return None
    names, node = set(assigned_names(place, sources)), node_at(place, sources)
    returns = [r for r in syntax.within(function).of(ast.Return) if r.value is not None]
    plain = [r for r in returns if any(_is_it(way, names, node) for way in _ways(r.value))]
    reduced = [r for r in returns if any(_reduces(w) and not _is_it(w, names, node) for w in _ways(r.value))]
    if len(plain) != 1 or not reduced or any(_is_chosen(syntax, r) for r in (*plain, *reduced)):
        return None
    return place_of_node(place.file, plain[0], place.function, sources)


def _ways(value: ast.expr | None) -> list[ast.expr]:
    """Both sides of `a if test else b`; any other value by itself."""
    return [value.body, value.orelse] if isinstance(value, ast.IfExp) else [] if value is None else [value]


def _is_it(value: ast.expr, names: set[str], node: ast.expr | None) -> bool:
    return value is node or (isinstance(value, ast.Name) and value.id in names)


def _reduces(value: ast.expr) -> bool:
    """To one number: along a dimension is not enough."""
    calls = [n for n in ast.walk(value) if isinstance(n, ast.Call) and not any(k.arg == "dim" for k in n.keywords)]
    names = (c.func.attr if isinstance(c.func, ast.Attribute) else getattr(c.func, "id", "") for c in calls)
    return not REDUCING.isdisjoint(names)


def _is_chosen(syntax: Syntax, statement: ast.Return) -> bool:
    tests = [n.test for n in (*syntax.above(statement), statement.value) if isinstance(n, (ast.If, ast.IfExp))]
    return any(word in ast.unparse(test) for test in tests for word in ASKED_FOR)
