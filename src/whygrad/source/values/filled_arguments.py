"""Where a function adds to, or takes from, a container that it was given, and whether it reads what is in it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import Function, function_at
from whygrad.source.patterns.divergence import MUTATING, SHOWING
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import Syntax

DEEP = 4  # calls that hand the container on, one after the other
MAKING = (ast.Assign, ast.AugAssign, ast.Delete)


@dataclass(frozen=True)
class Filled:
    """What a function, and those that it hands the argument on to, do with it."""

    changes: tuple[Place, ...]
    is_read: bool  # also for something else than to change it: then what is in it may decide


@dataclass(frozen=True)
class _Holder:
    """A function that has the container, and the name by which it has it."""

    file: str
    function: Function
    name: str
    given_by: ast.Call | None = None  # None for the first


def filled_argument(number: int, frames: Chain, files: Iterable[str], sources: SourceFiles) -> Filled | None:
    """What becomes of an argument by its position, from the function at the first of the frames on.

    It is followed along the frames, which were seen, and into functions of the files that are called by their names.
    None where its name is not known.
    """
    function = function_at(frames[0], sources) if frames else None
    name = _parameter(sources.syntax(frames[0].file), function, number) if function is not None else ""
    if function is None or not name:
        return None
    holders = [_Holder(frames[0].file, function, name)]
    for called, inner in pairwise(frames):
        holders += _handed_on(holders[-1], called, inner, sources)
    for holder in holders:  # grows while it is walked
        if len(holders) <= DEEP:
            holders += [other for other in _called_by_name(holder, files, sources) if other not in holders]
    changes = tuple(place for holder in holders for place in _changes(holder, sources))
    handing = {holder.given_by for holder in holders}
    return Filled(changes, any(_is_read(holder, handing, sources) for holder in holders))


def _parameter(syntax: Syntax, function: Function, number: int) -> str:
    """The parameter at a position, where a method is called on its object."""
    given = [*function.args.posonlyargs, *function.args.args]
    decorators = [] if isinstance(function, ast.Lambda) else [ast.unparse(d) for d in function.decorator_list]
    if isinstance(syntax.parent[function], ast.ClassDef) and "staticmethod" not in decorators:
        given = given[1:]
    return given[number].arg if number < len(given) else ""


def _handed_on(holder: _Holder, called: Place, inner: Place, sources: SourceFiles) -> list[_Holder]:
    """The function at the inner frame, where the call at the outer one passes the container to it."""
    call, function = node_at(called, sources), function_at(inner, sources)
    if not isinstance(call, ast.Call) or function is None or function_at(called, sources) is not holder.function:
        return []
    name = _name_in(call, holder.name, function, sources.syntax(inner.file))
    return [_Holder(inner.file, function, name, call)] if name else []


def _name_in(call: ast.Call, name: str, function: Function, syntax: Syntax) -> str:
    """What the called function calls the value that is passed to it by this name."""
    for number, value in enumerate(call.args):
        if isinstance(value, ast.Name) and value.id == name:
            return _parameter(syntax, function, number)
    named = [k.arg for k in call.keywords if isinstance(k.value, ast.Name) and k.value.id == name]
    return named[0] or "" if named else ""


def _called_by_name(holder: _Holder, files: Iterable[str], sources: SourceFiles) -> Iterator[_Holder]:
    """The functions that are passed the container by a call of their own name, where only one has it."""
    for call in sources.syntax(holder.file).within(holder.function).of(ast.Call):
        called = ast.unparse(call.func).rpartition(".")[2]
        known = [(file, f) for file in files for f in sources.syntax(file).functions.get(called, ())]
        for file, function in known if len(known) == 1 else ():
            if name := _name_in(call, holder.name, function, sources.syntax(file)):
                yield _Holder(file, function, name, call)


def _changes(holder: _Holder, sources: SourceFiles) -> list[Place]:
    """The statements that put something into the container or take something out, in the order of the text."""
    inside = sources.syntax(holder.file).within(holder.function)
    statements: list[ast.expr | ast.stmt] = [s for s in inside.of(*MAKING) if _writes(s, holder.name)]
    statements += [c for c in inside.of(ast.Call) if _mutates(c, holder.name)]
    name = getattr(holder.function, "name", "<lambda>")
    ordered = sorted(statements, key=lambda node: (node.lineno, node.col_offset))
    return [place_of_node(holder.file, node, name, sources) for node in ordered]


def _writes(statement: ast.stmt, name: str) -> bool:
    """`held[key] = x`, `held[key] += x`, `del held[key]`, `held += [x]`."""
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        return statement.target.id == name
    targets = statement.targets if isinstance(statement, (ast.Assign, ast.Delete)) else []
    every = [*targets, *([statement.target] if isinstance(statement, ast.AugAssign) else [])]
    entries = (n for target in every for n in ast.walk(target) if isinstance(n, ast.Subscript))
    return any(isinstance(n.value, ast.Name) and n.value.id == name for n in entries)


def _mutates(call: ast.Call, name: str) -> bool:
    method = call.func
    on_it = isinstance(method, ast.Attribute) and isinstance(method.value, ast.Name) and method.value.id == name
    return on_it and isinstance(method, ast.Attribute) and method.attr in MUTATING


def _is_read(holder: _Holder, handing: Collection[ast.Call | None], sources: SourceFiles) -> bool:
    """Is what the container holds used: an entry, its length, whether a key is in it, or what is taken out?"""
    syntax = sources.syntax(holder.file)
    return any(
        isinstance(node.ctx, ast.Load) and node.id == holder.name and _uses(node, handing, syntax)
        for node in syntax.within(holder.function).of(ast.Name)
    )


def _uses(node: ast.Name, handing: Collection[ast.Call | None], syntax: Syntax) -> bool:
    around = syntax.parent[node]
    if isinstance(around, ast.Compare):
        return not any(isinstance(op, (ast.Is, ast.IsNot)) for op in around.ops)  # `held is None` asks nothing of it
    if isinstance(around, ast.Subscript):
        return isinstance(around.ctx, ast.Load)
    if isinstance(around, ast.Attribute):
        return not isinstance(syntax.parent[syntax.parent[around]], ast.Expr)  # what `held.append(x)` returns
    call = syntax.parent[around] if isinstance(around, ast.keyword) else around
    if isinstance(call, ast.Call):
        return call not in handing and ast.unparse(call.func).rpartition(".")[2] not in SHOWING
    return not isinstance(around, ast.Return)
