"""From a code object and an instruction to the exact expression in the text."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection
from dataclasses import replace
from types import CodeType

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.syntax import characters, first_line, last_line
from whygrad.source.texts_of_code import standing_of


def place_of(code: CodeType, instruction: int, sources: SourceFiles) -> Place:
    """The expression that `code` was evaluating at byte offset `instruction`; the whole line before Python 3.11."""
    line, end_line, column, end_column = sources.positions(code).at(instruction)
    (file, before), name = standing_of(code), getattr(code, "co_qualname", code.co_name)
    line = (line or code.co_firstlineno) + before
    end_line = end_line + before if end_line else end_line
    if column is None or end_column is None or not end_line:
        return Place(file, line, 0, line, 0, name)
    start = characters(sources.line(file, line), column)
    end = characters(sources.line(file, end_line), end_column)
    return Place(file, line, start + 1, end_line, end + 1, name)


def place_of_node(file: str, node: ast.expr | ast.stmt, function: str, sources: SourceFiles) -> Place:
    """The place of a node of the file's syntax tree."""
    end_line = last_line(node)
    return Place(
        file,
        node.lineno,
        characters(sources.line(file, node.lineno), node.col_offset) + 1,
        end_line,
        characters(sources.line(file, end_line), node.end_col_offset or 0) + 1,
        function,
    )


def decorator_place(code: CodeType, words: Collection[str], sources: SourceFiles) -> Place:
    """The decorator of `code`'s function that mentions one of `words`, else the function's first line."""
    (file, before), name = standing_of(code), getattr(code, "co_qualname", code.co_name)
    first = code.co_firstlineno + before
    around = sources.syntax(file).around(first, decorators=True)
    for node in around.of(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef):
        if node.decorator_list and first_line(node) == first:
            for decorator in node.decorator_list:
                if any(word in ast.unparse(decorator) for word in words):
                    return place_of_node(file, decorator, name, sources)
    return Place(file, first, 0, first, 0, name)


def node_at(place: Place, sources: SourceFiles) -> ast.expr | None:
    """The expression of the syntax tree that stands exactly at `place`."""
    return sources.syntax(place.file).at(place) if place.column else None


def acting_part(place: Place, sources: SourceFiles) -> Place:
    """The smallest span that shows the act: `.detach()` of `(h * scale).detach()`; `torch.tensor(h)` stays whole.

    Of a `with` statement it is the context manager that switches gradients.
    """
    node = node_at(place, sources)
    if node is None:
        # CPython starts the span of a chained call on a line of its own at the name, behind the dot.
        if place.column > 1 and sources.line(place.file, place.line)[place.column - 2 : place.column - 1] == ".":
            return replace(place, column=place.column - 1)
        return _context_manager(place, sources)
    target = node.func if isinstance(node, ast.Call) else node
    if not isinstance(target, ast.Attribute) or _is_module(target.value, place.file, sources):
        return place
    value = target.value
    end = place_of_node(place.file, value, place.function, sources)
    line, column = end.end_line, end.end_column
    while line <= place.end_line:
        dot = sources.line(place.file, line).find(".", column - 1)
        if dot >= 0:
            return Place(place.file, line, dot + 1, place.end_line, place.end_column, place.function)
        line, column = line + 1, 1
    return place


def _context_manager(place: Place, sources: SourceFiles) -> Place:
    around = sources.syntax(place.file).around(place.line)
    for node in around.of(ast.With, ast.AsyncWith) if place.column else ():
        if node.lineno == place.line:
            items = [item.context_expr for item in node.items]
            switching = [e for e in items if any(w in ast.unparse(e) for w in ("grad", "inference"))]
            return place_of_node(place.file, (switching or items)[0], place.function, sources)
    return place


def _is_module(node: ast.expr, file: str, sources: SourceFiles) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id in sources.syntax(file).imported


def assigned_names(place: Place, sources: SourceFiles) -> list[str]:
    """The plain names that the statement around `place` assigns."""
    best: ast.Assign | ast.AnnAssign | ast.AugAssign | None = None
    for node in sources.syntax(place.file).around(place.line).of(ast.Assign, ast.AnnAssign, ast.AugAssign):
        if place.end_line <= last_line(node) and (best is None or node.lineno >= best.lineno):
            best = node
    if best is None or best.value is None:
        return []
    # Only what is assigned as it is has the name: in `loss = model(x).sum()` the model's output has not.
    if place.column and place_of_node(place.file, best.value, place.function, sources) != place:
        return []
    targets = best.targets if isinstance(best, ast.Assign) else [best.target]
    return [ast.unparse(t) for t in targets if isinstance(t, (ast.Name, ast.Attribute))]


def assigned_values(place: Place, name: str, sources: SourceFiles) -> list[Place]:
    """The expressions that are assigned to `name` in the file, the nearest before `place` first."""
    assigned = sources.syntax(place.file).assigned.get(name, ())
    found = [node.value for node in assigned if node.lineno <= place.line]
    found.sort(key=lambda value: -value.lineno)
    return [place_of_node(place.file, value, place.function, sources) for value in found]


def returned_values(call: Place, sources: SourceFiles) -> list[Place]:
    """What the function that is called at the place returns, where it is defined in the same file."""
    node, syntax = node_at(call, sources), sources.syntax(call.file)
    if not isinstance(node, ast.Call):
        return []
    name = ast.unparse(node.func).rpartition(".")[2]
    return [
        place_of_node(call.file, statement.value, name, sources)
        for function in syntax.functions.get(name, ())
        for statement in syntax.within(function).of(ast.Return)
        if statement.value is not None
    ]


def stored_value(place: Place, sources: SourceFiles) -> Place:
    """For the target of an assignment the expression that is assigned; any other place as it is."""
    node = node_at(place, sources)
    if not isinstance(node, (ast.Subscript, ast.Attribute)) or not isinstance(node.ctx, ast.Store):
        return place
    statement = sources.syntax(place.file).parent[node]
    if isinstance(statement, ast.Assign) and node in statement.targets:
        return place_of_node(place.file, statement.value, place.function, sources)
    return place


def reads_only_parameters(place: Place, sources: SourceFiles) -> bool:
    """Does the expression use nothing of its function but what was passed in? Then the caller chose the value."""
    node = node_at(place, sources)
    around = sources.syntax(place.file).around(place.line).of(ast.FunctionDef)
    if node is None or not around:
        return False
    function = max(around, key=lambda f: f.lineno)
    passed = {a.arg for a in (*function.args.args, *function.args.posonlyargs, *function.args.kwonlyargs)} - {"self"}
    arguments = [*node.args, *(k.value for k in node.keywords)] if isinstance(node, ast.Call) else [node]
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and not _is_module(node.func, place.file, sources)
    ):
        arguments.append(node.func.value)
    names = {n.id for argument in arguments for n in ast.walk(argument) if isinstance(n, ast.Name)}
    names -= set(dir(builtins))
    return bool(names) and names <= passed


def is_returned(place: Place, sources: SourceFiles) -> bool:
    """Does the expression stand in a `return` statement?"""
    returns = sources.syntax(place.file).around(place.line).of(ast.Return)
    return any(place.end_line <= last_line(node) for node in returns)
