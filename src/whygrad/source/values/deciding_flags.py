"""The argument that decides whether a statement runs: left at its default by a call, or passed as a constant.

The test of an `if` is a flag: a parameter of the function, or an attribute that the constructor sets from one. What
stands under such a test was written on purpose, so the line to change is the call that leaves the flag as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import function_at
from whygrad.source.span import acting_part, node_at, place_of_node
from whygrad.source.syntax import last_line
from whygrad.source.values import classes
from whygrad.source.values.bindings import Bindings
from whygrad.source.values.calls import Source, argument, is_bound, passed
from whygrad.source.values.steps import last_name

DEEP = 4  # calls that hand a flag on
SWITCH = "set_grad_enabled"  # which takes a flag itself
Method = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Setting:
    """A flag, and the call that sets it, or leaves it at its default."""

    call: Place
    called: str
    name: str
    value: bool
    default: Place | None  # where the default stands; None where the call passes the value
    test: Place


@dataclass(frozen=True)
class _Flag:
    """What is asked for: the value of an expression in a function, which the calls of a chain have led to."""

    value: ast.expr
    function: ast.AST
    chain: Chain  # up to the function; empty where nobody saw it called


def deciding_flag(chain: Chain, files: Iterable[str], sources: SourceFiles) -> Setting | None:
    """The call by whose flag the statement at the end of a chain runs; None where none does, or it is unknown.

    The calls of the chain were seen. Who made an object is read from the text, and known where only one call does. Of
    a function that has no other calls the default is as wrong as the call, and nothing is told.
    """
    function = function_at(chain[-1], sources) if chain else None
    if not isinstance(function, Method):
        return None
    flags = list(_flags_around(chain[-1], function, sources))
    return _setting(chain, function, flags, _Search, files, sources)


def flag_of_value(chain: Chain, value: ast.expr, files: Iterable[str], sources: SourceFiles) -> Setting | None:
    """The call that gave the flag which is `value` in the function at the end of a chain, where it is False.

    The statement that sets it is right with either value, so the call is told also where it is the only one.
    """
    function, (flag, needed) = function_at(chain[-1], sources) if chain else None, _without_not(value, False)
    if not isinstance(function, Method) or not isinstance(flag, ast.Name | ast.Attribute):
        return None
    return _setting(chain, function, [(value, flag, needed)], _LoneSearch, files, sources)


def _setting(
    chain: Chain,
    function: Method,
    flags: list[tuple[ast.expr, ast.expr, bool]],
    how: type[_Search],
    files: Iterable[str],
    sources: SourceFiles,
) -> Setting | None:
    if not flags:
        return None  # mostly: other files need not be read
    known = tuple((file, sources.syntax(file)) for file in files if sources.tree(file) is not None)
    search = how(sources.inquiry.bindings(known), sources)
    for test, flag, value in flags:
        found = search.setting(_Flag(flag, function, chain), value, DEEP)
        if found is not None:
            place = place_of_node(chain[-1].file, test, chain[-1].function, sources)
            return Setting(found.call, found.called, found.name, value, found.default, place)
    return None


@dataclass(frozen=True)
class _Found:
    call: Place
    called: str
    name: str
    default: Place | None


@dataclass(frozen=True)
class _Search:
    index: Bindings
    sources: SourceFiles
    fewest: ClassVar[int] = 2  # calls of a function, of which one is wrong and not the default

    def setting(self, flag: _Flag, value: bool, deep: int) -> _Found | None:
        """Who gave a flag this value."""
        if not deep:
            return None
        asked = flag.value
        if isinstance(asked, ast.Name) and isinstance(flag.function, Method):
            return self._parameter(asked.id, flag.function, self._calls(flag), value, deep)
        if isinstance(asked, ast.Attribute) and last_name(asked.value) == "self":
            return self._attribute(asked.attr, flag.function, value, deep)
        return self._field(asked.attr, value, deep) if isinstance(asked, ast.Attribute) else None

    def _field(self, name: str, value: bool, deep: int) -> _Found | None:
        """A field of a dataclass, where only one class of the program has one of the name, and nobody sets it later."""
        every = [cls for known in self.index.classes.values() for cls in known]
        having = [cls for cls in every if name in classes.fields(self.index, cls)]
        if len(having) != 1 or self.index.attributes.get(name):
            return None
        fields = classes.fields(self.index, having[0])
        default = next((b.value for b in self.index.names.get((having[0], name), ()) if b.value is not None), None)
        found = []
        for call in self.index.calls.get(having[0].name, ()):
            given = passed(call, fields.index(name), name, ())
            found += list(self._valued(name, call, (), value, deep, given, default))
        return found[0] if len(found) == 1 and found[0] is not None else None

    def _attribute(self, name: str, function: ast.AST, value: bool, deep: int) -> _Found | None:
        """What the constructor sets an attribute to, where nobody else sets it."""
        cls = self.index.class_of(function) if function in self.index.scope else None
        if cls is None:
            return None
        bindings = [b for b in classes.attribute_bindings(self.index, name, cls) if b.kind != "parameter"]
        if len(bindings) != 1 or bindings[0].taken or not isinstance(bindings[0].value, ast.Name):
            return None
        init = self.index.function_of(bindings[0].scope)
        if not isinstance(init, Method) or init.name != "__init__":
            return None
        return self._parameter(bindings[0].value.id, init, self._made(init), value, deep)

    def _calls(self, flag: _Flag) -> list[tuple[ast.Call, Chain]]:
        """The calls by which a function was entered: the one that was seen, else those in the text."""
        if isinstance(flag.function, Method) and flag.function.name == "__init__":
            return self._made(flag.function)
        known = classes.callers(self.index, flag.function, "") if isinstance(flag.function, Method) else []
        if len(flag.chain) > 1:
            call = node_at(flag.chain[-2], self.sources)
            return [(call, flag.chain[:-1])] if isinstance(call, ast.Call) and len(known) >= self.fewest else []
        return [(call, ()) for call in known]

    def _made(self, init: Method) -> list[tuple[ast.Call, Chain]]:
        """The calls that make an object of the class, or of one that derives from it: those have `super().__init__`."""
        cls = self.index.class_of(init)
        if cls is None:
            return []
        above = classes.bases(self.index, cls)
        below = [c for c in classes.family(self.index, cls) if c is cls or c not in above]
        own = {c for c in below if classes.methods(self.index, c, "__init__")[:1] != [init]}
        calls = [call for c in below if c not in own for call in self.index.calls.get(c.name, ())]
        inherited = (call for call in self.index.calls.get("__init__", ()) if self.index.class_of(call) in own)
        return [(call, ()) for call in (*calls, *inherited)]

    def _parameter(
        self, name: str, function: Method, calls: list[tuple[ast.Call, Chain]], value: bool, deep: int
    ) -> _Found | None:
        """Who gives a parameter this value, where one call does and the others give it another one."""
        found = [f for call, chain in calls for f in self._given(name, function, call, chain, value, deep)]
        return found[0] if len(found) == 1 and found[0] is not None else None

    def _given(
        self, name: str, function: Method, call: ast.Call, chain: Chain, value: bool, deep: int
    ) -> Iterator[_Found | None]:
        """What a call does to the flag: nothing where it passes the other value, None where that is unknown."""
        if any(k.arg is None for k in call.keywords) or any(isinstance(a, ast.Starred) for a in call.args):
            yield None
            return
        given = argument(call, function, name, (), is_bound(function, call, self.index.class_of(function)))
        yield from self._valued(name, call, chain, value, deep, given, _default_of(function, name))

    def _valued(
        self,
        name: str,
        call: ast.Call,
        chain: Chain,
        value: bool,
        deep: int,
        given: list[Source],
        default: ast.expr | None,
    ) -> Iterator[_Found | None]:
        """As `_given`, by what the call passes, or the default."""
        if not given:
            if isinstance(default, ast.Constant) and default.value is value:
                yield _Found(self._place(call), last_name(call.func), name, self._place(default))
            elif not isinstance(default, ast.Constant):
                yield None
            return
        handed = given[0][0] if len(given) == 1 and not given[0][1] else None
        if isinstance(handed, ast.Constant):
            if handed.value is value:
                yield _Found(self._place(call), last_name(call.func), name, None)
        elif handed is None:
            yield None
        else:
            caller = self.index.function_of(self.index.scope[call])
            yield self.setting(_Flag(handed, caller, chain), value, deep - 1)

    def _place(self, node: ast.expr) -> Place:
        scope = self.index.function_of(self.index.scope[node])
        file = self.index.files[self.index.module_of(node)]
        return place_of_node(file, node, getattr(scope, "name", "<module>"), self.sources)


class _LoneSearch(_Search):
    """The same where the only call of a function may be told."""

    fewest = 1


def _default_of(function: Method, name: str) -> ast.expr | None:
    signature = function.args
    positional = [*signature.posonlyargs, *signature.args]
    defaults = dict(zip([a.arg for a in positional[::-1]], signature.defaults[::-1], strict=False))
    named = {a.arg: d for a, d in zip(signature.kwonlyargs, signature.kw_defaults, strict=True) if d is not None}
    return {**defaults, **named}.get(name)


def _flags_around(place: Place, function: Method, sources: SourceFiles) -> Iterator[tuple[ast.expr, ast.expr, bool]]:
    """The tests that the place runs under, the innermost first, each with its flag and the value that it needs."""
    syntax = sources.syntax(place.file)
    acting = node_at(acting_part(place, sources), sources)
    if isinstance(acting, ast.Call) and last_name(acting.func) == SWITCH:
        for mode in acting.args[:1]:
            flag, needed = _without_not(mode, False)
            if isinstance(flag, ast.Name | ast.Attribute):
                yield mode, flag, needed
    every = [n for n in syntax.around(place.line).of(ast.If, ast.IfExp) if syntax.holds(function, n)]
    for node in every[::-1]:
        on = next((side for side in (True, False) if _holds(node, side, place)), None)
        if on is None:
            continue
        test, value = _without_not(node.test, on)
        parts = test.values if value and isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
        flags = [part for part in parts if isinstance(part, ast.Name | ast.Attribute)]
        if len(flags) == 1:
            yield node.test, flags[0], value


def _without_not(test: ast.expr, value: bool) -> tuple[ast.expr, bool]:
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, value = test.operand, not value
    return test, value


def _holds(node: ast.If | ast.IfExp, side: bool, place: Place) -> bool:
    """Does the place stand on this side of a test?"""
    part = node.body if side else node.orelse
    if isinstance(part, list):
        return any(p.lineno <= place.line <= last_line(p) for p in part)
    start, end = (part.lineno, part.col_offset), (last_line(part), part.end_col_offset or 0)
    return start <= (place.line, place.column - 1) and (place.end_line, place.end_column - 1) <= end
