"""Numbers that a condition counts by: `every` of `if step % every == 0`."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.scopes import FUNCTIONS
from whygrad.source.syntax import Syntax, may_have

TESTING = (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.If, ast.IfExp, ast.While)


def is_counted_by(name: str, place: Place, files: Iterable[str], sources: SourceFiles) -> bool:
    """Does a condition of the program count by what is called so at the place?

    What the function of the place gives that name itself, only the function's own conditions can mean by it.
    """
    home = _function_that_sets(name, place, sources)
    for file in files if home is None else (place.file,):
        text = sources.text(file)
        if "%" in text and may_have(name.rpartition(".")[2], text):
            syntax = sources.syntax(file)
            if any(_tests(op, name, syntax) for op in syntax.within(home or syntax.tree).of(ast.BinOp)):
                return True
    return False


def _tests(op: ast.BinOp, name: str, syntax: Syntax) -> bool:
    """Is it a remainder by that name that decides something, and no text with a number in it?"""
    is_text = isinstance(op.left, ast.JoinedStr) or isinstance(getattr(op.left, "value", None), str | bytes)
    is_remainder = isinstance(op.op, ast.Mod) and not is_text and isinstance(syntax.parent[op], TESTING)
    return is_remainder and ast.unparse(op.right) == name


def _function_that_sets(name: str, place: Place, sources: SourceFiles) -> ast.AST | None:
    """The function of the place, if it gives a value to this name of its own; an argument may come from anywhere."""
    syntax = sources.syntax(place.file)
    function = max(syntax.around(place.line).of(*FUNCTIONS), key=lambda f: f.lineno, default=None)
    if function is None or isinstance(function, ast.Lambda):
        return None
    named = (node for node in syntax.within(function).of(ast.Name) if node.id == name)
    return function if any(isinstance(node.ctx, ast.Store) for node in named) else None
