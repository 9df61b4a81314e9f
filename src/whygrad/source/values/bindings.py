"""The bindings of all known files together, and where in them a node stands."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Sequence
from typing import TypeVar

from whygrad.recording import Place
from whygrad.source.syntax import Position, Syntax, characters
from whygrad.source.values.file_bindings import Binding, FileBindings, function_of, home_of

Key = TypeVar("Key")
Value = TypeVar("Value")


class Bindings:
    """The index over some files, in the order in which they became known; it does not change."""

    def __init__(self, files: Sequence[FileBindings]) -> None:
        self.trees = {each.file: each.syntax.tree for each in files}
        self.syntaxes = {each.file: each.syntax for each in files}
        self.files: dict[ast.AST, str] = {each.syntax.tree: each.file for each in files}
        self.parent = _together([each.parent for each in files])
        self.scope = _together([each.scope for each in files])
        self.block = _together([each.block for each in files])
        self.names = _together([each.names for each in files])
        self.declared = _together([each.declared for each in files])
        self.passed = _together([each.passed for each in files])
        self.results = _together([each.results for each in files])
        self.attributes = _listed([each.attributes for each in files])
        self.calls = _listed([each.calls for each in files])
        self.functions = _listed([each.functions for each in files])
        self.classes = _listed([each.classes for each in files])
        self.instances: dict[str, set[str]] = defaultdict(set)
        for each in files:
            for name, texts in each.instances.items():
                self.instances[name] |= texts
        # Answers that many questions share.
        self.owners: dict[str, list[ast.ClassDef]] = {}  # the classes of objects that have a name
        self.families: dict[ast.ClassDef, list[ast.ClassDef]] = {}
        self.reached: dict[tuple[ast.AST, Position], list[Binding]] = {}
        self.places: dict[Binding, Place] = {}

    def module_of(self, node: ast.AST) -> ast.AST:
        scope = self.scope[node]
        while not isinstance(scope, ast.Module):
            scope = self.scope[scope]
        return scope

    def syntax_of(self, node: ast.AST) -> Syntax:
        """The file that a node is of."""
        return self.syntaxes[self.files[self.module_of(node)]]

    def function_of(self, node: ast.AST) -> ast.AST:
        """The function, class body or module whose code the node is part of."""
        return function_of(self.scope, node)

    def class_of(self, function: ast.AST) -> ast.ClassDef | None:
        """The class whose method the function is (or is nested in)."""
        scope = self.scope[function]
        while not isinstance(scope, ast.Module):
            if isinstance(scope, ast.ClassDef):
                return scope
            scope = self.scope[scope]
        return None

    def statement_of(self, node: ast.AST) -> ast.AST:
        while not isinstance(node, ast.stmt | ast.Module):
            node = self.parent[node]
        return node

    def place(self, node: ast.AST, start: Position, end: Position) -> Place:
        """A place with columns in characters from byte positions of the parser."""
        syntax = self.syntax_of(node)
        scope = self.function_of(self.scope[node])
        function = "<lambda>" if isinstance(scope, ast.Lambda) else getattr(scope, "name", "<module>")
        columns = [1 + characters(syntax.line(line), offset) for line, offset in (start, end)]
        return Place(self.files[syntax.tree], start[0], columns[0], end[0], columns[1], function)

    def place_of_binding(self, binding: Binding) -> Place:
        """Where a name, an attribute or an element got its value."""
        if binding not in self.places:
            self.places[binding] = self.place(binding.value or binding.node, binding.start, binding.end)
        return self.places[binding]

    def lookup(self, use: ast.AST, name: str) -> list[Binding]:
        """The bindings of the name in the innermost scope that has one."""
        return self.names.get((home_of(self, self.scope[use], name), name), [])


def _together(parts: Sequence[dict[Key, Value]]) -> dict[Key, Value]:
    """What is keyed by nodes, which no two files share."""
    if len(parts) == 1:
        return parts[0]
    return {key: value for part in parts for key, value in part.items()}


def _listed(parts: Sequence[dict[str, list[Value]]]) -> dict[str, list[Value]]:
    """What is keyed by names, which may be bound in any file."""
    if len(parts) == 1:
        return parts[0]
    found: dict[str, list[Value]] = defaultdict(list)
    for part in parts:
        for name, values in part.items():
            found[name] += values
    return found
