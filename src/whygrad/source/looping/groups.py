"""Where the program's text writes the learning rates of an optimizer's groups."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import place_of_node
from whygrad.source.syntax import Syntax


def writes_one_group_again(resting: Iterable[int], files: Iterable[str], sources: SourceFiles) -> list[Place]:
    """The statements that write the rate of one group where the text is about another, of which these rest.

    In a loop over the groups, `optimizer.param_groups[0]["lr"] = …`; or right after a statement with the same target.
    """
    return [
        place_of_node(file, statement, "", sources)
        for file, statement, target in _writes_of_others(resting, files, sources)
        if _is_in_loop_over_groups(statement, sources.syntax(file))
        or _writes_the_same_again(statement, target, sources.syntax(file))
    ]


def writes_of_other_groups(resting: Iterable[int], files: Iterable[str], sources: SourceFiles) -> list[Place]:
    """The statements that write the rate of a group by its number, which is of none of these."""
    found = _writes_of_others(resting, files, sources)
    return [place_of_node(file, statement, "", sources) for file, statement, _ in found]


def writes_each_group(files: Iterable[str], sources: SourceFiles) -> bool:
    """Is there a loop over the groups in which the rate of the one at hand is written? It may be 0 on purpose."""
    for file in files:
        syntax = sources.syntax(file)
        for statement in syntax.of(ast.Assign):
            held = [t.value for t in statement.targets if isinstance(t, ast.Subscript) and _constant(t.slice) == "lr"]
            names = {group.id for group in held if isinstance(group, ast.Name)}
            if names and any(_goes_through_groups(outer, names) for outer in syntax.above(statement)):
                return True
    return False


def _goes_through_groups(loop: ast.AST, names: set[str]) -> bool:
    if not isinstance(loop, ast.For) or not any(
        isinstance(n, ast.expr) and _are_groups(n) for n in ast.walk(loop.iter)
    ):
        return False
    return any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(loop.target))


def _writes_of_others(
    resting: Iterable[int], files: Iterable[str], sources: SourceFiles
) -> Iterator[tuple[str, ast.Assign, ast.expr]]:
    skipped = set(resting)
    for file in files:
        for statement in sources.syntax(file).of(ast.Assign):
            for target in statement.targets:
                if (at := _written_group(target)) is not None and at not in skipped:
                    yield file, statement, target


def _written_group(target: ast.expr) -> int | None:
    """0 of `optimizer.param_groups[0]["lr"]`."""
    if not isinstance(target, ast.Subscript) or _constant(target.slice) != "lr":
        return None
    group = target.value
    if not isinstance(group, ast.Subscript) or not _are_groups(group.value):
        return None
    at = _constant(group.slice)
    return at if isinstance(at, int) else None


def _constant(node: ast.expr) -> object:
    return node.value if isinstance(node, ast.Constant) else None


def _are_groups(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "param_groups"


def _is_in_loop_over_groups(statement: ast.Assign, syntax: Syntax) -> bool:
    """Does the innermost loop around it go through the groups, or through their numbers?"""
    for outer in syntax.above(statement):
        if isinstance(outer, (ast.While, ast.FunctionDef, ast.If)):
            return False
        if isinstance(outer, ast.For):
            return any(isinstance(node, ast.expr) and _are_groups(node) for node in ast.walk(outer.iter))
    return False


def _writes_the_same_again(statement: ast.Assign, target: ast.expr, syntax: Syntax) -> bool:
    """Is the statement before it one with the same target, which this one does not read?"""
    written = ast.unparse(target)
    if written in {ast.unparse(node) for node in ast.walk(statement.value) if isinstance(node, ast.Subscript)}:
        return False
    for outer in syntax.above(statement):
        body = getattr(outer, "body", [])
        if isinstance(body, list) and statement in body:
            before = body[: body.index(statement)][-1:]
            return any(isinstance(b, ast.Assign) and written in map(ast.unparse, b.targets) for b in before)
    return False
