"""A network that the text names twice where it lists the parameters for an optimizer."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.blocks import exclude_each_other
from whygrad.source.span import place_of_node
from whygrad.source.syntax import COMPREHENSIONS, Syntax
from whygrad.source.values.sorting import called_method, expressions_behind, first_names, function_name, scope_of
from whygrad.source.values.unused_groups import GIVING


@dataclass(frozen=True)
class NamedTwice:
    """The same parameters, twice in what goes into one optimizer."""

    text: str  # `net.parameters()`, or the variable that holds them
    first: Place
    again: Place


def named_twice(made: Place, files: Iterable[str], sources: SourceFiles) -> NamedTwice | None:
    """The expression that stands twice behind the arguments of the optimizer made there, if exactly one does."""
    known: dict[tuple[ast.AST, str], list[ast.expr]] = {}
    file_of: dict[ast.expr, str] = {}
    for file, expression in expressions_behind(made, files, sources):
        syntax = sources.syntax(file)
        for node in ast.walk(expression):
            if isinstance(node, ast.expr) and node not in file_of and _gives_parameters(syntax, node):
                file_of[node] = file
                known.setdefault((scope_of(syntax, node), ast.unparse(node)), []).append(node)
    pairs = [(text, nodes) for (_, text), nodes in known.items() if len(nodes) == 2]
    listed = [(text, pair) for text, pair in pairs if _are_both_listed(sources.syntax(file_of[pair[0]]), pair)]
    found = [NamedTwice(text, *_places(file_of, pair, sources)) for text, pair in listed]
    return found[0] if len(found) == 1 else None


def _places(file_of: dict[ast.expr, str], pair: list[ast.expr], sources: SourceFiles) -> Iterator[Place]:
    for node in sorted(pair, key=lambda n: (n.lineno, n.col_offset)):
        file = file_of[node]
        yield place_of_node(file, node, function_name(sources.syntax(file), node), sources)


def _gives_parameters(syntax: Syntax, node: ast.expr) -> bool:
    """`net.parameters()`, or a variable that was assigned a list of them and is listed as a whole."""
    if called_method(node) in GIVING:
        return True
    if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
        return False
    above = syntax.parent[node]
    is_whole = isinstance(above, (ast.Starred, ast.BinOp)) or (isinstance(above, ast.Call) and node in above.args)
    scope = scope_of(syntax, node)
    values = [s.value for s in syntax.assigned.get(node.id, ()) if scope_of(syntax, s) is scope]
    return is_whole and len(values) == 1 and any(called_method(n) in GIVING for n in ast.walk(values[0]))


def _are_both_listed(syntax: Syntax, pair: list[ast.expr]) -> bool:
    """Are both in the list in the end, and do both mean the same?

    A loop gives its variable another value at each turn; of two branches one runs, and a list that is assigned again
    has lost what it held.
    """
    one, other = (syntax.statement_of(node) for node in pair)
    names = first_names(pair[0])
    is_bound_inside = any(names & _bound_by(outer) for node in pair for outer in syntax.above(node))
    is_replaced = one is not other and _targets(one) & _targets(other) != set()
    is_rebound = sum(len(syntax.assigned.get(name, ())) for name in names) > 1
    return not (is_bound_inside or is_replaced or is_rebound or exclude_each_other(syntax, one, other))


def _bound_by(node: ast.AST) -> set[str]:
    """The variables of a loop or a comprehension."""
    targets: list[ast.expr] = [node.target] if isinstance(node, (ast.For, ast.AsyncFor)) else []
    if isinstance(node, COMPREHENSIONS):
        targets = [generator.target for generator in node.generators]
    return {n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)}


def _targets(statement: ast.stmt) -> set[str]:
    return {ast.unparse(target) for target in statement.targets} if isinstance(statement, ast.Assign) else set()
