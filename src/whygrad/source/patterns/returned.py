"""What a function hands out of a value that it has computed as a whole."""

from __future__ import annotations

import ast

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import assigned_names, node_at, place_of_node
from whygrad.source.syntax import names_in
from whygrad.walk import reachable

READING = ("item", "detach", "tolist", "numpy")  # what is handed out so is there to be told


def part_returned(total: Place, sources: SourceFiles) -> Place | None:
    """The `return` behind a sum that hands out one of its parts and not the sum itself; the outermost of several."""
    syntax, node = sources.syntax(total.file), node_at(total, sources)
    functions = syntax.around(total.line).of(ast.FunctionDef, ast.AsyncFunctionDef)
    names = assigned_names(total, sources)
    if node is None or not functions or not names:
        return None
    parts = names_in(node) - set(names)
    found: list[ast.Return] = []
    for statement in syntax.within(functions[-1]).of(ast.Return):
        given = _handed_out(statement)
        if set(names) & given:
            return None  # the caller has the choice
        if len(parts & given) == 1 and statement.lineno > total.line:
            found.append(statement)
    depth = {s: sum(1 for _ in syntax.above(s)) for s in found}
    chosen = min(found, key=lambda s: (depth[s], -s.lineno), default=None)
    return place_of_node(total.file, chosen, total.function, sources) if chosen is not None else None


def is_part_passed(total: Place, call: Place, sources: SourceFiles) -> bool:
    """Does a call in the same function get one of the parts of a sum, and not the sum itself?"""
    node, given = node_at(total, sources), node_at(call, sources)
    names = assigned_names(total, sources)
    if node is None or not names or not isinstance(given, ast.Call):
        return False
    parts = names_in(node) - set(names)
    passed = {ast.unparse(value) for value in (*given.args, *(k.value for k in given.keywords))}
    return len(parts & passed) == 1 and not passed.intersection(names)


def _handed_out(statement: ast.Return) -> set[str]:
    """The names whose values a `return` hands out, alone or in a tuple or a dict."""
    handed_out = reachable([statement.value], _parts) if statement.value is not None else ()
    return {ast.unparse(node) for node in handed_out if isinstance(node, ast.Name | ast.Attribute)}


def _parts(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.Tuple | ast.List):
        return node.elts
    if isinstance(node, ast.Dict):
        return node.values
    return [*node.args, *(k.value for k in node.keywords)] if isinstance(node, ast.Call) and not _is_read(node) else []


def _is_read(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr in READING
