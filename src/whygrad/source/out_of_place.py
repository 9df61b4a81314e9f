"""Statements that write in place, and the same out of place: `x += y` → `x = x + y`."""

from __future__ import annotations

import ast

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import place_of_node
from whygrad.source.syntax import Syntax

OPERATORS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.Mod: "%",
    ast.FloorDiv: "//",
}
BINDING = (ast.Constant, ast.Name, ast.Call, ast.Attribute, ast.Subscript)  # tighter than every operator
TIGHTER = (ast.Mult, ast.Div, ast.MatMult, ast.Mod, ast.FloorDiv, ast.Pow)  # than a sum
WITHOUT_VALUES = ("requires_grad_", "detach_", "retain_grad_")
PLAIN = (ast.Name, ast.Attribute)
Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef


def out_of_place(place: Place, sources: SourceFiles) -> tuple[Place, str] | None:
    """A statement that writes into what a name is of, and the text by which it gives the name a new value instead.

    None where another value would be meant than that of the name alone: an element, what a loop goes over, something
    that nobody reads by this name.
    """
    syntax = sources.syntax(place.file)
    statement = syntax.smallest_statement(place.line)
    if isinstance(statement, ast.AugAssign):
        target: ast.expr | None = statement.target
        text = operator_text(place.file, statement, sources)
    elif isinstance(statement, ast.Expr):
        target = _written_once(syntax, statement)
        text = _method_text(place.file, statement, sources)
    else:
        return None
    if not isinstance(target, PLAIN) or text is None or not is_read(syntax, statement, target):
        return None
    if isinstance(target, ast.Name) and _is_of_another(syntax, statement, target.id):
        return None
    return place_of_node(place.file, statement, place.function, sources), text


def operator_text(file: str, statement: ast.AugAssign, sources: SourceFiles) -> str | None:
    """`x = x * (a + b)` for `x *= a + b`; the order of the operations stays the same."""
    operator = OPERATORS.get(type(statement.op))
    if operator is None:
        return None
    value = statement.value
    left, right = _text(file, statement.target, sources), _text(file, value, sources)
    fits = operator in "+-" and isinstance(value, ast.BinOp) and isinstance(value.op, TIGHTER)
    return f"{left} = {left} {operator} {right if fits or isinstance(value, BINDING) else f'({right})'}"


def _method_text(file: str, statement: ast.Expr, sources: SourceFiles) -> str | None:
    """`x = x.mul(y)` for `x.mul_(y)`."""
    call = statement.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return None
    written = _text(file, call.func.value, sources)
    given = _text(file, call, sources)[len(_text(file, call.func, sources)) :]
    return f"{written} = {written}.{call.func.attr[:-1]}{given}"


def _written_once(syntax: Syntax, statement: ast.Expr) -> ast.expr | None:
    """`x` of `x.mul_(y)`, where nothing else in the statement is written."""
    calls = [n for n in syntax.within(statement).of(ast.Call) if is_in_place(n)]
    only = calls[0].func if len(calls) == 1 and calls[0] is statement.value else None
    return only.value if isinstance(only, ast.Attribute) else None


def is_read(syntax: Syntax, statement: ast.stmt, target: ast.expr) -> bool:
    """Does something of the function read the name? Else the write is meant for what it views."""
    if not isinstance(target, ast.Name):
        return True
    reads = [n for n in syntax.within(_scope(syntax, statement)).of(ast.Name) if n.id == target.id]
    around = [syntax.statement_of(n) for n in reads if isinstance(n.ctx, ast.Load)]
    return any(not _only_writes(s, target.id) for s in around)


def _is_of_another(syntax: Syntax, statement: ast.stmt, name: str) -> bool:
    """Is the name that of an element of something else, which the write is meant for?"""
    loops = syntax.within(_scope(syntax, statement)).of(ast.For)
    targets = [n for loop in loops for n in ast.walk(loop.target) if isinstance(n, ast.Name)]
    return any(n.id == name for n in targets)


def _scope(syntax: Syntax, node: ast.AST) -> ast.AST:
    return next((a for a in syntax.above(node) if isinstance(a, Scope)), syntax.tree)


def _only_writes(statement: ast.stmt, name: str) -> bool:
    if isinstance(statement, ast.AugAssign):
        return ast.unparse(statement.target) == name
    calls = [c for c in ast.walk(statement) if isinstance(c, ast.Call) and is_in_place(c)]
    written = written_by(calls) if isinstance(statement, ast.Expr) and calls else None
    return written is not None and ast.unparse(written) == name


def is_in_place(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    return name.endswith("_") and not name.startswith("_") and name not in WITHOUT_VALUES


def written_by(calls: list[ast.Call]) -> ast.expr | None:
    """What a chain of in-place calls writes: `x` of `x.mul_(a).add_(b)`."""
    node: ast.expr = calls[0]
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        node = node.func.value
    if isinstance(node, ast.Attribute) and node.attr == "data":
        node = node.value
    return node if isinstance(node, ast.Name | ast.Attribute | ast.Subscript) else None


def _text(file: str, node: ast.expr, sources: SourceFiles) -> str:
    return sources.segment(place_of_node(file, node, "", sources))
