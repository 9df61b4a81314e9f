"""Weights that the program's text changes as it runs, and that stay at 0: set back, rounded down, or never counted."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import argument_given, function_at, is_argument
from whygrad.source.patterns.freezing import is_tested
from whygrad.source.patterns.stores import each_assigned
from whygrad.source.scopes import ORDERING, function_around
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import Syntax

COUNTER = re.compile(r"(^|_)(steps?|iters?|iterations?|epochs?|counts?|counter|updates|seen|ticks?)$")
FLOORS = ("int", "floor")
FAR = 4  # calls and variables between a weight and what it is computed from


@dataclass(frozen=True)
class StuckWeight:
    """Why a weight is 0 at every use."""

    how: str  # "reset", "rounded" or "uncounted"
    name: str  # of the weight, or of the counter
    place: Place
    other: Place | None = None  # of a weight that is set back: where it grows; of a counter: where it is made


@dataclass(frozen=True)
class _Bound:
    """An assignment of a variable or attribute."""

    file: str
    statement: ast.Assign | ast.AugAssign | ast.AnnAssign
    value: ast.expr


def stuck_weight(product: Chain, files: Iterable[str], sources: SourceFiles) -> StuckWeight | None:
    """Of the one factor of a product that the text changes, and that is 0 at every use: the reason, if it is known."""
    node = node_at(product[-1], sources) if product else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        factors = [node.left, node.right]
    else:
        factors = list(node.args) if isinstance(node, ast.Call) else []
    search = _Search(list(files), sources)
    found = [stuck for factor in factors if (stuck := search.of(factor, product)) is not None]
    return found[0] if len(found) == 1 else None


class _Search:
    def __init__(self, files: list[str], sources: SourceFiles) -> None:
        self._files, self._sources = files, sources

    def of(self, factor: ast.expr, chain: Chain, far: int = FAR) -> StuckWeight | None:
        """What keeps an expression, which is evaluated at the last place of the chain, at 0."""
        text = ast.unparse(factor)
        if not far:
            return None
        if is_argument(text, chain[-1], self._sources):
            given = argument_given(text, chain, self._sources)
            return self.of(given, chain[:-1], far - 1) if given is not None else None
        if isinstance(factor, (ast.Name, ast.Attribute)):
            bound = self._bound(factor, chain[-1])
            if len(bound) == 1:
                at = place_of_node(bound[0].file, bound[0].value, chain[-1].function, self._sources)
                callers = chain[:-1] if function_at(at, self._sources) is function_at(chain[-1], self._sources) else ()
                return self.of(bound[0].value, (*callers, at), far - 1)
            return self._set_back(text, chain[-1], bound)
        if isinstance(factor, ast.Call) and (inside := self._returned(factor, chain)) is not None:
            return inside
        return self._rounded(factor, chain) or self._uncounted(factor, chain)

    def _bound(self, target: ast.Name | ast.Attribute, place: Place) -> list[_Bound]:
        """The assignments of a variable of the function or the file, or of an attribute of this name anywhere."""
        if isinstance(target, ast.Attribute):
            return [b for file in self._files for b in _assigned(file, self._sources.syntax(file), target.attr)]
        syntax, function = self._sources.syntax(place.file), function_at(place, self._sources)
        every = list(_assigned(place.file, syntax, target.id, plain=True))
        inner = [b for b in every if function is not None and syntax.holds(function, b.statement)]
        return inner or [b for b in every if function_around(b.statement, syntax) is None]

    def _set_back(self, name: str, use: Place, bound: list[_Bound]) -> StuckWeight | None:
        """Does it grow in every round, and is it set back before each use, by a line of the same function?"""
        syntax, function = self._sources.syntax(use.file), function_at(use, self._sources)
        loops = syntax.around(use.line).of(ast.For, ast.While)
        loops = [loop for loop in loops if function is None or syntax.holds(function, loop)]
        around: ast.AST | None = loops[-1] if loops else function
        own = [b for b in bound if b.file == use.file and around is not None and syntax.holds(around, b.statement)]
        own.sort(key=lambda b: b.statement.lineno)
        before = [b for b in own if b.statement.lineno < use.line] or own
        growing = [b for b in own if _grows(b, name) and not is_tested(self._place(b), self._sources)]
        if not growing or _grows(before[-1], name) or self._is_begun_by(before[-1]):
            return None
        return StuckWeight("reset", name, self._place(before[-1]), self._place(growing[0]))

    def _is_begun_by(self, reset: _Bound) -> bool:
        """Is it held back until a limit is passed? A run may well end before that."""
        around = self._sources.syntax(reset.file).around(reset.statement.lineno).of(ast.If)
        tests = [list(ast.walk(node.test)) for node in around]
        returning = any(isinstance(n, ast.Mod) for test in tests for n in test)
        compared = [n for test in tests for n in test if isinstance(n, ast.Compare)]
        return not returning and any(isinstance(op, ORDERING) for n in compared for op in n.ops)

    def _returned(self, call: ast.Call, chain: Chain) -> StuckWeight | None:
        """What the function of the program's that is called here returns, where it returns one thing."""
        name = ast.unparse(call.func).rpartition(".")[2]
        for file in self._files:
            syntax = self._sources.syntax(file)
            for function in syntax.functions.get(name, ()):
                returns = [n.value for n in syntax.within(function).of(ast.Return) if n.value is not None]
                if len(returns) == 1:
                    here = place_of_node(chain[-1].file, call, chain[-1].function, self._sources)
                    inside = (*chain[:-1], here, place_of_node(file, returns[0], name, self._sources))
                    return self._rounded(returns[0], inside) or self._uncounted(returns[0], inside)
        return None

    def _rounded(self, value: ast.expr, chain: Chain) -> StuckWeight | None:
        """`epoch // epochs`, where the loop counts to `epochs`: it is 0 to the end."""
        for node in ast.walk(value):
            parts = _floored(node)
            if parts is not None:
                counted, limits = self._outermost(parts[0], chain), list(self._handed_on(parts[1], chain))
                if any(self._counts_to(counted, limit) for limit in limits):
                    at = place_of_node(chain[-1].file, node, chain[-1].function, self._sources)  # type: ignore[arg-type]
                    return StuckWeight("rounded", ast.unparse(node), at)
        return None

    def _outermost(self, part: ast.expr, chain: Chain) -> tuple[ast.expr, Chain]:
        """An argument as the outermost call that hands it on gives it."""
        return list(self._handed_on(part, chain))[-1]

    def _handed_on(self, part: ast.expr, chain: Chain) -> Iterator[tuple[ast.expr, Chain]]:
        """An expression, and where it is an argument, what each of the calls before gives for it."""
        yield part, chain
        if is_argument(ast.unparse(part), chain[-1], self._sources):
            given = argument_given(ast.unparse(part), chain, self._sources)
            if given is not None:
                yield from self._handed_on(given, chain[:-1])

    def _counts_to(self, counted: tuple[ast.expr, Chain], limit: tuple[ast.expr, Chain]) -> bool:
        """Is the first the variable of a loop that goes to the second, `range(n)`, or through it: `enumerate(x)`?"""
        (variable, chain), (end, ends_at) = counted, limit
        if not chain or chain != ends_at:
            return False
        for loop in self._sources.syntax(chain[-1].file).around(chain[-1].line).of(ast.For):
            first = loop.target.elts[0] if isinstance(loop.target, ast.Tuple) else loop.target
            if ast.unparse(first) == ast.unparse(variable) and ast.unparse(end) in _ends_of(loop):
                return True
        return False

    def _uncounted(self, value: ast.expr, chain: Chain) -> StuckWeight | None:
        """A counter that is 0 since it was made, and that nothing in the program's text changes."""
        for node in ast.walk(value):
            if not isinstance(node, (ast.Name, ast.Attribute)) or not isinstance(node.ctx, ast.Load):
                continue
            counter, where = self._outermost(node, chain)
            if isinstance(counter, (ast.Name, ast.Attribute)) and COUNTER.search(_last(counter)):
                bound = self._bound(counter, where[-1])
                if len(bound) == 1 and _is_zero(bound[0]) and not self._is_filled(counter, where[-1]):
                    at = place_of_node(chain[-1].file, value, chain[-1].function, self._sources)
                    return StuckWeight("uncounted", ast.unparse(counter), at, self._place(bound[0]))
        return None

    def _is_filled(self, counter: ast.Name | ast.Attribute, place: Place) -> bool:
        """Does a loop, or something else but that one assignment, give it a value?"""
        if isinstance(counter, ast.Name):
            syntax, function = self._sources.syntax(place.file), function_at(place, self._sources)
            inside = syntax.within(function) if function is not None else syntax
            return sum(n.id == counter.id and isinstance(n.ctx, ast.Store) for n in inside.of(ast.Name)) > 1
        stored = [n for file in self._files for n in self._sources.syntax(file).of(ast.Attribute)]
        named = [n for file in self._files for n in self._sources.syntax(file).of(ast.Constant)]
        times = sum(n.attr == counter.attr and isinstance(n.ctx, ast.Store) for n in stored)
        return times > 1 or any(n.value == counter.attr for n in named)  # by `setattr`, or from a dictionary

    def _place(self, bound: _Bound) -> Place:
        return place_of_node(bound.file, bound.statement, "", self._sources)


