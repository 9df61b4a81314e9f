"""Blocks of statements: `with` that keeps values from one use to the next, `if` that is never entered."""

from __future__ import annotations

import ast

from whygrad.recording import Chain, Place
from whygrad.source.chains import shared_calls
from whygrad.source.files import SourceFiles
from whygrad.source.scopes import NAMED_FUNCTIONS
from whygrad.source.span import place_of_node
from whygrad.source.syntax import Syntax

OPTIONS = (ast.If, ast.IfExp, ast.Try, ast.Match)
KEEPING = "cached"  # of `torch.nn.utils.parametrize`: a parametrised weight is computed once in the block


def keeping_block(place: Place, sources: SourceFiles) -> Place | None:
    """The innermost `with …cached():` around the place."""
    found = None
    for node in sources.syntax(place.file).around(place.line).of(ast.With, ast.AsyncWith):
        if node.lineno < place.line:
            calls = [item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call)]
            keeping = [c for c in calls if ast.unparse(c.func).rpartition(".")[2] == KEEPING]
            found = place_of_node(place.file, keeping[0], place.function, sources) if keeping else found
    return found


def opens_block(place: Place, sources: SourceFiles) -> bool:
    """Does the place stand in the head of a `with`?"""
    blocks = sources.syntax(place.file).around(place.line).of(ast.With, ast.AsyncWith)
    return any(place.line < block.body[0].lineno for block in blocks)


def runs_in_block(head: Place, place: Place, sources: SourceFiles) -> bool:
    """Does a place stand in the body of the `with` whose head is at the other?"""
    blocks = sources.syntax(head.file).around(head.line).of(ast.With, ast.AsyncWith)
    opened = [block for block in blocks if head.line < block.body[0].lineno]
    bodies = [(b.body[0].lineno, b.body[-1].end_lineno or 0) for b in opened if place.file == head.file]
    return any(first <= place.line <= last for first, last in bodies)


def condition_around(place: Place, ran: Chain, sources: SourceFiles) -> Place | None:
    """The test of the innermost `if` around a place, where what ran passed by it: before it, in the same function."""
    syntax = sources.syntax(place.file)
    functions = syntax.around(place.line).of(*NAMED_FUNCTIONS)[-1:]
    inside = [p for p in ran if p.file == place.file and syntax.around(p.line).of(*NAMED_FUNCTIONS)[-1:] == functions]
    for statement in reversed(syntax.around(place.line).of(ast.If)):
        is_entered_by = statement.body[0].lineno <= place.line <= (statement.body[-1].end_lineno or 0)
        if is_entered_by and any(p.line < statement.lineno for p in inside):
            return place_of_node(place.file, statement.test, place.function, sources)
    return None


def is_conditional(place: Place, sources: SourceFiles) -> bool:
    """Does a condition of its own function decide whether the place runs?"""
    around = sources.syntax(place.file).around(place.line)
    start = max((function.lineno for function in around.of(*NAMED_FUNCTIONS)), default=0)
    deciding = around.of(*OPTIONS)
    return any(node.lineno > start for node in deciding)


def always_follows(before: Chain, after: Chain, sources: SourceFiles) -> bool:
    """Does what runs at the end of one chain run whenever the other has: in one call, under no further condition?"""
    depth = shared_calls(before, after)
    if depth == min(len(before), len(after)) or any(is_conditional(place, sources) for place in after[depth + 1 :]):
        return False
    one, other = before[depth], after[depth]
    if (one.file, one.function) != (other.file, other.function) or one.line > other.line:
        return False
    around = sources.syntax(one.file).around(other.line).of(ast.If, ast.Try, ast.Match)
    return all(_is_in_same_branch(node, one.line, other.line) for node in around)


def has_loop_between(before: Chain, after: Chain, sources: SourceFiles) -> bool:
    """Does a loop stand between the two calls, in the function that makes both?"""
    depth = shared_calls(before, after)
    if depth == min(len(before), len(after)):
        return False
    first, last = before[depth].line, after[depth].line
    loops = sources.syntax(before[depth].file).of(ast.For, ast.While)
    return any(first < loop.lineno and (loop.end_lineno or 0) < last for loop in loops)


def runs_with(syntax: Syntax, node: ast.AST, other: ast.AST) -> bool:
    """Is a part of a function under no condition that another part is not under too, in the same branch?"""
    options = (n for n in syntax.above(node) if isinstance(n, OPTIONS))
    return all(syntax.holds(option, other) for option in options) and not exclude_each_other(syntax, node, other)


def exclude_each_other(syntax: Syntax, one: ast.AST, other: ast.AST) -> bool:
    """Do they stand in different branches of one `if`?"""
    for outer in syntax.above(one):
        if isinstance(outer, ast.If) and syntax.holds(outer, other):
            return any(syntax.holds(s, one) for s in outer.body) != any(syntax.holds(s, other) for s in outer.body)
    return False


def _is_in_same_branch(node: ast.If | ast.Try | ast.Match, line: int, other: int) -> bool:
    blocks = [node.body, node.orelse] if isinstance(node, ast.If) else []
    return any(b and all(b[0].lineno <= n <= (b[-1].end_lineno or 0) for n in (line, other)) for b in blocks)
