"""Functions and loops in a text: which kinds of nodes they are, and the innermost one around a node or a line."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.syntax import Syntax

Function = ast.FunctionDef | ast.AsyncFunctionDef
NAMED_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
FUNCTIONS = (*NAMED_FUNCTIONS, ast.Lambda)
LOOPS = (ast.For, ast.AsyncFor, ast.While)
ORDERING = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
ASSIGNABLE = (ast.Name, ast.Attribute, ast.Subscript)


def function_around(node: ast.AST, syntax: Syntax) -> Function | None:
    """The innermost function that has a name, around a node."""
    return next((above for above in syntax.above(node) if isinstance(above, NAMED_FUNCTIONS)), None)


def scope_of(node: ast.AST, syntax: Syntax) -> ast.AST:
    """The innermost function or lambda around a node; outside of every one, the whole text."""
    return next((above for above in syntax.above(node) if isinstance(above, FUNCTIONS)), syntax.tree)


def function_on_line(place: Place, sources: SourceFiles) -> Function | None:
    """The innermost function that has a name, around the line of a place."""
    around = sources.syntax(place.file).around(place.line).of(*NAMED_FUNCTIONS)
    return max(around, key=lambda function: function.lineno, default=None)


def in_order(start: ast.AST, is_closed: Callable[[ast.AST], bool]) -> Iterator[ast.AST]:
    """The node and what is inside it, in the order of the text; a closed one itself, and nothing inside it."""
    waiting = [start]
    while waiting:
        node = waiting.pop()
        yield node
        if not is_closed(node):
            waiting += list(ast.iter_child_nodes(node))[::-1]


def parameters_of(function: Function) -> set[str]:
    """The names of its parameters, without `*args` and `**kwargs`."""
    arguments = function.args
    return {a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
