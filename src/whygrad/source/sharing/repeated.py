"""Lists that repeat the result of one call: `[Block()] * n`."""

from __future__ import annotations

import ast
from typing import TypeGuard

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import place_of_node


def multiplied_call(place: Place, sources: SourceFiles) -> Place | None:
    """The `[call()] * n` that the statement at a place uses: inside it, or in what one of its names was assigned."""
    syntax = sources.syntax(place.file)
    call = syntax.at(place)
    around = (node for node in syntax.above(call) if isinstance(node, ast.stmt)) if call is not None else iter(())
    statement = next(around, syntax.smallest_statement(place.line))
    if statement is None:
        return None
    found: ast.expr | None = next(
        (node for node in syntax.within(statement).of(ast.BinOp) if _repeats_a_call(node)), None
    )
    if found is None:
        used = {_name_of(node) for node in ast.walk(statement)} - {""}
        assigned = [a for a in syntax.of(ast.Assign) if a.lineno < place.line and _repeats_a_call(a.value)]
        found = next((a.value for a in reversed(assigned) if used & set(map(_name_of, a.targets))), None)
    return place_of_node(place.file, found, place.function, sources) if found is not None else None


def _name_of(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _repeats_a_call(node: ast.expr) -> TypeGuard[ast.BinOp]:
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
        return False
    return any(
        isinstance(side, ast.List | ast.Tuple) and any(isinstance(element, ast.Call) for element in side.elts)
        for side in (node.left, node.right)
    )