def _assigned(file: str, syntax: Syntax, name: str, plain: bool = False) -> Iterator[_Bound]:
    """The assignments of a plain variable, or of an attribute of any object."""
    for statement in syntax.of(ast.Assign, ast.AugAssign, ast.AnnAssign):
        if statement.value is None:
            continue
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for part, value in (pair for target in targets for pair in each_assigned(target, statement.value)):
            if (isinstance(part, ast.Name) and plain and part.id == name) or (
                isinstance(part, ast.Attribute) and not plain and part.attr == name
            ):
                yield _Bound(file, statement, value)


def _grows(bound: _Bound, name: str) -> bool:
    """Is its new value computed from the old one?"""
    is_read = any(ast.unparse(n) == name for n in ast.walk(bound.value) if isinstance(n, (ast.Name, ast.Attribute)))
    return isinstance(bound.statement, ast.AugAssign) or is_read


def _last(node: ast.Name | ast.Attribute) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id


def _ends_of(loop: ast.For) -> list[str]:
    """The number that a loop counts to and does not reach: `n` of `range(n)`, `len(x)` of `enumerate(x)`."""
    called = ast.unparse(loop.iter.func) if isinstance(loop.iter, ast.Call) else ""
    given = [ast.unparse(argument) for argument in loop.iter.args] if isinstance(loop.iter, ast.Call) else []
    if called == "range" and len(given) in (1, 2):
        return given[-1:]
    return [f"len({given[0]})"] if called == "enumerate" and len(given) == 1 else []


def _floored(node: ast.AST) -> tuple[ast.expr, ast.expr] | None:
    """The two numbers of `a // b` or `int(a / b)`."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
        return node.left, node.right
    called = ast.unparse(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""
    inside = node.args[0] if isinstance(node, ast.Call) and called in FLOORS and len(node.args) == 1 else None
    if isinstance(inside, ast.BinOp) and isinstance(inside.op, ast.Div):
        return inside.left, inside.right
    return None


def _is_zero(bound: _Bound) -> bool:
    is_plain = isinstance(bound.value, ast.Constant) and not isinstance(bound.statement, ast.AugAssign)
    return is_plain and bound.value.value in (0, 0.0)  # type: ignore[attr-defined]
