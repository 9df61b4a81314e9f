"""Where two runs of one function went different ways: the test that decided, and what changes a value it reads."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from whygrad.recording import Chain, Place
from whygrad.source.chains import shared_calls
from whygrad.source.files import SourceFiles
from whygrad.source.parsing import parsed
from whygrad.source.patterns.arguments import function_at
from whygrad.source.patterns.effects import says_in_place
from whygrad.source.span import place_of_node
from whygrad.source.syntax import Syntax, names_in

MUTATING = frozenset(
    ("append", "appendleft", "extend", "insert", "add", "update", "setdefault", "pop", "popleft", "popitem", "remove",
     "clear", "discard", "put", "get_nowait")
)  # fmt: skip
SHOWING = ("print", "info", "debug", "warning", "log", "add_scalar", "write", "format")
SWITCHING = {"True": ("train",), "False": ("eval", "train")}  # by the value of `training` afterwards


@dataclass(frozen=True)
class Fork:
    """A test, and whether the first run took the side on which it holds."""

    test: Place
    held_at_first: bool
    loops: bool = False  # it is what a `for` goes through
    tests: bool = False  # the loop has a test inside, which may have decided instead


def fork_between(first: Chain, again: Chain, before: Chain, sources: SourceFiles) -> Fork | None:
    """The innermost test that one of two runs passed on one side and the other run on another side, or not at all."""
    level = shared_calls(first, again)
    here = first[level] if level < len(first) else None
    there = again[level] if level < len(again) else None
    if (here is not None and there is not None) and (here.file, here.function) != (there.file, there.function):
        return None
    if here is None and there is None:
        return None
    other = next((p for p in reversed(before) if (p.file, p.function) == _where(here or there)), None)
    found = _fork(here, there, other, sources)
    for inner in reversed(again[level + 1 :]):  # a function that both called, and that did something in one run only
        found = found or _fork(None, inner, None, sources)
    for inner in reversed(first[level + 1 :]):
        found = found or _fork(inner, None, None, sources)
    return found


def _where(place: Place | None) -> tuple[str, str]:
    return (place.file, place.function) if place else ("", "")


def _fork(here: Place | None, there: Place | None, before: Place | None, sources: SourceFiles) -> Fork | None:
    known = here or there
    if known is None:
        return None
    syntax = sources.syntax(known.file)
    around = [syntax.around(place.line) for place in (here, there) if place is not None]
    # A loop around the definition of a function, as of a lambda, is not run when the function is.
    function = function_at(known, sources)
    every = {node for lines in around for node in lines.of(ast.If, ast.IfExp, ast.While, ast.For)}
    tests = {node for node in every if function is None or syntax.holds(function, node)}
    found, inner = None, False
    for node in sorted(tests, key=syntax.order.__getitem__):  # outer ones come first
        sides = [_side(node, place) for place in (here, there)]
        passed = _side(node, before) == (sides[0] if here is not None else sides[1])  # before they went apart
        if sides[0] == sides[1]:
            continue
        if passed and not isinstance(node, (ast.While, ast.For)):
            inner = True  # in a loop an earlier round may have passed it
            continue
        held = sides[0] == "body" or (sides[0] == "" and sides[1] == "orelse")
        test = node.iter if isinstance(node, ast.For) else node.test
        found = Fork(place_of_node(known.file, test, known.function, sources), held, isinstance(node, ast.For))
        inner = False
    return replace(found, tests=True) if found is not None and found.loops and inner else found


def _side(node: ast.If | ast.IfExp | ast.While | ast.For, place: Place | None) -> str:
    """On which side of a test a place stands."""
    for side in ("body", "orelse"):
        part = getattr(node, side)
        parts = part if isinstance(part, list) else [part]
        if place is not None and any(p.lineno <= place.line <= (p.end_lineno or p.lineno) for p in parts):
            inline = isinstance(node, ast.IfExp) and place.column
            if not inline or any(p.col_offset <= place.column - 1 < (p.end_col_offset or 0) for p in parts):
                return side
    return ""


def changing_statements(name: str, value: str, files: Iterable[str], sources: SourceFiles) -> list[Place]:
    """The statements that change a variable or an attribute of this name; for `training`, those that switch to `value`.

    What a constructor sets is no change.
    """
    found = []
    for file in files:
        for function, node in _statements(sources.syntax(file)):
            changes = _switches(node, value) if name == "training" else _changes(node, name)
            if changes and function != "__init__":
                found.append(place_of_node(file, node, function, sources))
    return found


def renewing_statements(name: str, files: Iterable[str], sources: SourceFiles) -> list[Place]:
    """The statements that write into a tensor of this name, or compute its next value from the one it has."""
    return [
        place_of_node(file, node, function, sources)
        for file in files
        for function, node in _statements(sources.syntax(file))
        if function != "__init__" and _renews(node, name)
    ]


def _renews(node: ast.stmt, name: str) -> bool:
    if isinstance(node, ast.AugAssign):
        return _named(node.target, name)
    if isinstance(node, ast.Assign) and any(_named(target, name) for target in node.targets):
        part = any(isinstance(target, ast.Subscript) for target in node.targets)
        return part or any(isinstance(n, ast.expr) and _named(n, name) for n in ast.walk(node.value))
    if not isinstance(node, (ast.Assign, ast.Expr)):
        return False
    calls = (n.func for n in ast.walk(node.value) if isinstance(n, ast.Call))
    return any(isinstance(f, ast.Attribute) and says_in_place(f.attr) and _named(f.value, name) for f in calls)


def _statements(syntax: Syntax) -> Iterator[tuple[str, ast.stmt]]:
    """Every statement, in the order of the text, with the name of the function around it; a function is its own."""
    for node in syntax.statements:
        around = (node, *syntax.above(node))
        functions = (f.name for f in around if isinstance(f, (ast.FunctionDef, ast.AsyncFunctionDef)))
        yield next(functions, "<module>"), node


def _changes(node: ast.stmt, name: str) -> bool:
    if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        flat = [t for target in targets for t in (target.elts if isinstance(target, ast.Tuple) else [target])]
        if any(_named(target, name) for target in flat):
            return True
    if isinstance(node, (ast.If, ast.For, ast.While, ast.With, ast.FunctionDef, ast.ClassDef, ast.Try)):
        return False
    return any(
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in MUTATING
        and _named(call.func.value, name)
        for call in ast.walk(node)
    )


def _named(node: ast.expr, name: str) -> bool:
    """Is this the variable or attribute, or an entry of it?"""
    while isinstance(node, ast.Subscript) or (isinstance(node, ast.Attribute) and node.attr == "data" != name):
        node = node.value
    return (isinstance(node, ast.Attribute) and node.attr == name) or (isinstance(node, ast.Name) and node.id == name)


def _switches(node: ast.stmt, value: str) -> bool:
    if isinstance(node, ast.Assign):
        return any(_named(target, "training") for target in node.targets)
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    if call.func.attr not in SWITCHING.get(value, ()):
        return False
    off = bool(call.args) and isinstance(call.args[0], ast.Constant) and call.args[0].value is False
    return call.func.attr == "eval" or (off if value == "False" else not off)


def is_read(name: str, files: Iterable[str], sources: SourceFiles, besides: Iterable[Place] = ()) -> bool:
    """Does the program's text use the value of a variable or an attribute of this name, but for showing it?

    What stands in one of the places `besides` does not count.
    """
    left_out = {(place.file, line) for place in besides for line in range(place.line, place.end_line + 1)}
    for file in files:
        syntax = sources.syntax(file)
        shown = {call for word in SHOWING for call in syntax.calls.get(word, ())}
        for node in syntax.of(ast.Name, ast.Attribute):
            counts = isinstance(node.ctx, ast.Load) and (file, node.lineno) not in left_out
            if counts and _named(node, name) and shown.isdisjoint(syntax.above(node)):
                return True
    return name == "training"


def words_in(place: Place, sources: SourceFiles) -> set[str]:
    """The names and attributes in an expression."""
    try:
        tree = parsed(sources.segment(place).strip(), mode="eval")
    except SyntaxError:
        return set()
    names = names_in(tree)
    return names | {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}


def calls_before(place: Place, pattern: re.Pattern[str], sources: SourceFiles) -> list[Place]:
    """The calls of this text up to the place, in the function in which it stands, the nearest last."""
    syntax = sources.syntax(place.file)
    functions = syntax.around(place.line).of(ast.FunctionDef, ast.AsyncFunctionDef)
    for function in functions[-1:]:
        calls = [n for n in syntax.within(function).of(ast.Call) if n.lineno <= place.line]
        found = [n for n in calls if pattern.search(ast.unparse(n))]
        found.sort(key=lambda n: n.lineno)
        return [place_of_node(place.file, n, place.function, sources) for n in found]
    return []
