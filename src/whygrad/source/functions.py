"""Custom Functions in the program's text: their definition, what they save and what they return."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import place_of_node


def function_at(file: str, line: int, sources: SourceFiles) -> ast.FunctionDef | None:
    """The function definition whose first line (decorators count) is `line`."""
    tree = sources.tree(file)
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.FunctionDef) and min([node.lineno, *(d.lineno for d in node.decorator_list)]) == line:
            return node
    return None


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
