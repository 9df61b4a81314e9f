"""The syntax tree of one text with an index over it, made once: nodes by kind, by line, by place, and what holds what.

A tree is large and a program has many places, so nothing walks the whole tree for one of them.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property, wraps
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from whygrad.recording import Place
from whygrad.source.intervals import Intervals
from whygrad.source.selecting import Nodes

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SHARED = (ast.expr_context, ast.operator, ast.boolop, ast.cmpop, ast.unaryop)  # one object for the whole tree
Asked = TypeVar("Asked", bound=Hashable)
Answer = TypeVar("Answer")
Position = tuple[int, int]  # a line and a column in bytes, as the parser counts
Columns = tuple[int, int, int, int]  # line, column, end line, end column, in characters from 1


class Syntax(Nodes):
    """All nodes of one parsed text; operators and the like are no nodes here."""

    def __init__(self, tree: ast.Module, lines: Sequence[str]) -> None:
        self.tree = tree
        self.lines = lines
        self.nodes: list[ast.AST] = [tree]
        self.parent: dict[ast.AST, ast.AST] = {}
        self.order: dict[ast.AST, int] = {}
        self.by_kind: dict[type[ast.AST], list[ast.AST]] = defaultdict(list)
        self._chosen: dict[tuple[type[ast.AST], ...], list[ast.AST]] = {}
        self._spans: dict[tuple[type[ast.AST], bool], Intervals[ast.AST]] = {}
        for number, node in enumerate(self.nodes):
            self.order[node] = number
            self.by_kind[type(node)].append(node)
            for child in ast.iter_child_nodes(node):
                if not isinstance(child, SHARED):
                    self.parent[child] = node
                    self.nodes.append(child)

    def _of(self, kinds: tuple[type[ast.AST], ...]) -> list[Any]:
        if kinds not in self._chosen:
            self._chosen[kinds] = self.in_order([n for kind in kinds for n in self.by_kind.get(kind, ())])
        return self._chosen[kinds]

    def within(self, outer: ast.AST) -> Nodes:
        """A node and all its parts."""
        return _Within(self, outer)

    def around(self, line: int, decorators: bool = False) -> Nodes:
        """The nodes whose lines the line is one of; of a function or class with or without its decorators."""
        return _Around(self, line, decorators)

    def holds(self, outer: ast.AST, inner: ast.AST) -> bool:
        """Is `inner` the node itself, or a part of it?"""
        first, end = self.extent[outer]
        return first <= self.extent[inner][0] < end

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """What a node is a part of, the nearest first."""
        while node in self.parent:
            node = self.parent[node]
            yield node

    def statement_of(self, node: ast.AST) -> ast.stmt:
        """The innermost statement that an expression, or another statement, is a part of."""
        return next(n for n in self.above(node) if isinstance(n, ast.stmt))

    def at(self, place: Place) -> ast.expr | None:
        """The expression that stands exactly there, the outermost where several do."""
        return self._by_place.get((place.line, place.column, place.end_line, place.end_column))

    def smallest(self, start: Position, end: Position) -> ast.AST | None:
        """The innermost expression or statement around a span."""
        found = [n for n in self._lined.at(start[0]) if (s := span(n))[0] <= start and end <= s[1]]
        return max(found, key=self.order.__getitem__, default=None)

    def smallest_statement(self, line: int) -> ast.AST | None:
        """The innermost statement that the line is one of."""
        found = [n for n in self._lined.at(line) if isinstance(n, ast.stmt)]
        return max(found, key=self.order.__getitem__, default=None)

    def columns(self, node: ast.expr | ast.stmt) -> Columns:
        """Where a node stands, in characters; the parser counts bytes."""
        last = last_line(node)
        return (
            node.lineno,
            characters(self.line(node.lineno), node.col_offset) + 1,
            last,
            characters(self.line(last), node.end_col_offset or 0) + 1,
        )

    def line(self, number: int) -> str:
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    @cached_property
    def statements(self) -> list[ast.stmt]:
        """All statements in the order of the text."""
        return sorted((n for n in self.nodes if isinstance(n, ast.stmt)), key=self.extent.__getitem__)

    @cached_property
    def imported(self) -> frozenset[str]:
        """The names that `import` statements anywhere in the text bind."""
        statements = self.of(ast.Import, ast.ImportFrom)
        return frozenset(alias.asname or alias.name.partition(".")[0] for s in statements for alias in s.names)

    @cached_property
    def functions(self) -> dict[str, list[ast.FunctionDef]]:
        """The functions by their names."""
        found: dict[str, list[ast.FunctionDef]] = defaultdict(list)
        for function in self.of(ast.FunctionDef):
            found[function.name].append(function)
        return dict(found)

    @cached_property
    def assigned(self) -> dict[str, list[ast.Assign]]:
        """The plain assignments by the text of each target."""
        found: dict[str, list[ast.Assign]] = defaultdict(list)
        for statement in self.of(ast.Assign):
            for text in dict.fromkeys(ast.unparse(target) for target in statement.targets):
                found[text].append(statement)
        return dict(found)

    @cached_property
    def calls(self) -> dict[str, list[ast.Call]]:
        """The calls by the last name of what is called."""
        found: dict[str, list[ast.Call]] = defaultdict(list)
        for call in self.of(ast.Call):
            found[_last_name(call.func)].append(call)
        return dict(found)

    def in_order(self, nodes: list[ast.AST]) -> list[ast.AST]:
        nodes.sort(key=self.order.__getitem__)
        return nodes

    def spans(self, kind: type[ast.AST], decorators: bool) -> Intervals[ast.AST]:
        """The nodes of a kind by their lines."""
        if (kind, decorators) not in self._spans:
            spans = self._spans[kind, decorators] = Intervals(len(self.lines))
            for node in self.by_kind.get(kind, ()):
                if isinstance(node, ast.expr | ast.stmt):
                    spans.add(first_line(node) if decorators else node.lineno, last_line(node), node)
        return self._spans[kind, decorators]

    @cached_property
    def _lined(self) -> Intervals[ast.expr | ast.stmt]:
        """All expressions and statements by their lines."""
        spans: Intervals[ast.expr | ast.stmt] = Intervals(len(self.lines))
        for node in self.nodes:
            if isinstance(node, ast.expr | ast.stmt):
                spans.add(node.lineno, last_line(node), node)
        return spans

    @cached_property
    def _by_place(self) -> dict[Columns, ast.expr]:
        found: dict[Columns, ast.expr] = {}
        for node in self.nodes:
            if isinstance(node, ast.expr):
                found.setdefault(self.columns(node), node)
        return found

    @cached_property
    def extent(self) -> dict[ast.AST, tuple[int, int]]:
        """Numbers by which a node and all its parts are a range of their own."""
        sizes = dict.fromkeys(self.nodes, 1)
        for node in reversed(self.nodes[1:]):
            sizes[self.parent[node]] += sizes[node]
        found: dict[ast.AST, tuple[int, int]] = {self.tree: (0, sizes[self.tree])}
        free: dict[ast.AST, int] = {self.tree: 1}
        for node in self.nodes[1:]:
            above = self.parent[node]
            first = free[above]
            found[node] = (first, first + sizes[node])
            free[above], free[node] = first + sizes[node], first + 1
        return found

    @cached_property
    def by_extent(self) -> dict[type[ast.AST], tuple[list[int], list[ast.AST]]]:
        """The nodes of each kind in the order of the text, with their first numbers."""
        found = {}
        for kind, nodes in self.by_kind.items():
            ordered = sorted(nodes, key=self.extent.__getitem__)
            found[kind] = ([self.extent[node][0] for node in ordered], ordered)
        return found


def _last_name(called: ast.expr) -> str:
    if isinstance(called, ast.Name):
        return called.id
    return called.attr if isinstance(called, ast.Attribute) else ast.unparse(called).rpartition(".")[2]


def remembered(answer: Callable[[Syntax, Asked], Answer]) -> Callable[[Syntax, Asked], Answer]:
    """For what is asked again and again about the same part of a text: an answer is kept as long as the syntax is."""
    answers: WeakKeyDictionary[Syntax, dict[Asked, Answer]] = WeakKeyDictionary()

    @wraps(answer)
    def kept(syntax: Syntax, asked: Asked) -> Answer:
        known = answers.setdefault(syntax, {})
        if asked not in known:
            known[asked] = answer(syntax, asked)
        return known[asked]

    return kept


class _Within(Nodes):
    def __init__(self, syntax: Syntax, outer: ast.AST) -> None:
        self._syntax, self._outer = syntax, outer

    def _of(self, kinds: tuple[type[ast.AST], ...]) -> list[Any]:
        found: list[ast.AST] = []
        first, end = self._syntax.extent[self._outer]
        for kind in kinds:
            numbers, nodes = self._syntax.by_extent.get(kind, ([], []))
            found += nodes[bisect_left(numbers, first) : bisect_left(numbers, end)]
        return self._syntax.in_order(found)


class _Around(Nodes):
    def __init__(self, syntax: Syntax, line: int, decorators: bool) -> None:
        self._syntax, self._line, self._decorators = syntax, line, decorators

    def _of(self, kinds: tuple[type[ast.AST], ...]) -> list[Any]:
        spans = [self._syntax.spans(kind, self._decorators) for kind in kinds]
        return self._syntax.in_order([node for each in spans for node in each.at(self._line)])


def span(node: ast.AST) -> tuple[Position, Position]:
    """Start and end in lines and bytes; nothing has a place before everything."""
    line, column = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
    end_line, end_column = getattr(node, "end_lineno", None), getattr(node, "end_col_offset", None)
    return (line, column), (end_line or line, end_column or column)


def may_have(name: str, text: str) -> bool:
    """Can the name stand in this text? To look is much less work than to parse a file that has nothing of the kind."""
    return name in text or not text.isascii()  # Python takes letters of other widths for the same


def names_in(node: ast.AST) -> set[str]:
    """The variables that a part of a text reads or writes."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def first_line(node: ast.expr | ast.stmt) -> int:
    """Where Python says that a node begins: of a function or class the decorators count."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(d.lineno for d in decorators)])


def last_line(node: ast.expr | ast.stmt) -> int:
    return node.end_lineno or node.lineno


def characters(line: str, utf8_bytes: int) -> int:
    """How many characters so many bytes of a line are."""
    if line.isascii():
        return utf8_bytes
    return len(line.encode("utf-8")[:utf8_bytes].decode("utf-8", "ignore"))
