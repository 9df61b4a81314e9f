"""Edits are offered only of kinds that were seen to cure in every program of the tests: those of `_proved_edits.py`."""

from __future__ import annotations

import ast

from whygrad.causes._proved_edits import PROVED
from whygrad.diagnostic import Edit
from whygrad.source.files import SourceFiles
from whygrad.source.out_of_place import is_in_place


def offered(cause: str, edits: tuple[Edit, ...], sources: SourceFiles) -> tuple[Edit, ...]:
    """The edits, where their kind was proved."""
    return edits if edits and is_proved(kind_of(cause, edits[0], sources)) else ()


def is_proved(kind: str) -> bool:
    return kind in PROVED


def kind_of(cause: str, edit: Edit, sources: SourceFiles) -> str:
    """The cause, with what is changed and in what it stands: `detached-tensor: Call in Assign`."""
    syntax, place = sources.syntax(edit.place.file), edit.place
    start = (place.line, len(syntax.line(place.line)[: place.column - 1].encode()))
    end = (place.end_line, len(syntax.line(place.end_line)[: place.end_column - 1].encode()))
    node = syntax.smallest(start, end)
    if node is None:
        return f"{cause}: unknown"
    if start == end:  # an argument more
        node = next((n for n in (node, *syntax.above(node)) if isinstance(n, ast.Call)), node)
    above = syntax.parent.get(node)
    if isinstance(above, ast.Call) and above.func is node:  # the name of a call stands for the call
        node, above = above, syntax.parent.get(above)
    if isinstance(node, ast.AugAssign):  # the block around it makes no difference
        return f"{cause}: {_shape(node)}"
    return f"{cause}: {_shape(node)} in {_role(node, above)}"


def _shape(node: ast.AST) -> str:
    """What an attribute or a method is of, else what a call is given, else the node itself; what a write is into."""
    if isinstance(node, ast.AugAssign):
        return f"AugAssign of {type(node.target).__name__}"
    node = node.value if isinstance(node, ast.Expr) else node
    if isinstance(node, ast.Call) and is_in_place(node) and isinstance(node.func, ast.Attribute):
        return f"in-place Call on {type(node.func.value).__name__}"
    called = node.func if isinstance(node, ast.Call) else node
    given = [*node.args, *(k.value for k in node.keywords)] if isinstance(node, ast.Call) else []
    if given:
        return f"Call of {type(given[0]).__name__}"
    return type(called.value).__name__ if isinstance(called, ast.Attribute) else type(node).__name__


def _role(node: ast.AST, above: ast.AST | None) -> str:
    if isinstance(above, ast.Assign) and node in above.targets:
        return "target"
    if isinstance(above, ast.Call) and above.func is not node and node not in above.args:
        return "keyword"
    return type(above).__name__ if above is not None else "nothing"
