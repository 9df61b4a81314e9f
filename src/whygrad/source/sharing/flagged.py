"""Whether a tensor whose flag is set is there for anything else: if it is not, who sets the flag means another one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from whygrad.recording import Chain
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import ITSELF, argument_given, function_at, is_argument
from whygrad.source.patterns.dropped import only_tells
from whygrad.source.selecting import Nodes
from whygrad.source.span import node_at
from whygrad.source.syntax import Syntax
from whygrad.source.values.calls import EMPTY, METADATA

FLAG, METHOD = "requires_grad", "requires_grad_"
DETACHING = frozenset({"state_dict", "detach", "data"})
ASIDE = METADATA | EMPTY | {"keys"}  # they tell about it, and need none of its values
DEPTH = 4  # variables and calls that hand it on


def is_only_flagged(chain: Chain, sources: SourceFiles) -> bool:
    """Does the text use the tensor whose flag the last line sets for nothing else, as far as it can be followed?"""
    place = chain[-1]
    statement = sources.syntax(place.file).smallest_statement(place.line)
    flagged = _flagged(statement) if statement is not None else None
    if flagged is None or statement is None:
        return False
    return _Use(chain, statement, (statement,), sources).serves_nothing(flagged, DEPTH)


def _flagged(statement: ast.AST) -> ast.expr | None:
    """`p` of `p.requires_grad = False`, `p.requires_grad_(False)` and `setattr(p, "requires_grad", False)`."""
    if isinstance(statement, ast.Assign):
        target = statement.targets[0]
        return target.value if isinstance(target, ast.Attribute) and target.attr == FLAG else None
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, (ast.ListComp, ast.SetComp)):
        call = call.elt  # what it returns is dropped
    if not isinstance(call, ast.Call):
        return None
    if isinstance(call.func, ast.Attribute):
        return call.func.value if call.func.attr == METHOD else None
    return call.args[0] if ast.unparse(call.func) == "setattr" and call.args else None


@dataclass(frozen=True)
class _Use:
    """The one use of a value, and the parts of the text that belong to it."""

    chain: Chain  # up to the function that it stands in
    statement: ast.AST
    allowed: tuple[ast.AST, ...]
    sources: SourceFiles

    @property
    def syntax(self) -> Syntax:
        return self.sources.syntax(self.chain[-1].file)

    def serves_nothing(self, value: ast.expr, depth: int) -> bool:
        """Is the value made where it stands, or held by variables alone that nothing else reads?"""
        if any(isinstance(n, ast.Attribute) and n.attr in DETACHING for n in ast.walk(value)):
            return True
        names = _held_by(value)
        return bool(depth and names) and all(self._is_idle(name, depth) for name in names)

    def _is_idle(self, name: str, depth: int) -> bool:
        syntax, place = self.syntax, self.chain[-1]
        loops = [n for n in (self.statement, *syntax.above(self.statement)) if isinstance(n, ast.For)]
        loop = next((n for n in loops if name in _bound(n.target)), None)
        scope = loop or function_at(place, self.sources) or syntax.tree
        inside = syntax.within(scope)
        allowed = (*self.allowed, *(n.iter for n in loops))
        reads = [n for n in inside.of(ast.Name) if n.id == name and isinstance(n.ctx, ast.Load)]
        if any(_serves(n, syntax) for n in reads if not any(n is a or syntax.holds(a, n) for a in allowed)):
            return False
        if loop is None and is_argument(name, place, self.sources):
            return self._is_given_for_that(name, depth)
        bound = [loop.iter] if loop is not None else list(_bindings(name, inside))
        here = _Use(self.chain, self.statement, (*allowed, *bound), self.sources)
        return bool(bound) and all(here.serves_nothing(value, depth - 1) for value in bound)

    def _is_given_for_that(self, name: str, depth: int) -> bool:
        given = argument_given(name, self.chain, self.sources)
        call = node_at(self.chain[-2], self.sources) if given is not None else None
        if given is None or call is None:
            return False
        return _Use(self.chain[:-1], call, (call,), self.sources).serves_nothing(given, depth - 1)


def _held_by(value: ast.expr) -> set[str]:
    """The variables that hold a value, or a container that it is taken from; none where that is something else."""
    if isinstance(value, ast.Name):
        return {value.id} - set(ITSELF)  # what an object keeps, any of its methods may use
    if isinstance(value, (ast.Attribute, ast.Subscript, ast.Starred)):
        return _held_by(value.value)
    if not isinstance(value, ast.Call):
        return set()
    parts = [value.func.value] if isinstance(value.func, ast.Attribute) else value.args
    held = [_held_by(part) for part in parts]
    return {name for names in held for name in names} if all(held) else set()


def _bound(target: ast.expr) -> set[str]:
    return {n.id for n in ast.walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def _bindings(name: str, inside: Nodes) -> Iterator[ast.expr]:
    """What a variable is assigned, or goes through."""
    for statement in inside.of(ast.Assign):
        if any(name in _bound(target) for target in statement.targets):
            yield statement.value
    for loop in inside.of(ast.For, ast.comprehension):
        if name in _bound(loop.target):
            yield loop.iter


def _serves(read: ast.Name, syntax: Syntax) -> bool:
    """Is it read for its values? Its shape and its flag are not, and who prints it only tells of it."""
    around = next(syntax.above(read), None)
    if isinstance(around, ast.Attribute) and around.attr in ASIDE:
        return False
    return not only_tells(syntax.statement_of(read))
