"""Values that a function keeps for its later calls: `if self.x is None: self.x = f()`, or a decorator that caches."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.stores import added_to
from whygrad.source.scopes import Function
from whygrad.source.span import place_of_node
from whygrad.source.syntax import Syntax

Holding = ast.Assign | ast.AnnAssign | ast.Expr
TESTS = (ast.If, ast.IfExp, ast.While, ast.Try)


@dataclass(frozen=True)
class Keep:
    """A statement, or a decorator, that keeps a value beyond the call that computes it."""

    place: Place
    holder: str  # `self._x`, or the function that a decorator caches
    asks_first: bool  # the function computes the value only where it is not yet there


def keep_of(place: Place, sources: SourceFiles) -> Keep | None:
    """How the function at the place keeps what is computed there; None where it does not, or is a constructor."""
    syntax = sources.syntax(place.file)
    functions = syntax.around(place.line).of(ast.FunctionDef, ast.AsyncFunctionDef)
    if not functions or functions[-1].name == "__init__":
        return None
    function = functions[-1]
    for decorator in function.decorator_list:
        if "cache" in ast.unparse(decorator):
            return Keep(place_of_node(place.file, decorator, place.function, sources), function.name, True)
    for statement in _holding(syntax, function, place.line):
        for holder in _holders(statement):
            if not _is_local(holder, syntax, function):
                held = place_of_node(place.file, statement, place.function, sources)
                return Keep(held, ast.unparse(holder), _asks_for(holder, syntax, function))
    return None


def _holding(syntax: Syntax, function: Function, line: int) -> Iterator[Holding]:
    """The statement of the line, and those after it that take what it assigns to a variable just as it is."""
    statement = syntax.smallest_statement(line)
    if not isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Expr)):
        return
    yield statement
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    names = {part.id for target in targets for part in _flat(target) if isinstance(part, ast.Name)}
    for later in syntax.within(function).of(ast.Assign, ast.Expr):
        if later.lineno > line and names & {n.id for n in _values(later.value) if isinstance(n, ast.Name)}:
            yield later


def _flat(target: ast.expr) -> list[ast.expr]:
    return target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]


def _values(value: ast.expr) -> list[ast.expr]:
    """What a statement takes as it is: a value, the parts of a tuple or dictionary, the arguments of a call."""
    if isinstance(value, (ast.Tuple, ast.List)):
        return value.elts
    if isinstance(value, ast.Dict):
        return value.values
    return value.args if isinstance(value, ast.Call) else [value]


def _holders(statement: Holding) -> list[ast.expr]:
    """The attributes and containers that a statement puts a value into."""
    if isinstance(statement, ast.Expr):
        container = added_to(statement.value)
        return [container] if container is not None else []
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    flat = [part for target in targets for part in _flat(target)]
    return [part.value if isinstance(part, ast.Subscript) else part for part in flat if not isinstance(part, ast.Name)]


def _is_local(holder: ast.expr, syntax: Syntax, function: Function) -> bool:
    """Is it a container that the function has made itself, or was given? That is not kept here."""
    if not isinstance(holder, ast.Name):
        return not isinstance(holder, ast.Attribute)
    arguments = function.args
    given = {a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    stored = {n.id for n in syntax.within(function).of(ast.Name) if isinstance(n.ctx, ast.Store)}
    return holder.id in given | stored


def _asks_for(holder: ast.expr, syntax: Syntax, function: Function) -> bool:
    """Does the function test whether something is held already, by the holder itself or by what it took from it?"""
    text, within = ast.unparse(holder), syntax.within(function)
    taken = {
        ast.unparse(target)
        for statement in within.of(ast.Assign)
        if text in _read(statement.value)
        for target in statement.targets
    }
    return any({text, *taken} & _read(part) for test in within.of(*TESTS) for part in _decides(test))


def _decides(test: ast.AST) -> list[ast.AST]:
    """What decides on which side it goes on: a test, or the body that may raise."""
    if isinstance(test, ast.Try):
        return [*test.body]
    return [test.test] if isinstance(test, (ast.If, ast.IfExp, ast.While)) else []


def _read(node: ast.AST) -> set[str]:
    """The variables and attributes that are read, also by their names: `hasattr(self, "_x")`."""
    found = set()
    for part in ast.walk(node):
        if isinstance(part, (ast.Name, ast.Attribute)) and isinstance(part.ctx, ast.Load):
            found.add(ast.unparse(part))
        if isinstance(part, ast.Call) and len(part.args) > 1 and ast.unparse(part.func) in ("hasattr", "getattr"):
            owner, name = part.args[:2]
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                found.add(f"{ast.unparse(owner)}.{name.value}")
    return found
