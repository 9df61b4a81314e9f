"""Groups of parameters that the program's text fills for an optimizer, and then uses nowhere."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.scopes import LOOPS
from whygrad.source.span import place_of_node
from whygrad.source.syntax import Syntax
from whygrad.source.values.sorting import (
    ADDING,
    Scope,
    called_method,
    first_names,
    function_name,
    goes_through_model,
    scope_of,
    scopes_behind,
)

KEY = "params"  # of a group, as optimizers read it
GIVING = ("parameters", "named_parameters")
CONTAINERS = ("list", "tuple", "set", "dict", "filter", "chain")
SEES_ALL = ("locals", "vars", "globals", "exec", "eval")  # who calls one of them may use any variable


@dataclass(frozen=True)
class UnusedGroup:
    """A list or a dict of parameters that nothing reads."""

    name: str
    bound: Place  # the statement that gives the name a value
    filled: Place  # the one that puts parameters into it; the same where it is made of them


def unused_groups(made: Place, files: Iterable[str], sources: SourceFiles) -> list[UnusedGroup]:
    """Those of the function that makes the optimizer there, before that, and of those that return what it is given."""
    known, found = tuple(files), []
    for number, (file, scope) in enumerate(scopes_behind(made, known, sources)):
        syntax = sources.syntax(file)
        for name, bound, filled in _Scope(syntax, scope).unused():
            is_after = number == 0 and bound.lineno > made.line
            if not is_after and (scope is not syntax.tree or not _is_read_elsewhere(name, file, known, sources)):
                places = (place_of_node(file, s, function_name(syntax, s), sources) for s in (bound, filled))
                found.append(UnusedGroup(name, *places))
    return found


def _is_read_elsewhere(name: str, file: str, files: Iterable[str], sources: SourceFiles) -> bool:
    """Does another file import the variable of a module, or read it as an attribute?"""
    others = [sources.syntax(other) for other in files if other != file]
    imported = (alias.name for syntax in others for node in syntax.of(ast.ImportFrom) for alias in node.names)
    read = (node.attr for syntax in others for node in syntax.of(ast.Attribute))
    return name in imported or name in read


class _Scope:
    """One function, or a module outside its functions."""

    def __init__(self, syntax: Syntax, scope: Scope) -> None:
        self._syntax, self._scope = syntax, scope
        self._nodes = syntax.within(scope)
        self._names: dict[str, list[ast.Name]] = {}
        for node in self._nodes.of(ast.Name):
            self._names.setdefault(node.id, []).append(node)

    def unused(self) -> Iterator[tuple[str, ast.stmt, ast.stmt]]:
        """The name, the statement that binds it, and the last one that fills it."""
        declared = {name for node in self._nodes.of(ast.Global, ast.Nonlocal) for name in node.names}
        if self._names.keys() & set(SEES_ALL):
            return
        for statement in self._nodes.of(ast.Assign, ast.AnnAssign):
            if scope_of(self._syntax, statement) is not self._scope:
                continue
            for name, value in _bound_by(statement):
                if name not in declared and (filled := self._filled_in_vain(statement, name, value)) is not None:
                    yield name, statement, filled

    def _filled_in_vain(self, statement: ast.stmt, name: str, value: ast.expr) -> ast.stmt | None:
        """The last statement that puts parameters into the value, where nothing else reads it."""
        if not _is_group_or_list(value):
            return None
        filled = statement if self._gives_parameters(value) else None
        for node in self._reached_from(statement, name):
            around = self._syntax.statement_of(node)
            if self._fills(around, node, value):
                filled = around
            elif not _only_writes(around, node) and not _only_tells(around):
                return None
        return filled

    def _reached_from(self, statement: ast.stmt, name: str) -> Iterator[ast.Name]:
        """Where the name may be read with the value of this statement, in the order of the text.

        In a loop that may be above the statement; a function inside may be called at any time.
        """
        extent = self._syntax.extent
        above = (n for n in self._syntax.above(statement) if self._syntax.holds(self._scope, n))
        loops = [n for n in above if isinstance(n, LOOPS)]
        begin, end = extent[loops[-1] if loops else statement][0], self._end_of(statement, name)
        for node in sorted(self._names[name], key=extent.__getitem__):
            is_inner = scope_of(self._syntax, node) is not self._scope
            is_read = isinstance(node.ctx, ast.Load) or isinstance(self._syntax.parent[node], ast.AugAssign)
            if is_read and (is_inner or begin <= extent[node][0] < end):
                yield node

    def _end_of(self, statement: ast.stmt, name: str) -> int:
        """Where the name is surely bound anew: in the block of the statement, or in one around it."""
        extent = self._syntax.extent
        outer = [statement, *self._syntax.above(statement)]
        ends = [
            extent[other][1]  # what it assigns may still read the old value
            for node in self._names[name]
            if isinstance(node.ctx, ast.Store)
            for other in [self._syntax.statement_of(node)]
            if extent[other][0] > extent[statement][0] and isinstance(other, (ast.Assign, ast.AnnAssign))
            if any(other in block for parent in outer[1:] for block in _blocks(parent) if _has_one_of(block, outer))
        ]
        return min(ends, default=extent[self._scope][1])

    def _fills(self, statement: ast.stmt, node: ast.Name, value: ast.expr) -> bool:
        """`group["params"].append(p)`, `head += model.head.parameters()`, `group["params"] = [...]`"""
        if not _only_writes(statement, node):
            return False
        given: list[ast.expr] = []
        if isinstance(statement, (ast.Assign, ast.AugAssign)):
            given = [statement.value]
        elif isinstance(statement, ast.Expr):
            given = _arguments(statement.value)
        if _is_group(value):
            above = self._syntax.parent[node]  # something may be put under another key: a rate
            return isinstance(above, ast.Subscript) and _is_key(above.slice)
        return any(self._gives_parameters(v) or self._is_turn_of_loop(statement, v) for v in given)

    def _is_turn_of_loop(self, statement: ast.stmt, value: ast.expr) -> bool:
        """`p` or `[p]`, of a loop through a model: the last of the variables, beside which the name may stand."""
        for part in value.elts if isinstance(value, (ast.List, ast.Tuple)) else [value]:
            names = first_names(part) if isinstance(part, (ast.Name, ast.Attribute)) else set()
            for loop in self._syntax.above(statement):
                if isinstance(loop, ast.For) and goes_through_model(self._syntax, self._scope, loop.iter):
                    target = loop.target.elts[-1] if isinstance(loop.target, (ast.Tuple, ast.List)) else loop.target
                    if names & first_names(target):
                        return True
        return False

    def _gives_parameters(self, value: ast.expr) -> bool:
        """Is the value made of parameters themselves, not of copies, sizes or names?"""
        if isinstance(value, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            through = any(goes_through_model(self._syntax, self._scope, g.iter) for g in value.generators)
            return through and isinstance(value.elt, (ast.Name, ast.Attribute))
        if isinstance(value, ast.Dict):
            return any(_is_key(k) and self._gives_parameters(v) for k, v in zip(value.keys, value.values, strict=True))
        if isinstance(value, (ast.List, ast.Tuple, ast.Set)):
            return any(self._gives_parameters(v) for v in value.elts)
        if isinstance(value, ast.Starred):
            return self._gives_parameters(value.value)
        if isinstance(value, ast.BinOp):
            return self._gives_parameters(value.left) or self._gives_parameters(value.right)
        if called_method(value) in GIVING:
            return True
        is_container = isinstance(value, ast.Call) and ast.unparse(value.func).rpartition(".")[2] in CONTAINERS
        return is_container and any(self._gives_parameters(v) for v in _arguments(value))


def _bound_by(statement: ast.Assign | ast.AnnAssign) -> Iterator[tuple[str, ast.expr]]:
    """The variables that it binds, with their values: `decay, rest = [], []` binds two."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    for target in targets if statement.value is not None and len(targets) == 1 else ():
        value = statement.value
        if isinstance(target, ast.Name) and value is not None:
            yield target.id, value
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            pairs = zip(target.elts, value.elts, strict=True)
            yield from ((part.id, each) for part, each in pairs if isinstance(part, ast.Name))


