"""Parameters that a function takes and never reads, and results that a statement drops."""

from __future__ import annotations

import ast

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import node_at
from whygrad.source.syntax import Syntax

Function = ast.FunctionDef | ast.AsyncFunctionDef
TELLING = frozenset({"print", "debug", "info", "warning", "warn", "error", "log", "write"})


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


def is_only_told(place: Place, sources: SourceFiles) -> bool:
    """Does the program drop the value of the expression, or only print or log it?"""
    syntax, node = sources.syntax(place.file), node_at(place, sources)
    holder = next((n for n in syntax.above(node) if isinstance(n, ast.stmt)), None) if node is not None else None
    if not isinstance(holder, ast.Assign):
        return isinstance(holder, ast.Expr) and (holder.value is node or _only_tells(holder))
    if holder.value is not node:
        return False
    scope = next((n for n in syntax.above(holder) if isinstance(n, Function)), syntax.tree)
    names = {n.id for target in holder.targets for n in ast.walk(target) if isinstance(n, ast.Name)}
    reads = [n for n in syntax.within(scope).of(ast.Name) if n.id in names and isinstance(n.ctx, ast.Load)]
    is_kept = not all(isinstance(t, (ast.Name, ast.Tuple)) for t in holder.targets)
    return not is_kept and all(_only_tells(_statement_of(syntax, read)) for read in reads)


def _statement_of(syntax: Syntax, node: ast.AST) -> ast.stmt:
    return next(n for n in syntax.above(node) if isinstance(n, ast.stmt))


def _only_tells(statement: ast.stmt) -> bool:
    """`print(…)`, `log.warning(…)`, or an `if` with nothing else inside."""
    if isinstance(statement, ast.If):
        return all(_only_tells(inner) for inner in (*statement.body, *statement.orelse))
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] in TELLING


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
