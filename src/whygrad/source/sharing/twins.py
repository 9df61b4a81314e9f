"""Attributes that are made alike, of which one is called in the place of the other."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import Syntax


def called_twice(one: str, never: str, places: Iterable[Place], sources: SourceFiles) -> Place | None:
    """The later of two calls of the attribute `one` in a statement, where `never` is made alike and not read at all."""
    calls = [p for p in dict.fromkeys(places) if _calls(p, one, sources)]
    for first in calls:
        for second in calls:
            before = (first.file, first.line, first.column) < (second.file, second.line, second.column)
            if before and _share_a_statement(first, second, sources):
                syntax = sources.syntax(first.file)
                return second if _are_made_alike(one, never, syntax) and not _is_read(never, syntax) else None
    return None


def _calls(place: Place, attribute: str, sources: SourceFiles) -> bool:
    node = node_at(place, sources)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == attribute


def _share_a_statement(first: Place, second: Place, sources: SourceFiles) -> bool:
    if first.file != second.file:
        return False
    around = sources.syntax(first.file).around(first.line).of(ast.Return, ast.Assign, ast.AnnAssign, ast.Expr)
    statements = [place_of_node(first.file, s, "", sources) for s in around]
    return any(s.contains(first) and s.contains(second) for s in statements)


def _are_made_alike(one: str, other: str, syntax: Syntax) -> bool:
    """Is each of both assigned once in the text, by the same expression?"""
    values: dict[str, list[str]] = {}
    for target, value in _assigned(syntax):
        if isinstance(target, ast.Attribute) and isinstance(value, ast.Call):
            values.setdefault(target.attr, []).append(ast.dump(value))
    return len(values.get(one, ())) == 1 and values[one] == values.get(other)


def _assigned(syntax: Syntax) -> Iterator[tuple[ast.expr, ast.expr]]:
    for node in syntax.of(ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                yield from zip(target.elts, node.value.elts, strict=False)
            else:
                yield target, node.value


def _is_read(attribute: str, syntax: Syntax) -> bool:
    """Does the text read an attribute of this name, or reach for attributes by a name that it computes?"""
    named = (n for n in syntax.of(ast.Attribute) if n.attr == attribute)
    if any(isinstance(node.ctx, ast.Load) for node in named):
        return True
    return any(node.id in ("getattr", "vars") for node in syntax.of(ast.Name))
