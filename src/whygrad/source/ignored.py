"""Parameters that a function takes and never reads."""

from __future__ import annotations

import ast

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import node_at

Function = ast.FunctionDef | ast.AsyncFunctionDef


def is_ignored(name: str, call: Place, inside: Place, sources: SourceFiles) -> bool:
    """Does `call` hand the variable `name` to the function in which `inside` stands, and does that never read it?"""
    calls = [n for n in ast.walk(node_at(call, sources) or ast.Module([], [])) if isinstance(n, ast.Call)]
    tree = sources.tree(inside.file)
    around = [n for n in (ast.walk(tree) if tree else ()) if isinstance(n, Function) and _holds(n, inside)]
    if not calls or not around:
        return False
    function = max(around, key=lambda f: f.lineno)  # the innermost
    parameter = _parameter(calls[0], name, function)
    return bool(parameter) and parameter not in {
        n.id for part in function.body for n in ast.walk(part) if isinstance(n, ast.Name)
    }


def _holds(function: Function, place: Place) -> bool:
    return function.lineno <= place.line <= (function.end_lineno or 0)


def _parameter(call: ast.Call, name: str, function: Function) -> str:
    """The parameter that gets the variable, where it is handed over by itself."""
    if any(isinstance(a, ast.Starred) for a in call.args) or function.args.vararg or function.args.kwarg:
        return ""
    for keyword in call.keywords:
        if isinstance(keyword.value, ast.Name) and keyword.value.id == name:
            return keyword.arg or ""
    names = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    names = names[1:] if names[:1] in (["self"], ["cls"]) else names
    for parameter, argument in zip(names, call.args, strict=False):
        if isinstance(argument, ast.Name) and argument.id == name:
            return parameter
    return ""