def _is_group_or_list(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        name = ast.unparse(value.func).rpartition(".")[2]
        return name in GIVING or (name in CONTAINERS and (name != "dict" or _is_group(value)))
    return _is_group(value) or isinstance(value, (ast.List, ast.ListComp, ast.Set, ast.SetComp, ast.GeneratorExp))


def _is_group(value: ast.expr) -> bool:
    """`{"params": …}` or `dict(params=…)`"""
    if isinstance(value, ast.Dict):
        return any(_is_key(key) for key in value.keys)
    return isinstance(value, ast.Call) and any(keyword.arg == KEY for keyword in value.keywords)


def _is_key(key: ast.expr | None) -> bool:
    return isinstance(key, ast.Constant) and key.value == KEY


def _only_writes(statement: ast.stmt, node: ast.Name) -> bool:
    """Is the value only written to: added to, or given an element?"""
    if isinstance(statement, ast.Assign):
        return any(isinstance(t, ast.Subscript) and node in _spine(t) for t in statement.targets)
    if isinstance(statement, ast.AugAssign):
        return node in _spine(statement.target)
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr not in ADDING:
        return False
    held = call.func.value
    sides = [held.body, held.orelse] if isinstance(held, ast.IfExp) else [held]
    return any(node in _spine(side) for side in sides)


def _spine(node: ast.expr) -> Iterator[ast.expr]:
    """An expression and what it takes parts of: `group["params"]` and `group`."""
    yield node
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        node = node.value
        yield node


def _only_tells(statement: ast.stmt) -> bool:
    """Does the statement only print, or check?"""
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(statement, ast.Assert) or (isinstance(call, ast.Call) and ast.unparse(call.func) == "print")


def _arguments(value: ast.expr) -> list[ast.expr]:
    if not isinstance(value, ast.Call):
        return []
    return [*value.args, *(keyword.value for keyword in value.keywords)]


def _blocks(node: ast.AST) -> list[list[ast.stmt]]:
    """The lists of statements that a statement consists of."""
    fields = (getattr(node, name, None) for name in ("body", "orelse", "finalbody"))
    return [field for field in fields if isinstance(field, list)]


def _has_one_of(block: list[ast.stmt], nodes: Iterable[ast.AST]) -> bool:
    return any(node in block for node in nodes)
