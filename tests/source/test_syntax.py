"""The index over a text answers as a walk over its whole tree does."""

from __future__ import annotations

import ast
import itertools
from pathlib import Path

import pytest

import whygrad
from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.intervals import Intervals
from whygrad.source.syntax import SHARED, Syntax, first_line, last_line

ODD = """
@decorated(
    "over", lines=[x for x in range(3)])
class Held:
    @staticmethod
    async def method(a, b=lambda c: c): return await a; b = 1

    é = "ü"; x = é.upper().lower(); y = (é +
        x).strip()

def outer(f):
    def inner(x):
        if x:
            pass
        elif f"{x!r:>{x}} {[y for y in x]}":
            while x: x = yield x
        else:
            return {**x, "a": {1: (2, 3)}}
    with f as g, \\
            g as h:
        match f:
            case [1, *rest] if rest: del rest
    return inner
"""
OWN = sorted((Path(whygrad.__file__).parent / "source").glob("*.py"))
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
KINDS = (*FUNCTIONS, ast.If, ast.Assign, ast.Expr, ast.Call, ast.Name)


def texts() -> list[str]:
    return [ODD, *(file.read_text(encoding="utf-8") for file in OWN[:2])]


@pytest.fixture(params=texts(), ids=["odd", *(file.stem for file in OWN[:2])])
def syntax(request: pytest.FixtureRequest) -> Syntax:
    return SourceFiles({"f.py": request.param}).syntax("f.py")


def walked(node: ast.AST, *kinds: type[ast.AST]) -> list[ast.AST]:
    return [n for n in ast.walk(node) if type(n) in kinds]


def test_nodes_of_a_kind_come_as_a_walk_meets_them(syntax):
    assert syntax.nodes == [n for n in ast.walk(syntax.tree) if not isinstance(n, SHARED)]
    for kinds in itertools.chain(itertools.combinations(KINDS, 1), itertools.combinations(KINDS, 3)):
        assert syntax.of(*kinds) == walked(syntax.tree, *kinds)


def test_nodes_within_a_node_come_as_a_walk_of_it_meets_them(syntax):
    for outer in walked(syntax.tree, ast.FunctionDef, ast.ClassDef, ast.If, ast.Call):
        assert syntax.within(outer).of(ast.Name, ast.Assign, ast.If) == walked(outer, ast.Name, ast.Assign, ast.If)
        inside = set(ast.walk(outer))
        for inner in syntax.nodes[::7]:
            assert syntax.holds(outer, inner) == (inner in inside)


def test_nodes_around_a_line_are_those_whose_lines_it_is_one_of(syntax):
    for line in range(len(syntax.lines) + 3):
        for kind in KINDS:
            nodes = walked(syntax.tree, kind)
            assert syntax.around(line).of(kind) == [n for n in nodes if n.lineno <= line <= last_line(n)]
            with_decorators = [n for n in nodes if first_line(n) <= line <= last_line(n)]
            assert syntax.around(line, decorators=True).of(kind) == with_decorators


def test_an_expression_is_found_by_its_place_and_by_a_part_of_it(syntax):
    expressions = [n for n in ast.walk(syntax.tree) if isinstance(n, ast.expr)]
    for node in expressions:
        place = Place("f.py", *syntax.columns(node), "")
        assert syntax.at(place) is next(n for n in expressions if syntax.columns(n) == syntax.columns(node))
        start, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
        around = [
            n
            for n in ast.walk(syntax.tree)
            if isinstance(n, (ast.expr, ast.stmt))
            and (n.lineno, n.col_offset) <= start
            and end <= (n.end_lineno, n.end_col_offset)
        ]
        assert syntax.smallest(start, end) is around[-1]


def test_intervals_tell_the_spans_around_a_line():
    spans = [(first, last) for first in range(12) for last in range(first, 12)]
    intervals: Intervals[tuple[int, int]] = Intervals(11)
    for first, last in spans:
        intervals.add(first, last, (first, last))
    for line in range(-2, 15):
        assert sorted(intervals.at(line)) == [s for s in spans if s[0] <= line <= s[1]]


def test_a_long_span_takes_few_entries():
    intervals: Intervals[int] = Intervals(100_000)
    intervals.add(1, 99_999, 1)
    assert sum(len(cell) for cell in intervals._cells.values()) < 40


def test_a_text_that_does_not_parse_has_an_empty_index():
    syntax = SourceFiles({"f.py": "def"}).syntax("f.py")
    assert syntax.of(ast.FunctionDef) == [] == syntax.around(1).of(ast.FunctionDef)
    assert syntax.at(Place("f.py", 1, 1, 1, 4, "")) is None
