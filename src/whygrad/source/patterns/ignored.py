"""Parameters that a function takes and never reads, and results that a statement drops."""

from __future__ import annotations

import ast

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import node_at

Function = ast.FunctionDef | ast.AsyncFunctionDef


def is_ignored(name: str, call: Place, inside: Place, sources: SourceFiles) -> bool:
    """Does `call` hand the variable `name` to the function in which `inside` stands, and does that never read it?"""
    calls = [n for n in ast.walk(node_at(call, sources) or ast.Module([], [])) if isinstance(n, ast.Call)]
    syntax = sources.syntax(inside.file)
    around = syntax.around(inside.line).of(ast.FunctionDef, ast.AsyncFunctionDef)
    if not calls or not around:
        return False
    function = max(around, key=lambda f: f.lineno)  # the innermost
    parameter = _parameter(calls[0], name, function)
    return bool(parameter) and parameter not in {
        n.id for part in function.body for n in syntax.within(part).of(ast.Name)
    }


def is_discarded(place: Place, sources: SourceFiles) -> bool:
    """Is the expression a statement by itself, `total.add(term)`, so that nothing gets its result?"""
    node = node_at(place, sources)
    return isinstance(node, ast.Call) and isinstance(sources.syntax(place.file).parent.get(node), ast.Expr)


def _parameter(call: ast.Call, name: str, function: Function) -> str:
    """The parameter that gets the variable, or what is computed from it."""
    if any(isinstance(a, ast.Starred) for a in call.args) or function.args.vararg or function.args.kwarg:
        return ""
    for keyword in call.keywords:
        if _reads(keyword.value, name):
            return keyword.arg or ""
    names = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    names = names[1:] if names[:1] in (["self"], ["cls"]) else names
    for parameter, argument in zip(names, call.args, strict=False):
        if _reads(argument, name):
            return parameter
    return ""


def _reads(argument: ast.expr, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(argument))
