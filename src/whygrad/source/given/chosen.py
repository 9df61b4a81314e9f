"""How a list of parameters was chosen, as the text has it: by which conditions, and whether those ask for gradients."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import argument_given, function_at, is_argument
from whygrad.source.scopes import FUNCTIONS, LOOPS, scope_of
from whygrad.source.selecting import Nodes
from whygrad.source.span import place_of_node
from whygrad.source.syntax import COMPREHENSIONS, Syntax, names_in
from whygrad.source.values.steps import last_name

FLAG = "requires_grad"
SAME = ("list", "tuple", "sorted", "iter", "set", "chain", "from_iterable", "reversed", "enumerate", "zip")
FILLING = ("append", "extend", "add", "update", "insert")
Way = tuple["Condition", ...]  # the conditions behind which one part of a list is filled, the innermost last
DEPTH = 8  # names and functions that are followed one behind the other
MOST = 400  # expressions that are looked at


@dataclass(frozen=True)
class Condition:
    """What decides whether a value is taken: the text, where it stands, and whether it takes those that meet it."""

    chain: Chain
    test: ast.expr
    meeting: bool


def conditions_of(value: ast.expr, chain: Chain, files: Iterable[str], sources: SourceFiles) -> tuple[Condition, ...]:
    """The conditions that chose what is in the value; none where something gets in without one, or asks for gradients.

    The chain ends in the function that the value stands in.
    """
    search = _Search(tuple(files), sources)
    ways = list(search.ways(value, chain))
    told = tuple(dict.fromkeys(condition for way in ways for condition in way))
    if not ways or not all(ways) or any(search.asks_for_flag(condition) for condition in told):
        return ()
    return tuple(dict.fromkeys(way[-1] for way in ways))


class _Search:
    def __init__(self, files: tuple[str, ...], sources: SourceFiles) -> None:
        self.files, self.sources = files, sources
        self.left = MOST

    def ways(self, value: ast.expr, chain: Chain, part: int | None = None, depth: int = DEPTH) -> Iterator[Way]:
        """The ways by which values get into it; an empty one where no condition is known."""
        self.left -= 1
        if depth == 0 or self.left < 0:
            yield ()
        elif isinstance(value, COMPREHENSIONS):
            yield from self._of_comprehension(value, chain, depth)
        elif isinstance(value, ast.Call):
            yield from self._of_call(value, chain, part, depth)
        elif isinstance(value, ast.Name):
            yield from self._of_name(value, chain, depth)
        elif isinstance(value, ast.Tuple) and part is not None and part < len(value.elts):
            yield from self.ways(value.elts[part], chain, None, depth)
        elif isinstance(value, (ast.List, ast.Tuple, ast.Set)):
            for element in value.elts:
                yield from self._through([element.value], chain, depth) if isinstance(element, ast.Starred) else [()]
        elif isinstance(value, ast.BinOp):
            yield from self.ways(value.left, chain, None, depth - 1)
            yield from self.ways(value.right, chain, None, depth - 1)
        else:
            yield ()

    def _of_comprehension(self, value: ast.expr, chain: Chain, depth: int) -> Iterator[Way]:
        made: list[ast.comprehension] = getattr(value, "generators", [])
        own = tuple(self._condition(test, chain, True) for clause in made for test in clause.ifs)
        for way in self._through([clause.iter for clause in made[:1]], chain, depth):
            yield (*way, *own)

    def _through(self, iterated: list[ast.expr], chain: Chain, depth: int) -> Iterator[Way]:
        """What goes through a list that was chosen itself takes what that has."""
        for each in iterated:
            yield from self.ways(each, chain, None, depth - 1)

    def _of_call(self, call: ast.Call, chain: Chain, part: int | None, depth: int) -> Iterator[Way]:
        name = last_name(call.func)
        own = self._functions(name)
        if len(own) == 1:
            yield from self._results(call, *own[0], chain, part, depth)
        elif name == "filter" and len(call.args) == 2:
            test = call.args[0].body if isinstance(call.args[0], ast.Lambda) else call.args[0]
            for way in self.ways(call.args[1], chain, None, depth - 1):
                yield (*way, self._condition(test, chain, True))
        elif name in SAME and call.args:
            for given in call.args:
                yield from self.ways(given, chain, None, depth - 1)
        elif name not in SAME:
            yield ()

    def _results(
        self, call: ast.Call, file: str, function: ast.FunctionDef, chain: Chain, part: int | None, depth: int
    ) -> Iterator[Way]:
        """What a function of the program returns or yields."""
        called, inside = self._place(call, chain[-1]), self.sources.syntax(file).within(function)
        for node in inside.of(ast.Return, ast.Yield, ast.YieldFrom):
            if node.value is None:
                continue
            into = (*chain[:-1], called, place_of_node(file, node.value, function.name, self.sources))
            if isinstance(node, ast.Yield):
                yield from self._around(node, into, depth)
            else:
                yield from self.ways(node.value, into, part, depth - 1)

    def _of_name(self, name: ast.Name, chain: Chain, depth: int) -> Iterator[Way]:
        if is_argument(name.id, chain[-1], self.sources):
            given = argument_given(name.id, chain, self.sources)
            yield from self.ways(given, chain[:-1], None, depth - 1) if given is not None else [()]
            return
        file = chain[-1].file
        syntax = self.sources.syntax(file)
        for scope in dict.fromkeys((function_at(chain[-1], self.sources) or syntax.tree, syntax.tree)):
            bound = list(_bound(name.id, scope, syntax))
            for value, part in bound:
                yield from self.ways(value, chain, part, depth - 1)
            for filling in _filled(name.id, syntax.within(scope)):
                between = tuple(self._condition(test, chain, meeting) for test, meeting in filling.between)
                for way in self._around(filling.node, chain, depth):
                    for inner in self._through(filling.lists, chain, depth) if filling.lists else [()]:
                        yield (*way, *between, *inner)
            if bound:
                return
        yield ()

    def _around(self, node: ast.AST, chain: Chain, depth: int) -> Iterator[Way]:
        """The ways by which a statement of a function comes to run: through its loops, if its conditions hold."""
        syntax = self.sources.syntax(chain[-1].file)
        own: list[Condition] = []
        iterated: list[ast.expr] = []
        inner = node
        for outer in syntax.above(node):
            if isinstance(outer, FUNCTIONS):
                break
            if isinstance(outer, (ast.If, ast.IfExp)) and inner is not outer.test:
                body = outer.body if isinstance(outer.body, list) else [outer.body]
                own.append(self._condition(outer.test, chain, any(inner is each for each in body)))
            if isinstance(outer, LOOPS):
                own += [self._condition(skip.test, chain, False) for skip in _skips(outer, inner)]
                iterated += [outer.iter] if isinstance(outer, (ast.For, ast.AsyncFor)) else []
            inner = outer
        for way in self._through(iterated[-1:], chain, depth) if iterated else [()]:
            yield (*way, *own[::-1])

    def _condition(self, test: ast.expr, chain: Chain, meeting: bool) -> Condition:
        while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test, meeting = test.operand, not meeting
        return Condition((*chain[:-1], self._place(test, chain[-1])), test, meeting)

    def _place(self, node: ast.expr, near: Place) -> Place:
        return place_of_node(near.file, node, near.function, self.sources)

    def _functions(self, name: str) -> list[tuple[str, ast.FunctionDef]]:
        return [(file, f) for file in self.files for f in self.sources.syntax(file).functions.get(name, ())]

    def asks_for_flag(self, condition: Condition) -> bool:
        """Does it read `requires_grad`, itself or through the functions that it calls and the names that it reads?"""
        if FLAG in ast.unparse(condition.test):
            return True
        syntax = self.sources.syntax(condition.chain[-1].file)
        read = names_in(condition.test)
        called = {last_name(call.func) for call in ast.walk(condition.test) if isinstance(call, ast.Call)}
        if any(FLAG in ast.unparse(f) for name in read | called for _, f in self._functions(name)):
            return True
        stored = (n for n in syntax.of(ast.Name) if n.id in read and isinstance(n.ctx, ast.Store))
        filling = (filling.node for name in read for filling in _filled(name, syntax))
        return any(_mentions_flag(node, syntax) for node in (*stored, *filling))


def _mentions_flag(node: ast.AST, syntax: Syntax) -> bool:
    """Does the statement that gives a name its value speak of the flag, or a condition around it?"""
    own = syntax.statement_of(node)
    parts: list[ast.AST] = [own.target, own.iter] if isinstance(own, (ast.For, ast.AsyncFor)) else [own]
    for outer in syntax.above(own):
        if isinstance(outer, FUNCTIONS):
            break
        parts += [outer.test] if isinstance(outer, ast.If) else []
    return any(FLAG in ast.unparse(part) for part in parts)


def _bound(name: str, scope: ast.AST, syntax: Syntax) -> Iterator[tuple[ast.expr, int | None]]:
    """The values that a scope assigns to a name, with the position in them where several are taken apart."""
    for statement in syntax.within(scope).of(ast.Assign, ast.AnnAssign):
        if scope_of(statement, syntax) is not scope or statement.value is None:
            continue
        for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
            if isinstance(target, ast.Name) and target.id == name:
                yield statement.value, None
            elif isinstance(target, (ast.Tuple, ast.List)):
                at = [i for i, each in enumerate(target.elts) if isinstance(each, ast.Name) and each.id == name]
                yield from ((statement.value, i) for i in at)


@dataclass(frozen=True)
class _Filling:
    """What adds to a list, the lists whose elements it adds, and what chooses this list among others."""

    node: ast.AST
    lists: list[ast.expr]
    between: tuple[tuple[ast.expr, bool], ...] = ()


def _filled(name: str, inside: Nodes) -> Iterator[_Filling]:
    """What adds to a list of this name: `gates += …`, `(gates if name == "gate" else others).append(p)`"""
    for node in inside.of(ast.AugAssign):
        if isinstance(node.target, ast.Name) and node.target.id == name:
            yield _Filling(node, [] if isinstance(node.value, (ast.List, ast.Tuple)) else [node.value])
    for call in inside.of(ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr in FILLING:
            kept, lists = call.func.value, list(call.args[:1]) if call.func.attr in ("extend", "update") else []
            if _is_named(kept, name):
                yield _Filling(call, lists)
            elif isinstance(kept, ast.IfExp) and (_is_named(kept.body, name) or _is_named(kept.orelse, name)):
                yield _Filling(call, lists, ((kept.test, _is_named(kept.body, name)),))


def _is_named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _skips(loop: ast.For | ast.AsyncFor | ast.While, inner: ast.AST) -> list[ast.If]:
    """`if …: continue` in the body of a loop, before the statement."""
    before = loop.body[: next((i for i, each in enumerate(loop.body) if each is inner), 0)]
    return [s for s in before if isinstance(s, ast.If) and isinstance(s.body[-1], ast.Continue)]
