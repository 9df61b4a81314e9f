"""Calls of objects that keep something: what their methods change is what they are for, so the call is to blame."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import ITSELF, function_at
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import Syntax

COMPUTING = ("forward", "__call__")  # methods of layers, which are to compute and not to keep
TAKING = frozenset(("pop", "popleft", "popitem", "remove", "discard", "clear", "get_nowait"))  # these keep nothing
Method = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class UseOfKeeper:
    """`cache.update(…)`: the call, its object and its method, as the caller's text has them."""

    call: Place
    keeper: str
    method: str


def call_of_keeper(change: Place, runs: Iterable[Chain], sources: SourceFiles) -> UseOfKeeper | None:
    """The call of the method that a change stands in, out of a function of another class; None where it is none such.

    The runs are the frames from the function on that was run twice. A method that does not compute is in none of them:
    then it is the one call of its name in their functions.
    """
    syntax, method = sources.syntax(change.file), function_at(change, sources)
    if not isinstance(method, Method) or method.name in COMPUTING or not _changes_itself(syntax, method, change):
        return None
    seen, methods = list(runs), _leading_to(syntax, method)
    places = [place for run in seen for place in run]
    calls = [outer for run in seen for outer, inner in pairwise(run) if function_at(inner, sources) in methods]
    calls += [call for place in places for m in methods for call in _calls_near(place, m.name, sources)]
    used = [use for call in dict.fromkeys(calls) for use in _uses_of(call, syntax, methods, sources)]
    return used[0] if len(used) == 1 else None


def is_spared(used: UseOfKeeper, passing: Place, sources: SourceFiles) -> bool:
    """Does a test of the object itself decide whether the method is called, and does the call at `passing` give it?

    Then the function can do without the object, which is an argument of it.
    """
    syntax, call = sources.syntax(used.call.file), node_at(used.call, sources)
    function, given = function_at(used.call, sources), node_at(passing, sources)
    if call is None or not isinstance(function, Method) or not isinstance(given, ast.Call):
        return False
    arguments = (*function.args.args, *function.args.kwonlyargs)
    values = (*given.args[1:], *(keyword.value for keyword in given.keywords))
    if used.keeper not in {a.arg for a in arguments} or used.keeper not in {_last(value) for value in values}:
        return False
    tests = [n for n in syntax.above(call) if isinstance(n, ast.If) and not syntax.holds(n.test, call)]
    in_body = (n.test for n in tests if any(syntax.holds(s, call) for s in n.body))
    return any(_last(part) == used.keeper for test in in_body for part in _conditions(test))


def _conditions(test: ast.expr) -> list[ast.expr]:
    """What must be there: of `cache`, `cache is not None` and several joined by `and`, the values."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return [part for value in test.values for part in _conditions(value)]
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.IsNot):
        return [test.left]
    return [test]


def _last(value: ast.expr) -> str:
    return value.id if isinstance(value, ast.Name) else value.attr if isinstance(value, ast.Attribute) else ""


def _leading_to(syntax: Syntax, method: Method) -> list[Method]:
    """The method, and those of its class that call it."""
    found = [method]
    for known in found:
        calling = (call.func for call in syntax.calls.get(known.name, ()) if isinstance(call.func, ast.Attribute))
        own = (n for n in calling if isinstance(n.value, ast.Name) and n.value.id in ITSELF)
        around = (above for n in own for above in syntax.above(n) if isinstance(above, Method))
        found += [m for m in around if m not in found and syntax.parent[m] is syntax.parent[method]]
    return [m for m in found if m.name not in COMPUTING]


def _changes_itself(syntax: Syntax, method: Method, change: Place) -> bool:
    """Is it a method that puts something into its own object?"""
    first = method.args.args[0].arg if method.args.args else ""
    inside = isinstance(syntax.parent[method], ast.ClassDef) and bool(first)
    lines = range(change.line, change.end_line + 1)
    names = {n.id for n in syntax.within(method).of(ast.Name) if n.lineno in lines}
    called = {n.attr for n in syntax.within(method).of(ast.Attribute) if n.lineno in lines}
    return inside and first in names and TAKING.isdisjoint(called)


def _calls_near(place: Place, name: str, sources: SourceFiles) -> list[Place]:
    """The calls of this name in the function that the place lies in."""
    function = function_at(place, sources)
    calls = sources.syntax(place.file).within(function).of(ast.Call) if function is not None else []
    return [
        place_of_node(place.file, call, place.function, sources)
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr == name
    ]


def _uses_of(call: Place, syntax: Syntax, methods: Collection[Method], sources: SourceFiles) -> Iterator[UseOfKeeper]:
    """The call as one of another object's method; a class may well call its own methods."""
    node, function = node_at(call, sources), function_at(call, sources)
    outer = sources.syntax(call.file).parent[function] if function is not None else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        for method in methods:
            if node.func.attr == method.name and outer is not syntax.parent[method]:
                yield UseOfKeeper(call, ast.unparse(node.func.value), method.name)
