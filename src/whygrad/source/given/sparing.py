"""Whether a condition on names, under which a statement freezes, leaves any of them out."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from whygrad.recording import Chain
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import argument_given, function_at
from whygrad.source.scopes import FUNCTIONS
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import Syntax

FLAG = "requires_grad"
NAMED = ("named_parameters", "named_modules", "named_children", "items")
TESTS: dict[str, Callable[[str, str], bool]] = {
    "startswith": str.startswith,
    "endswith": str.endswith,
    "in": lambda name, text: text in name,
    "is": lambda name, text: text == name,
}


@dataclass(frozen=True)
class Sparing:
    """The condition that was to leave some names out, and whether it holds for what is frozen."""

    chain: Chain  # up to the condition, or to the call that gave the texts to look for
    code: str
    holds: bool


@dataclass(frozen=True)
class _Test:
    test: ast.expr
    freezes: bool  # the value of the test at which the statement freezes


def spares_none(chain: Chain, frozen: Collection[str], others: Collection[str], sources: SourceFiles) -> Sparing | None:
    """The condition by which the statement at the end of a chain chooses what it freezes, if it chooses all names.

    It has chosen those in `frozen`, as was seen. None where it leaves one of the `others` out, or compares anything but
    the name that its loop goes through with texts. A loop goes through a part of a model, so the names may be shorter
    there by what stands before a dot.
    """
    if not chain or not frozen:
        return None
    every = {part for name in others for part in _ends_of(name)}
    for test in _tests(chain, sources):
        reading = _Reading(chain, sources)
        is_read = all(reading.value(test.test, name) is not None for name in frozen)
        if is_read and all(reading.value(test.test, name) is test.freezes for name in every):
            place = place_of_node(chain[-1].file, test.test, chain[-1].function, sources)
            code = ast.unparse(test.test)
            return Sparing(chain[:-1] if reading.was_given else (*chain[:-1], place), code, test.freezes)
    return None


def may_unfreeze(chain: Chain, sources: SourceFiles) -> bool:
    """Does the statement set a flag that is not always `False`?"""
    value = flag_set(chain, sources)
    return value is not None and not isinstance(value, ast.Constant)


def flag_set(chain: Chain, sources: SourceFiles) -> ast.expr | None:
    """What a flag is set to at the end of a chain: `p.requires_grad = …`, `p.requires_grad_(…)`, `requires_grad=…`."""
    node = node_at(chain[-1], sources) if chain else None
    if isinstance(node, ast.Call) and any(k.arg == FLAG for k in node.keywords):
        return next(k.value for k in node.keywords if k.arg == FLAG)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == f"{FLAG}_":
        return next(iter((*node.args, *(k.value for k in node.keywords))), None)
    above = sources.syntax(chain[-1].file).parent.get(node) if node is not None else None
    sets = isinstance(above, ast.Assign) and isinstance(node, ast.Attribute) and node.attr == FLAG
    return above.value if isinstance(above, ast.Assign) and sets and node in above.targets else None


def _ends_of(name: str) -> Iterator[str]:
    parts = name.split(".")
    return (".".join(parts[at:]) for at in range(len(parts)))


def _tests(chain: Chain, sources: SourceFiles) -> Iterator[_Test]:
    """What chooses among the rounds of the loop: the value itself, an `if` around it, or one that goes on before it."""
    place, value = chain[-1], flag_set(chain, sources)
    syntax = sources.syntax(place.file)
    if value is not None and not isinstance(value, ast.Constant):
        yield _Test(value, False)
    node = node_at(place, sources)
    inner: ast.AST | None = node
    for outer in syntax.above(node) if node is not None else ():
        if isinstance(outer, FUNCTIONS):
            return
        if isinstance(outer, ast.If) and inner is not outer.test:
            yield _Test(outer.test, any(inner is each for each in outer.body))
        if isinstance(outer, ast.For):
            before = outer.body[: next((i for i, each in enumerate(outer.body) if each is inner), 0)]
            skips = [s for s in before if isinstance(s, ast.If) and isinstance(s.body[-1], ast.Continue)]
            yield from (_Test(skip.test, False) for skip in skips if not skip.orelse)
            return
        inner = outer


class _Reading:
    """The values that a test has for names, three-valued: None where that is not known."""

    def __init__(self, chain: Chain, sources: SourceFiles) -> None:
        self._chain, self._sources = chain, sources
        self._syntax: Syntax = sources.syntax(chain[-1].file)
        self._names = set(_gone_through(chain, sources))
        self.was_given = False  # a text by the call

    def value(self, test: ast.expr, name: str) -> bool | None:
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            inner = self.value(test.operand, name)
            return None if inner is None else not inner
        if isinstance(test, ast.BoolOp):
            deciding = isinstance(test.op, ast.Or)
            values = [self.value(part, name) for part in test.values]
            return deciding if deciding in values else None if None in values else not deciding
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            return self._compared(test, name)
        return self._called(test, name) if isinstance(test, ast.Call) else None

    def _compared(self, test: ast.Compare, name: str) -> bool | None:
        left, right, op = test.left, test.comparators[0], test.ops[0]
        found: bool | None = None
        if isinstance(op, (ast.In, ast.NotIn)):
            if self._is_name(right):
                found = self._any("in", left, name, one=True)
            elif self._is_name(left):
                found = self._any("is", right, name, one=False)
        elif isinstance(op, (ast.Eq, ast.NotEq)) and self._is_name(left):
            found = self._any("is", right, name, one=True)
        return found if found is None or isinstance(op, (ast.In, ast.Eq)) else not found

    def _called(self, call: ast.Call, name: str) -> bool | None:
        """`name.startswith("head")`, `any(part in name for part in PARTS)`"""
        if isinstance(call.func, ast.Attribute) and call.func.attr in TESTS and len(call.args) == 1:
            return self._any(call.func.attr, call.args[0], name) if self._is_name(call.func.value) else None
        of = call.args[0] if isinstance(call.func, ast.Name) and call.func.id == "any" and call.args else None
        if not isinstance(of, (ast.GeneratorExp, ast.ListComp)) or len(of.generators) != 1 or of.generators[0].ifs:
            return None
        made, test = of.generators[0], of.elt
        if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.In) and self._is_name(test.comparators[0]):
            return self._any("in", made.iter, name, one=False) if _same(test.left, made.target) else None
        asks = isinstance(test, ast.Call) and isinstance(test.func, ast.Attribute) and test.func.attr in TESTS
        if asks and isinstance(test, ast.Call) and isinstance(test.func, ast.Attribute) and test.args:
            same = self._is_name(test.func.value) and _same(test.args[0], made.target)
            return self._any(test.func.attr, made.iter, name, one=False) if same else None
        return None

    def _any(self, how: str, texts: ast.expr, name: str, one: bool | None = None) -> bool | None:
        """Does the name meet any of the texts?"""
        known = self._texts(texts, one)
        return None if known is None else any(TESTS[how](name, text) for text in known)

    def _texts(self, node: ast.expr, one: bool | None) -> list[str] | None:
        """A text, or a list of them, as it stands in the program: itself, by a name, or given by the call."""
        if isinstance(node, ast.Name):
            given = argument_given(node.id, self._chain, self._sources)
            bound = [s.value for s in self._syntax.assigned.get(node.id, ())]
            if given is not None:
                self.was_given = True
                return None if isinstance(given, ast.Name) else self._texts(given, one)
            return self._texts(bound[0], one) if len(bound) == 1 and not isinstance(bound[0], ast.Name) else None
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return None if one is False else [node.value]
        elements = node.elts if isinstance(node, (ast.Tuple, ast.List, ast.Set)) and one is not True else None
        if elements is None or not all(isinstance(e, ast.Constant) and isinstance(e.value, str) for e in elements):
            return None
        return [str(e.value) for e in elements if isinstance(e, ast.Constant)]

    def _is_name(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self._names


def _same(node: ast.expr, target: ast.expr) -> bool:
    return isinstance(node, ast.Name) and isinstance(target, ast.Name) and node.id == target.id


def _gone_through(chain: Chain, sources: SourceFiles) -> Iterator[str]:
    """`name` of `for name, p in model.named_parameters()`, in the loops of the function around the place."""
    function, syntax = function_at(chain[-1], sources), sources.syntax(chain[-1].file)
    for loop in syntax.around(chain[-1].line).of(ast.For):
        inside = function is None or syntax.holds(function, loop)
        called = loop.iter.func if isinstance(loop.iter, ast.Call) else None
        named = isinstance(called, ast.Attribute) and called.attr in NAMED
        first = loop.target.elts[0] if isinstance(loop.target, ast.Tuple) and loop.target.elts else None
        if inside and named and isinstance(first, ast.Name):
            yield first.id
