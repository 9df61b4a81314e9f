"""Where plain values were cut off before a tensor was made of them: `labels = labels[:n]`."""

from __future__ import annotations

import ast

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import names_in


def shortening(made: Place, sources: SourceFiles) -> Place | None:
    """The latest statement of the function before a call that keeps only the beginning of what the call is given."""
    call = node_at(made, sources)
    given = names_in(call) if isinstance(call, ast.Call) else set()
    syntax = sources.syntax(made.file)
    function = next((a for a in syntax.above(call) if isinstance(a, ast.FunctionDef)), None) if call else None
    if function is None:
        return None
    before = [s for s in syntax.within(function).of(ast.Assign) if s.lineno < made.line]
    for statement in sorted(before, key=lambda s: s.lineno, reverse=True):
        for name, value in _bindings(statement):
            if name in given and _is_beginning(value):
                return place_of_node(made.file, statement, made.function, sources)
    return None


def _bindings(statement: ast.Assign) -> list[tuple[str, ast.expr]]:
    """The names that it binds, each with its own value where several are bound at once."""
    target, value = statement.targets[0], statement.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        pairs = list(zip(target.elts, value.elts, strict=True))
    else:
        pairs = [(target, value)]
    return [(one.id, other) for one, other in pairs if isinstance(one, ast.Name)]


def _is_beginning(value: ast.expr) -> bool:
    """`x[:n]`, where `n` does not count from the end, or a list of such."""
    if isinstance(value, ast.ListComp):
        return _is_beginning(value.elt)
    cut = value.slice if isinstance(value, ast.Subscript) else None
    if not isinstance(cut, ast.Slice) or cut.upper is None or cut.lower is not None:
        return False
    return not isinstance(cut.upper, ast.UnaryOp)
