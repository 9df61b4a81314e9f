"""What the text tells about a statement that freezes: when it runs, and whether it could unfreeze."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from itertools import takewhile

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.loops import share_a_loop
from whygrad.source.syntax import Syntax, last_line


def shared_frames(one: Chain, other: Chain) -> int:
    """How many calls two chains have in common, from the outermost."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def runs_in_every_round(act: Chain, before: Chain, sources: SourceFiles) -> bool:
    """Does a loop do both, where `before` was an earlier round's, and is `act` done always, with `False`?"""
    inner = shared_frames(act, before)
    if inner >= min(len(act), len(before)) or not share_a_loop(act[inner], before[inner], sources):
        return False
    if any(_is_tested(place, sources) for place in act[inner:]):
        return False
    return any("False" in sources.line(place.file, place.line) for place in act[inner:])


def runs_with_every_step(act: Chain, step: Chain, sources: SourceFiles) -> bool:
    """Does one round of a loop do both, and is `act` done always, with `False`?"""
    inner = shared_frames(act, step)
    together = any(share_a_loop(place, place, sources) for place in act[:inner])
    if inner >= len(act) or not (together or runs_in_every_round(act, step, sources)):
        return False
    if any(_is_tested(place, sources) for place in act[inner:]):
        return False
    return any("False" in sources.line(place.file, place.line) for place in act[inner:])


def _is_tested(place: Place, sources: SourceFiles) -> bool:
    """Does an `if` of its function, inside the function's loops or not, decide whether the place runs?"""
    around = sources.syntax(place.file).around(place.line)
    functions = around.of(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    start = max((n.lineno for n in functions if _contains(n, place)), default=0)
    tests = around.of(ast.If, ast.IfExp, ast.Match, ast.Try)
    return any(_contains(n, place) and n.lineno >= start and not _is_main(n) for n in tests)


def _is_main(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "__name__" in ast.unparse(node.test)


def _contains(node: ast.expr | ast.stmt, place: Place) -> bool:
    return node.lineno <= place.line and place.end_line <= last_line(node)


def can_only_freeze(act: Chain, files: Iterable[str], sources: SourceFiles) -> bool:
    """`if p.requires_grad: p.requires_grad = flag`, in a function that is also called with `True`."""
    if not act:
        return False
    syntax = sources.syntax(act[-1].file)
    around = syntax.around(act[-1].line)
    for function in around.of(ast.FunctionDef, ast.AsyncFunctionDef):
        if _contains(function, act[-1]):
            tests = [n for n in around.of(ast.If) if syntax.holds(function, n) and _contains(n, act[-1])]
            names = {a.arg for a in (*function.args.args, *function.args.kwonlyargs)}
            if any(_asks_for_flag(t.test) and _sets_flag_to(t.body, names) for t in tests):
                return any(_is_called_with_true(function.name, sources.syntax(file)) for file in files)
    return False


def _asks_for_flag(test: ast.expr) -> bool:
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
    return any(isinstance(p, ast.Attribute) and p.attr == "requires_grad" for p in parts)


def _sets_flag_to(body: list[ast.stmt], names: set[str]) -> bool:
    """To one of these: a parameter of the function, which may be `True`."""
    for node in (n for statement in body for n in ast.walk(statement)):
        value: ast.expr | None = None
        if isinstance(node, ast.Assign) and any(_is_flag(t, "requires_grad") for t in node.targets):
            value = node.value
        elif isinstance(node, ast.Call) and _is_flag(node.func, "requires_grad_") and node.args:
            value = node.args[0]
        if isinstance(value, ast.Name) and value.id in names:
            return True
    return False


def _is_flag(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == name


def _is_called_with_true(name: str, syntax: Syntax) -> bool:
    for node in syntax.of(ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        given = (*node.args, *(k.value for k in node.keywords))
        if called == name and any(isinstance(a, ast.Constant) and a.value is True for a in given):
            return True
    return False
