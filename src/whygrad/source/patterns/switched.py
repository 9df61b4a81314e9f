"""Where the program's text sets a switch on modules from outside, and functions that do nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import place_of_node

MODES = ("eval", "train")


def _is_of_self(target: ast.Attribute) -> bool:
    return isinstance(target.value, ast.Name) and target.value.id == "self"


def switched_on(attribute: str, files: Iterable[str], sources: SourceFiles) -> list[Place]:
    """The statements that set this attribute of some object to True: `module.inplace = True`, by `setattr` too.

    And those that put it among the options of an object, which its constructor is given: `options["inplace"] = …`.
    """
    found = []
    for file in files:
        syntax = sources.syntax(file)
        for statement in syntax.of(ast.Assign):
            held = [t for t in statement.targets if isinstance(t, ast.Attribute) and t.attr == attribute]
            keys = [t.slice for t in statement.targets if isinstance(t, ast.Subscript)]
            listed = any(isinstance(key, ast.Constant) and key.value == attribute for key in keys)
            if (held and not _is_of_self(held[0]) and _is_true(statement.value)) or (
                listed and not _is_false(statement.value)
            ):
                found.append(place_of_node(file, statement, "", sources))
        for call in syntax.of(ast.Call):
            if isinstance(call.func, ast.Name) and call.func.id == "setattr" and len(call.args) == 3:
                name, value = call.args[1:]
                if isinstance(name, ast.Constant) and name.value == attribute and _is_true(value):
                    found.append(place_of_node(file, call, "", sources))
            elif isinstance(call.func, ast.Attribute) and call.func.attr == "setdefault" and len(call.args) == 2:
                name, value = call.args
                if isinstance(name, ast.Constant) and name.value == attribute and not _is_false(value):
                    found.append(place_of_node(file, call, "", sources))
    return found


def _is_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def call_of_switch(chain: Chain, sources: SourceFiles) -> Chain:
    """The chain up to the call of a function that does nothing but switch modes: that function is right as it is."""
    while len(chain) > 1 and _only_switches(chain[-1], sources):
        chain = chain[:-1]
    return chain


def _only_switches(place: Place, sources: SourceFiles) -> bool:
    around = sources.syntax(place.file).around(place.line).of(ast.FunctionDef)
    function = max(around, key=lambda f: f.lineno, default=None)
    return function is not None and all(map(_is_switch, function.body))


def _is_switch(statement: ast.stmt) -> bool:
    """Does it switch modes, note so in a flag, or say what it does? A loop or a condition may stand around it.

    A context manager notes the mode before, and yields.
    """
    if isinstance(statement, ast.For | ast.If):
        return all(map(_is_switch, (*statement.body, *statement.orelse)))
    if isinstance(statement, ast.Try):
        return all(map(_is_switch, (*statement.body, *statement.finalbody))) and not statement.handlers
    if isinstance(statement, ast.Assign):
        noted = statement.value
        return isinstance(noted, ast.Constant) or (isinstance(noted, ast.Attribute) and noted.attr == "training")
    value = statement.value if isinstance(statement, ast.Expr | ast.Return) else None
    if isinstance(value, ast.Yield):
        return value.value is None or isinstance(value.value, ast.Name)
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Attribute) and value.func.attr in MODES
    return isinstance(value, ast.Constant) or isinstance(statement, ast.Pass)
