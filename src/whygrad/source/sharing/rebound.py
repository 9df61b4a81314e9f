"""Tensors that the text only gives to names: `for p, w in zip(net.parameters(), weights): p = w` changes no module."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import ITSELF, Function, function_at, positional
from whygrad.source.patterns.dropped import is_dropped
from whygrad.source.selecting import Nodes
from whygrad.source.span import node_at, place_of_node
from whygrad.source.values.steps import last_name

MOST_CALLS = 3  # from function to function
SAME = ("list", "tuple", "dict", "values")  # they hold what they are given
Home = tuple[str, Function | None]  # a function and its file


@dataclass(frozen=True)
class Rebinding:
    """An assignment that gives a tensor to a name, which held something else, and which nobody reads afterwards."""

    chain: Chain
    name: str


@dataclass(frozen=True)
class _Scope:
    """A function that asks for gradients of tensors, or that is handed the tensors, and what they are called there."""

    home: Home
    tensors: set[str]
    end: int | None  # the line of the request: what stands below it comes later
    chain: Chain  # the calls that lead there
    name: str  # of the function


def rebindings(asked: Chain, ran: Iterable[Chain], files: Collection[str], sources: SourceFiles) -> list[Rebinding]:
    """The rebindings of tensors whose gradients a call asks for.

    In the function that asks, and in those that it hands the tensors to; `ran` are calls that were seen.
    """
    place = asked[-1]
    seen = {chain[i]: _home(chain[i + 1], sources) for chain in ran for i in range(len(chain) - 1)}
    tensors = _texts_asked(place, sources)
    scopes = [_Scope(_home(place, sources), tensors, place.line, asked[:-1], place.function)] if tensors else []
    found: list[Rebinding] = []
    for _ in range(MOST_CALLS):
        _follow(scopes, sources)
        found += [each for scope in scopes for each in _in_scope(scope, sources)]
        scopes = [inner for scope in scopes for inner in _handed_on(scope, seen, files, sources)]
    return found


def _home(place: Place, sources: SourceFiles) -> Home:
    return place.file, function_at(place, sources)


def _inside(scope: _Scope, sources: SourceFiles) -> Nodes:
    file, function = scope.home
    syntax = sources.syntax(file)
    return syntax.within(function) if function is not None else syntax


def _texts_asked(place: Place, sources: SourceFiles) -> set[str]:
    """The variables and attributes that a call of `grad` or `backward` is given as inputs."""
    call = node_at(place, sources)
    while isinstance(call, ast.Subscript):
        call = call.value
    if not isinstance(call, ast.Call):
        return set()
    named = [keyword.value for keyword in call.keywords if keyword.arg == "inputs"]
    positional = call.args[1:2] if last_name(call.func) == "grad" else []
    return {text for value in (*named, *positional) for text in _texts(value)}


def _texts(value: ast.AST) -> set[str]:
    """The variables and attributes that an expression reads, without the functions that it calls."""
    called = {id(n.func) for n in ast.walk(value) if isinstance(n, ast.Call)}
    read = (n for n in ast.walk(value) if isinstance(n, ast.Name | ast.Attribute) and id(n) not in called)
    return {ast.unparse(n) for n in read if isinstance(n.ctx, ast.Load)} - set(ITSELF)


def _follow(scopes: Iterable[_Scope], sources: SourceFiles) -> None:
    """Adds what else holds the tensors: `fast = weights`, `for p, w in zip(params, weights)`."""
    for scope in scopes:
        inside, known = _inside(scope, sources), -1
        assigned = [(t, s.value) for s in inside.of(ast.Assign) for t in s.targets if isinstance(t, ast.Name)]
        assigned = [(t, value) for t, value in assigned if not _is_dropped(value, scope, sources)]
        looped = [pair for loop in inside.of(ast.For) for pair in _elements(loop.target, loop.iter)]
        while len(scope.tensors) > known:
            known = len(scope.tensors)
            for target, value in assigned:
                if target.id in scope.tensors:
                    scope.tensors.update(_held(value))
                elif _held(value) & scope.tensors:
                    scope.tensors.add(target.id)
            for bound, source in looped:
                if scope.tensors & _texts(source):
                    scope.tensors.update(n.id for n in ast.walk(bound) if isinstance(n, ast.Name))


def _is_dropped(value: ast.expr, scope: _Scope, sources: SourceFiles) -> bool:
    return is_dropped(place_of_node(scope.home[0], value, scope.name, sources), sources)


def _held(value: ast.expr) -> set[str]:
    """What holds the same tensors: `weights` of `list(weights.values())` and of `weights`."""
    while isinstance(value, ast.Call) and last_name(value.func) in SAME:
        of_method = isinstance(value.func, ast.Attribute) and not value.args
        if not of_method and len(value.args) != 1:
            return set()
        value = value.func.value if isinstance(value.func, ast.Attribute) and of_method else value.args[0]
    return {ast.unparse(value)} if isinstance(value, ast.Name | ast.Attribute) else set()


def _elements(target: ast.expr, source: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Which part of a loop's target gets elements of what: `w` those of `ws` in `for p, w in zip(ps, ws)`."""
    parts = target.elts if isinstance(target, ast.Tuple) else []
    called = last_name(source.func) if isinstance(source, ast.Call) else ""
    if isinstance(source, ast.Call) and called == "zip" and len(parts) == len(source.args):
        for part, value in zip(parts, source.args, strict=True):
            yield from _elements(part, value)
    elif isinstance(source, ast.Call) and called == "enumerate" and len(parts) == 2:
        yield from _elements(parts[1], source.args[0])
    elif isinstance(source, ast.Call) and called == "items" and len(parts) == 2:
        yield parts[1], source.func
    else:
        yield target, source


