"""`model = best` far below `best = copy.deepcopy(model)`: where a copy takes the place of what it was made from."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import function_at
from whygrad.source.span import place_of_node


def taken_back(made: Place, sources: SourceFiles) -> Place | None:
    """The one statement of the same function that gives what the place makes the name that it was made from."""
    syntax = sources.syntax(made.file)
    statement = syntax.smallest_statement(made.line)
    if not isinstance(statement, ast.Assign):
        return None
    function = function_at(made, sources)
    inside = syntax.within(function) if function is not None else syntax
    pairs = [
        (ast.unparse(target), {ast.unparse(n) for n in ast.walk(value) if isinstance(n, ast.Name | ast.Attribute)})
        for target, value in _assigned(statement)
    ]
    found = [
        other
        for other in inside.of(ast.Assign)
        for target, value in _assigned(other)
        for copy, read in pairs
        if other is not statement and ast.unparse(value) == copy and ast.unparse(target) in read
    ]
    return place_of_node(made.file, found[0], made.function, sources) if len(found) == 1 else None


def _assigned(statement: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    for target in statement.targets:
        if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
            yield from zip(target.elts, statement.value.elts, strict=False)
        else:
            yield target, statement.value
