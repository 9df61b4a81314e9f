"""Custom Functions in the program's text: their definition, what they save and what they return."""

from __future__ import annotations

import ast
import dataclasses
import re
from collections.abc import Iterable, Iterator
from typing import Any

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import place_of_node


def function_at(file: str, line: int, sources: SourceFiles) -> ast.FunctionDef | None:
    """The function definition whose first line (decorators count) is `line`."""
    tree = sources.tree(file)
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.FunctionDef) and first_line(node) == line:
            return node
    return None


def definition_line(function: ast.FunctionDef, file: str) -> Place:
    """The line `def forward(self, x):` itself."""
    return Place(file, function.lineno, 0, function.lineno, 0, function.name)


def calls_of(function: ast.FunctionDef, method: str, file: str, sources: SourceFiles) -> list[Place]:
    """Where the function calls a method of this name."""
    return [
        place_of_node(file, node, function.name, sources)
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method
    ]


def decorator_of(function: ast.FunctionDef, word: str, file: str, sources: SourceFiles) -> Place | None:
    for decorator in function.decorator_list:
        if word in ast.unparse(decorator):
            return place_of_node(file, decorator, function.name, sources)
    return None


def returned_element(function: ast.FunctionDef, index: int, file: str, sources: SourceFiles) -> Place | None:
    """The expression behind the element that the function returns at `index`: what its name was last assigned."""
    for statement in reversed(list(ast.walk(function))):
        if isinstance(statement, ast.Return) and statement.value is not None:
            value = statement.value
            elements = value.elts if isinstance(value, ast.Tuple) else [value]
            if index < len(elements):
                return place_of_node(file, _behind_name(function, elements[index]), function.name, sources)
            return place_of_node(file, statement, function.name, sources)
    return None


def named_after_another(forward: ast.FunctionDef, backward: ast.FunctionDef, index: int) -> bool:
    """Does the name of the gradient at `index` hold the name of another argument of `forward`, and not its own's?"""
    arguments = [argument.arg for argument in forward.args.args][1:]
    for node in own_nodes(backward):
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and index < len(node.value.elts):
            text = ast.unparse(node.value.elts[index])
            held = {name for name in arguments if re.search(rf"(?<![a-z]){re.escape(name)}(?![a-z])", text)}
            return index < len(arguments) and bool(held) and arguments[index] not in held
    return False


def returned_by_code(file: str, line: int, name: str, sources: SourceFiles) -> list[Place]:
    """What the function (or lambda) that starts at `line` returns, where it returns something."""
    tree = sources.tree(file)
    found: list[Place] = []
    for node in ast.walk(tree) if tree else ():
        if name == "<lambda>" and isinstance(node, ast.Lambda) and node.lineno == line:
            found.append(place_of_node(file, node.body, name, sources))
    function = function_at(file, line, sources) if name != "<lambda>" else None
    for node in own_nodes(function) if function else ():
        if isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
            found.append(place_of_node(file, node.value, name, sources))
    return found


def hooks_in_source(registering: Iterable[str], files: Iterable[str], sources: SourceFiles) -> list[dict[str, Any]]:
    """The functions that the program's text registers as hooks, with the calls that do."""
    found = []
    for file in files:
        tree = sources.tree(file) or ast.Module([], [])
        defined = {n.name: n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or not call.args or not isinstance(call.func, ast.Attribute):
                continue
            hook = call.args[0]
            name = hook.attr if isinstance(hook, ast.Attribute) else getattr(hook, "id", "")
            line = hook.lineno if isinstance(hook, ast.Lambda) else first_line(defined[name]) if name in defined else 0
            if call.func.attr in registering and line:
                place = dataclasses.asdict(place_of_node(file, call, "", sources))
                found.append({"file": file, "line": line, "name": name or "<lambda>", "registered": [place]})
    return found


def first_line(function: ast.FunctionDef) -> int:
    """Where Python says that the function begins: decorators count."""
    return min([function.lineno, *(d.lineno for d in function.decorator_list)])


def own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """What stands in the function itself, in the order of the text, without the functions inside it."""
    stack: list[ast.AST] = list(reversed(function.body))
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            stack += reversed(list(ast.iter_child_nodes(node)))


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _behind_name(function: ast.FunctionDef, element: ast.expr) -> ast.expr | ast.stmt:
    if not isinstance(element, ast.Name):
        return element
    found: list[ast.stmt] = [
        node
        for node in ast.walk(function)
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign))
        and any(
            isinstance(name, ast.Name) and name.id == element.id
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            for name in ast.walk(target)
        )
    ]
    return max(found, key=lambda node: node.lineno) if found else element


def calls_named(name: str, files: Iterable[str], sources: SourceFiles) -> list[Place]:
    """Where the program calls a function of this name, however it is imported."""
    return [
        place_of_node(file, node, "", sources)
        for file in files
        for node in ast.walk(sources.tree(file) or ast.Module([], []))
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == name
    ]
