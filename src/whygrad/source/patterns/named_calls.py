"""Calls, decorators and results of functions, found in the program's files by name alone."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import node_at, place_of_node


def calls_named(names: Iterable[str], files: Iterable[str], sources: SourceFiles) -> list[Place]:
    """Where something of one of these dotted names, or ending in one that starts with a dot, is called or decorates."""
    wanted = tuple(names)
    found = []
    for file in files:
        for node in sources.syntax(file).of(ast.Call, ast.FunctionDef):
            called = [node.func] if isinstance(node, ast.Call) else [d for d in node.decorator_list]
            for each in called:
                if not isinstance(each, ast.Call) and _is_named(ast.unparse(each), wanted):
                    found.append(place_of_node(file, node if isinstance(node, ast.Call) else each, "", sources))
    return found


def _is_named(text: str, names: tuple[str, ...]) -> bool:
    return any(text.endswith(name) if name.startswith(".") else text == name for name in names)


def only_line(places: list[Place]) -> Place | None:
    """The last of them where all lie on one line."""
    return places[-1] if len({(p.file, p.line) for p in places}) == 1 else None


def result_of_argument(
    place: Place, callers: Iterable[str], files: Iterable[str], sources: SourceFiles
) -> Place | None:
    """The one `return` of the function whose name a call at the place is given: `f` of `vmap(grad(f))(x)`."""
    around, wanted = node_at(place, sources), tuple(callers)
    calls = [c for c in ast.walk(around) if isinstance(c, ast.Call)] if around is not None else []
    named = [c.args[0].id for c in calls if c.args and isinstance(c.args[0], ast.Name) and _last(c) in wanted]
    returned = [
        place_of_node(file, found, function.name, sources)
        for file in files
        for function in sources.syntax(file).of(ast.FunctionDef)
        if function.name in named
        for found in ast.walk(function)
        if isinstance(found, ast.Return) and found.value is not None
    ]
    return only_line(returned)


def _last(call: ast.Call) -> str:
    return ast.unparse(call.func).rpartition(".")[2]