def _in_scope(scope: _Scope, sources: SourceFiles) -> Iterator[Rebinding]:
    """The assignments of the scope's own text that give a tensor to a name of something else, in vain."""
    file, function = scope.home
    for statement in _inside(scope, sources).of(ast.Assign):
        target = statement.targets[0]
        if len(statement.targets) != 1 or not isinstance(target, ast.Name) or target.id in scope.tensors:
            continue
        place = place_of_node(file, statement, scope.name, sources)
        later = scope.end is not None and statement.lineno > scope.end
        if later or function_at(place, sources) is not function or not _texts(statement.value) & scope.tensors:
            continue
        if _is_dropped(statement.value, scope, sources) and _is_bound_before(target.id, statement, scope, sources):
            yield Rebinding((*scope.chain, place), target.id)


def _is_bound_before(name: str, statement: ast.Assign, scope: _Scope, sources: SourceFiles) -> bool:
    """Does a loop, an argument or another assignment give the name something else first?"""
    function = scope.home[1]
    arguments = (*function.args.args, *function.args.kwonlyargs) if function is not None else ()
    inside = _inside(scope, sources)
    bound = [t for s in inside.of(ast.Assign) if s.lineno < statement.lineno for t in s.targets]
    bound += [loop.target for loop in inside.of(ast.For) if loop.lineno < statement.lineno]
    names = {n.id for target in bound for n in ast.walk(target) if isinstance(n, ast.Name)}
    return name in names or name in {argument.arg for argument in arguments}


def _handed_on(
    scope: _Scope, seen: Mapping[Place, Home], files: Collection[str], sources: SourceFiles
) -> Iterator[_Scope]:
    """The functions that the scope hands the tensors to, or whose object has them, and what they are called there."""
    file = scope.home[0]
    for call in _inside(scope, sources).of(ast.Call):
        if scope.end is not None and call.lineno > scope.end:
            continue
        place = place_of_node(file, call, scope.name, sources)
        if place in seen:
            homes = [seen[place]]
        else:
            name = last_name(call.func)
            homes = [(each, f) for each in files for f in sources.syntax(each).functions.get(name, ())]
        for home in homes:
            tensors = _received(call, home[1], scope.tensors) if home[1] is not None else set()
            if tensors and home != scope.home:
                yield _Scope(home, tensors, None, (*scope.chain, place), getattr(home[1], "name", ""))


def _received(call: ast.Call, function: Function, tensors: set[str]) -> set[str]:
    """The parameters that get the tensors; attributes of the object itself are called the same in its methods."""
    given = [*zip(positional(function), call.args, strict=False), *((k.arg or "", k.value) for k in call.keywords)]
    found = {name for name, value in given if name and _texts(value) & tensors}
    own = isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "self"
    return found | ({text for text in tensors if text.startswith("self.")} if own else set())
