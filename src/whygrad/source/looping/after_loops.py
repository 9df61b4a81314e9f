"""A statement after a loop that uses what the loop's last turn has left behind."""

from __future__ import annotations

import ast

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import assigned_names, place_of_node
from whygrad.source.syntax import Syntax, last_line

Loop = ast.For | ast.AsyncFor
REPORTING = ("item", "detach", "tolist")
PRINTING = ("float", "print", "str", "round")


def goes_to_its_end(drawn: Place, after: Place, sources: SourceFiles) -> Place | None:
    """What a `for` goes through that nothing ends early, and whose last turn leaves behind what is used after it."""
    loop = _loop_at(drawn, sources)
    if loop is None or not _stands_after(loop, after) or _may_end_early(loop):
        return None
    return place_of_node(drawn.file, loop.iter, drawn.function, sources)


def is_only_reported(made: Place, after: Place, sources: SourceFiles) -> bool:
    """Is it assigned anew for each thing that such a loop goes through, and read there for a report at most?"""
    syntax = sources.syntax(made.file)
    loops = [n for n in syntax.around(made.line).of(ast.For, ast.AsyncFor) if n.body[0].lineno <= made.line]
    loop = max(loops, key=lambda node: node.lineno, default=None)
    names = assigned_names(made, sources)
    if loop is None or not names or not _stands_after(loop, after) or _may_end_early(loop):
        return False
    targets = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
    read = [n for n in syntax.within(loop).of(ast.Name) if isinstance(n.ctx, ast.Load)]
    is_of_each = any(node.id in targets for node in read)  # else it may be the same again, as to warm up
    return is_of_each and all(_is_report(node, syntax) for node in read if node.id in names)


def _loop_at(drawn: Place, sources: SourceFiles) -> Loop | None:
    """The `for` over the expression at the place."""
    around = sources.syntax(drawn.file).around(drawn.line).of(ast.For, ast.AsyncFor)
    found = [n for n in around if n.lineno <= drawn.line <= last_line(n.iter)]
    return max(found, key=lambda node: node.lineno, default=None)


def _stands_after(loop: Loop, place: Place) -> bool:
    return last_line(loop) < place.line


def _may_end_early(loop: Loop) -> bool:
    """Who leaves a loop at a batch has chosen it."""
    return any(isinstance(node, ast.Break | ast.Return) for node in ast.walk(loop))


def _is_report(node: ast.Name, syntax: Syntax) -> bool:
    above = syntax.parent.get(node)
    if isinstance(above, ast.Attribute):
        return above.attr in REPORTING
    if isinstance(above, ast.Call):
        return isinstance(above.func, ast.Name) and above.func.id in PRINTING
    return isinstance(above, ast.FormattedValue)
