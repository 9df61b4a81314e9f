"""Loops of the program's text."""

from __future__ import annotations

import ast

from whygrad.recording import Place
from whygrad.source.files import SourceFiles


def share_a_loop(first: Place, second: Place, sources: SourceFiles) -> bool:
    """Do both places stand in one loop's body?"""
    if first.file != second.file:
        return False
    around = sources.syntax(first.file).around(first.line).of(ast.For, ast.AsyncFor, ast.While)
    return any(_inside(node, first) and _inside(node, second) for node in around)


def share_innermost_loop(first: Place, second: Place, sources: SourceFiles) -> bool:
    """Does each turn of the loop around the first place run the second one too?"""
    return share_a_loop(first, second, sources) and not stands_before_the_loop_of(second, first, sources)


def stands_before_the_loop_of(first: Place, second: Place, sources: SourceFiles) -> bool:
    """Is the second in a loop of the same text, the innermost, whose body the first is not in?"""
    loops = sources.syntax(second.file).around(second.line).of(ast.For, ast.AsyncFor, ast.While)
    around = [loop for loop in loops if _inside(loop, second)]
    innermost = max(around, key=lambda loop: loop.lineno, default=None)
    return innermost is not None and not (first.file == second.file and _inside(innermost, first))


def _inside(loop: ast.For | ast.AsyncFor | ast.While, place: Place) -> bool:
    return loop.body[0].lineno <= place.line and place.end_line <= (loop.end_lineno or loop.lineno)


def goes_through(place: Place, container: str, sources: SourceFiles) -> bool:
    """Does the place stand in a loop, or a comprehension, over what the container holds?"""
    around = sources.syntax(place.file).around(place.line)
    comprehensions = around.of(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    loops = [*around.of(ast.For, ast.AsyncFor), *(c for node in comprehensions for c in node.generators)]
    return any(_mentions(loop.iter, container) for loop in loops)


def _mentions(expression: ast.expr, name: str) -> bool:
    return any(ast.unparse(n) == name for n in ast.walk(expression) if isinstance(n, (ast.Name, ast.Attribute)))
