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
