"""Numbers that a program rounds down with `//`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.recording import Place
from whygrad.source.files import SourceFiles

PASSING_ON = frozenset({"min", "max", "float", "int", "abs"})
SPINE = (ast.Mult, ast.Div, ast.FloorDiv, ast.Add, ast.Sub)


def rounds_down(place: Place, sources: SourceFiles) -> bool:
    """Is the number at a place the result of a `//`, or a product or sum with one? Of a statement, what it assigns.

    An exponent, an index or an argument of another function, such as the length of a schedule, is another number.
    """
    syntax = sources.syntax(place.file)
    found: ast.AST | None = syntax.at(place)
    if found is None:
        found = syntax.smallest_statement(place.line)
    if isinstance(found, ast.AugAssign) and isinstance(found.op, ast.FloorDiv):
        return True
    value = found.value if isinstance(found, ast.Assign | ast.AugAssign) else found
    if isinstance(value, ast.Call) and _name_of(value) not in PASSING_ON:  # an optimizer that was given its rate
        rates = [keyword.value for keyword in value.keywords if keyword.arg == "lr"]
        return any(_is_rounded(rate) for rate in rates)
    return isinstance(value, ast.expr) and _is_rounded(value)


def _is_rounded(value: ast.expr) -> bool:
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.FloorDiv):
        return True
    return any(map(_is_rounded, _parts(value)))


def _parts(value: ast.expr) -> Iterator[ast.expr]:
    """What a number is put together from."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, SPINE):
        yield from (value.left, value.right)
    elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.Pow):
        yield value.left
    elif isinstance(value, ast.UnaryOp):
        yield value.operand
    elif isinstance(value, ast.IfExp):
        yield from (value.body, value.orelse)
    elif isinstance(value, ast.Call) and _name_of(value) in PASSING_ON:
        yield from value.args


def _name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
