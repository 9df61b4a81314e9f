"""Where a function writes in place into what it was given, as its text says."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.effects import says_in_place
from whygrad.source.span import place_of_node
from whygrad.source.syntax import first_line

Action = ast.Call | ast.AugAssign | ast.Assign


def writes_to_arguments(file: str, line: int, views: Collection[str], sources: SourceFiles) -> list[Place]:
    """The writes, in the function or lambda that starts at the line, into the memory of its arguments, in order.

    `views` are the methods whose results show the memory of their input.
    """
    syntax = sources.syntax(file)
    for function in syntax.around(line, decorators=True).of(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda):
        if line not in (function.lineno, first_line(function)):
            continue
        part = function.body if isinstance(function, ast.Lambda) else function
        name = "<lambda>" if isinstance(function, ast.Lambda) else function.name
        given = {argument.arg for argument in function.args.args} - {"self", "cls"}
        actions = sorted(syntax.within(part).of(ast.Call, ast.AugAssign, ast.Assign), key=_order)
        imports = [alias for node in syntax.of(ast.Import, ast.ImportFrom) for alias in node.names]
        memory = _Memory(given, views, {alias.asname or alias.name.partition(".")[0] for alias in imports})
        found = [place_of_node(file, node, name, sources) for node in memory.writes_of(actions)]
        if found:
            return found
    return []


def _order(node: Action) -> tuple[int, int, bool]:
    """What is computed comes before what takes its result."""
    return node.end_lineno or node.lineno, node.end_col_offset or 0, not isinstance(node, ast.Call)


class _Memory:
    """The memory that some names hold; a name that gets another value holds it no longer."""

    def __init__(self, names: set[str], views: Collection[str], modules: set[str]) -> None:
        self._names, self._views, self._modules = names, {*views, "T", "mT"}, modules

    def writes_of(self, actions: list[Action]) -> Iterator[Action]:
        for node in actions:
            if self._is_written_by(node):
                yield node
            elif isinstance(node, ast.Assign):
                bound = {target.id for target in node.targets if isinstance(target, ast.Name)}
                self._names = self._names | bound if self._is_shown_by(node.value) else self._names - bound

    def _is_written_by(self, node: Action) -> bool:
        if isinstance(node, ast.AugAssign):
            return self._is_shown_by(node.target)
        if isinstance(node, ast.Assign):
            return any(isinstance(target, ast.Subscript) and self._is_shown_by(target) for target in node.targets)
        said = {k.arg: k.value for k in node.keywords}
        if "out" in said and self._is_shown_by(said["out"]):
            return True
        inplace = said.get("inplace")
        switched = isinstance(inplace, ast.Constant) and inplace.value is True
        if isinstance(node.func, ast.Attribute) and says_in_place(node.func.attr):
            # `torch.relu_(x)` writes into its argument, `kept.copy_(x)` does not.
            of_module = ast.unparse(node.func).partition(".")[0] in self._modules
            return any(map(self._is_shown_by, node.args[:1] if of_module else [node.func.value]))
        return switched and any(map(self._is_shown_by, node.args[:1]))

    def _is_shown_by(self, node: ast.expr) -> bool:
        """Is it the value itself, a part or a view of it, or what a write to it returns?"""
        if isinstance(node, ast.Subscript):
            return self._is_shown_by(node.value)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            same = node.func.attr in self._views or says_in_place(node.func.attr)
            return same and self._is_shown_by(node.func.value)
        if isinstance(node, ast.Attribute):
            return node.attr in self._views and self._is_shown_by(node.value)
        return isinstance(node, ast.Name) and node.id in self._names
