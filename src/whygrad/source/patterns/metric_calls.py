"""Where else the program's text calls a function, or an object of the class whose `__call__` it is."""

from __future__ import annotations

import ast
from collections.abc import Collection

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import place_of_node

TRAINING = ("backward", "step")
OF_OBJECTS = ("__call__", "forward")


def other_calls(inside: Place, call: Place, files: Collection[str], sources: SourceFiles) -> list[Place]:
    """The calls of the function around `inside`, without the one at `call`; of an object, by the names it is given.

    A property is called where it is read. Nothing of a function that runs a backward pass or steps an optimizer: it
    trains, and measures nothing.
    """
    syntax = sources.syntax(inside.file)
    function = max(syntax.around(inside.line).of(ast.FunctionDef), key=lambda f: f.lineno, default=None)
    calls = syntax.within(function).of(ast.Call) if function is not None else ()
    if any(isinstance(c.func, ast.Attribute) and c.func.attr in TRAINING for c in calls):
        return []
    owner, _, name = inside.function.rpartition(".")
    owner = owner.rpartition(".")[2]
    if function is not None and any(ast.unparse(d) == "property" for d in function.decorator_list):
        found = _reads(owner, name, files, sources)
    else:
        names = {name} if name not in OF_OBJECTS else _objects_of(owner, files, sources)
        found = [
            place_of_node(file, node, "", sources)
            for file in files
            for called in names
            for node in sources.syntax(file).calls.get(called, ())
        ]
    return [place for place in found if (place.file, place.line) != (call.file, call.line)]


def _reads(owner: str, attribute: str, files: Collection[str], sources: SourceFiles) -> list[Place]:
    """Where an attribute is read that may be the class's own: not that of a `self` of another class."""
    classes, found = _derived_from(owner, files, sources), []
    for file in files:
        syntax = sources.syntax(file)
        for node in syntax.of(ast.Attribute):
            if node.attr != attribute or not isinstance(node.ctx, ast.Load):
                continue
            around = next((n.name for n in syntax.above(node) if isinstance(n, ast.ClassDef)), "")
            if around in classes or ast.unparse(node.value) != "self":
                found.append(place_of_node(file, node, "", sources))
    return found


def _derived_from(cls: str, files: Collection[str], sources: SourceFiles) -> set[str]:
    """The class, and those that are derived from it."""
    classes = {cls}
    for _ in range(3):
        for file in files:
            for node in sources.syntax(file).of(ast.ClassDef):
                if classes & {ast.unparse(base).rpartition(".")[2] for base in node.bases}:
                    classes.add(node.name)
    return classes


def _objects_of(cls: str, files: Collection[str], sources: SourceFiles) -> set[str]:
    """The variables and attributes that hold an object of the class, or of one derived from it."""
    classes, held = _derived_from(cls, files, sources), set()
    for file in files:
        for statement in sources.syntax(file).of(ast.Assign):
            made = statement.value
            if isinstance(made, ast.Call) and ast.unparse(made.func).rpartition(".")[2] in classes:
                held |= {ast.unparse(target).rpartition(".")[2] for target in statement.targets}
    return held
