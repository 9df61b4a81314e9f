"""Variables that are assigned again before anything reads what they held."""

from __future__ import annotations

import ast

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import assigned_names

Function = ast.FunctionDef | ast.AsyncFunctionDef
CONDITIONAL = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.Match)


def overwritten_name(first: Place, second: Place, sources: SourceFiles) -> str:
    """The variable that both places assign, where the second always does and nothing reads it between the two."""
    if (first.file, first.function) != (second.file, second.function) or first.end_line >= second.line:
        return ""
    shared = [name for name in assigned_names(first, sources) if name in assigned_names(second, sources)]
    syntax = sources.syntax(first.file)
    made = _assignment(second, sources)
    if not shared or not isinstance(made, ast.Assign | ast.AnnAssign):
        return ""  # what is added to stays
    above, outer = syntax.parent.get(made), _assignment(first, sources)
    while isinstance(above, CONDITIONAL):
        if not above.lineno <= first.line <= (above.end_lineno or 0):
            return ""  # another value may be meant where the condition holds
        above = syntax.parent.get(above)
    start = outer.end_lineno if outer is not None and outer.end_lineno else first.end_line
    for node in ast.walk(syntax.tree):
        if not isinstance(node, ast.Name | ast.Attribute) or not start < node.lineno <= (made.end_lineno or 0):
            continue
        if isinstance(node.ctx, ast.Load) and ast.unparse(node) == shared[0]:
            return ""
    return shared[0]


def _assignment(place: Place, sources: SourceFiles) -> ast.Assign | ast.AnnAssign | ast.AugAssign | None:
    """The innermost assignment around the place."""
    around = sources.syntax(place.file).around(place.line).of(ast.Assign, ast.AnnAssign, ast.AugAssign)
    return max(around, key=lambda node: node.lineno, default=None)
