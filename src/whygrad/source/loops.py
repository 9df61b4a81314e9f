"""Loops of the program's text."""

from __future__ import annotations

import ast

from whygrad.recording import Place
from whygrad.source.files import SourceFiles


def share_a_loop(first: Place, second: Place, sources: SourceFiles) -> bool:
    """Do both places stand in one loop's body?"""
    tree = sources.tree(first.file)
    if first.file != second.file or tree is None:
        return False
    return any(
        _inside(node, first) and _inside(node, second)
        for node in ast.walk(tree)
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While))
    )


def _inside(loop: ast.For | ast.AsyncFor | ast.While, place: Place) -> bool:
    return loop.body[0].lineno <= place.line and place.end_line <= (loop.end_lineno or loop.lineno)


def goes_through(place: Place, container: str, sources: SourceFiles) -> bool:
    """Does the place stand in a loop, or a comprehension, over what the container holds?"""
    tree = sources.tree(place.file)
    for node in ast.walk(tree) if tree else ():
        loops = [node] if isinstance(node, (ast.For, ast.AsyncFor)) else getattr(node, "generators", [])
        first, last = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
        if first <= place.line <= last and any(_mentions(loop.iter, container) for loop in loops):
            return True
    return False


def _mentions(expression: ast.expr, name: str) -> bool:
    return any(ast.unparse(n) == name for n in ast.walk(expression) if isinstance(n, (ast.Name, ast.Attribute)))
