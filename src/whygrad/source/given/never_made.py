"""Objects that a selection looks for, and the condition under which alone the program creates any of them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.given.chosen import Condition
from whygrad.source.scopes import FUNCTIONS, function_around
from whygrad.source.span import place_of_node
from whygrad.source.syntax import Syntax


@dataclass(frozen=True)
class Insertion:
    """The condition under which objects of a class of the program are created, and nowhere else."""

    place: Place
    cls: str


def insertion_for(condition: Condition, files: Iterable[str], sources: SourceFiles) -> Insertion | None:
    """The one condition under which the program creates what the other condition looks for by its name or class."""
    known = sorted(files)
    if not condition.meeting:
        return None
    classes = [c for file in known for c in sources.syntax(file).of(ast.ClassDef) if _is_wanted(c, condition.test)]
    if len(classes) != 1:
        return None
    found = {place for file in known for place in _conditions_around_calls(classes[0].name, file, known, sources)}
    place = found.pop() if len(found) == 1 else None
    return Insertion(place, classes[0].name) if place is not None else None


def _is_wanted(cls: ast.ClassDef, test: ast.expr) -> bool:
    """Does the test name the class, or an attribute that its objects get?"""
    inside = list(ast.walk(test))
    if any(isinstance(n, ast.Name) and n.id == cls.name for n in inside):
        return True
    texts = {n.value.strip(".") for n in inside if isinstance(n, ast.Constant) and isinstance(n.value, str)} - {""}
    return any(text in name for text in texts for name in _attributes(cls))


def _attributes(cls: ast.ClassDef) -> Iterator[str]:
    """The names that its methods assign on the object itself."""
    for node in ast.walk(cls):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self":
            yield node.attr


def _conditions_around_calls(cls: str, file: str, files: list[str], sources: SourceFiles) -> Iterator[Place | None]:
    """The innermost `if` around each call that creates an object of the class; None where there is no such."""
    syntax = sources.syntax(file)
    for call in syntax.calls.get(cls, ()):
        yield _condition_around(call, file, syntax, sources) if _may_run(call, syntax, files, sources) else None


def _condition_around(call: ast.Call, file: str, syntax: Syntax, sources: SourceFiles) -> Place | None:
    inner: ast.AST = call
    for outer in syntax.above(call):
        if isinstance(outer, FUNCTIONS):
            return None
        if isinstance(outer, ast.If) and inner in outer.body:
            function = function_around(call, syntax)
            return place_of_node(file, outer.test, function.name if function is not None else "<module>", sources)
        inner = outer
    return None


def _may_run(call: ast.Call, syntax: Syntax, files: list[str], sources: SourceFiles) -> bool:
    """Is it outside of all functions, or in one that the program calls somewhere?"""
    function = function_around(call, syntax)
    return function is None or any(function.name in sources.syntax(file).calls for file in files)
