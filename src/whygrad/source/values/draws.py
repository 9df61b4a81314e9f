"""Where a value that the text decides by was drawn at random, by something that torch does not set back."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.scopes import NAMED_FUNCTIONS
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import Syntax, last_line

MODULES = ("random", "numpy.random", "secrets", "time", "uuid")  # their calls give another value each time
FREE = ("os.urandom",)
MOST = 64  # expressions of one search


def drawn_behind(place: Place, sources: SourceFiles) -> Place | None:
    """The nearest call that draws what the expression at the place is computed from, in the same file."""
    syntax, start = sources.syntax(place.file), node_at(place, sources)
    if start is None:
        return None
    known: list[ast.AST] = [start]
    for node in known:  # grows while it is walked
        for call in (n for n in ast.walk(node) if isinstance(n, ast.Call)):
            if _draws(call, syntax):
                return place_of_node(place.file, call, _function_around(syntax, call), sources)
        if len(known) < MOST:
            known += [value for value in _behind(node, syntax) if value not in known]
    return None


def drawn_in_function(place: Place, sources: SourceFiles) -> Place | None:
    """The first call that draws what a test or a loop of the function around the place decides by."""
    syntax = sources.syntax(place.file)
    for function in syntax.around(place.line).of(*NAMED_FUNCTIONS)[-1:]:
        for node in syntax.within(function).of(ast.If, ast.IfExp, ast.While, ast.For):
            test = node.iter if isinstance(node, ast.For) else node.test
            drawn = drawn_behind(place_of_node(place.file, test, place.function, sources), sources)
            if drawn is not None:
                return drawn
    return None


def _behind(node: ast.AST, syntax: Syntax) -> Iterator[ast.AST]:
    """What the names in an expression were bound to in its function, and what the functions return that it calls."""
    around = next((a for a in syntax.above(node) if isinstance(a, NAMED_FUNCTIONS)), syntax.tree)
    lines = syntax.within(around)
    for name in (n for n in ast.walk(node) if isinstance(n, ast.Name | ast.Attribute)):
        text = ast.unparse(name)
        for statement in reversed(lines.of(ast.Assign)):
            if statement.lineno <= getattr(node, "lineno", 0) and _binds(statement.targets, text):
                yield statement.value
        for loop in lines.of(ast.For):
            if loop.lineno <= getattr(node, "lineno", 0) <= last_line(loop) and _binds([loop.target], text):
                yield loop.iter
    for call in (n for n in ast.walk(node) if isinstance(n, ast.Call)):
        for function in syntax.functions.get(ast.unparse(call.func).rpartition(".")[2], ())[:2]:
            yield from (r.value for r in syntax.within(function).of(ast.Return) if r.value is not None)


def _binds(targets: list[ast.expr], text: str) -> bool:
    parts = [part for target in targets for part in (target.elts if isinstance(target, ast.Tuple) else [target])]
    return any(ast.unparse(part) == text for part in parts)


def _draws(call: ast.Call, syntax: Syntax) -> bool:
    """Does the call draw from a generator that is not torch's default one?"""
    if any(k.arg == "generator" and not isinstance(k.value, ast.Constant) for k in call.keywords):
        return True
    full = full_name(ast.unparse(call.func), syntax)
    if full in FREE or full.startswith(tuple(f"{module}." for module in MODULES)):
        return True
    owner = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    made = [s.value for s in syntax.assigned.get(owner, ()) if isinstance(s.value, ast.Call)]
    return any(full_name(ast.unparse(value.func), syntax).startswith(("random.", "numpy.random.")) for value in made)


def full_name(text: str, syntax: Syntax) -> str:
    """`np.random.rand` as `numpy.random.rand`, by the imports of the file."""
    first, dot, rest = text.partition(".")
    for statement in syntax.of(ast.Import, ast.ImportFrom):
        module = f"{statement.module}." if isinstance(statement, ast.ImportFrom) and statement.module else ""
        for alias in statement.names:
            if (alias.asname or alias.name) == first:
                return f"{module}{alias.name}{dot}{rest}"
    return text


def _function_around(syntax: Syntax, node: ast.AST) -> str:
    return next((a.name for a in syntax.above(node) if isinstance(a, NAMED_FUNCTIONS)), "<module>")
