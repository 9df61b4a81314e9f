"""Two names for one value: where the program's text makes them."""

from __future__ import annotations

import ast

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.scopes import ASSIGNABLE, function_on_line, parameters_of
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import Syntax


def aliasing_chain(chain: Chain, sources: SourceFiles) -> Chain:
    """Where two operands of the innermost expression became one value, as a chain that ends there.

    That is an assignment `target = pred` before it, or a call further out that passes one value twice; else the
    expression itself.
    """
    for depth in range(len(chain), 0, -1):
        place = chain[depth - 1]
        node, function, syntax = node_at(place, sources), function_on_line(place, sources), sources.syntax(place.file)
        texts = _operands(node)
        for name in texts:
            alias = _alias(name, texts, place, syntax, function or syntax.tree)
            if alias is not None:
                return (*chain[: depth - 1], place_of_node(place.file, alias, place.function, sources))
        if len(set(texts)) < len(texts):
            return chain[:depth]
        if function is None or not set(texts) <= parameters_of(function):
            break
    return chain


def _operands(node: ast.expr | None) -> list[str]:
    if isinstance(node, ast.BinOp):
        found: list[ast.expr] = [node.left, node.right]
    elif isinstance(node, ast.Call):
        found = [*node.args, *(k.value for k in node.keywords)]
        if isinstance(node.func, ast.Attribute) and len(node.args) == 1:
            found.append(node.func.value)  # `pred.sub(target)`
    else:
        found = []
    return [ast.unparse(e) for e in found if isinstance(e, ASSIGNABLE)]


def _alias(name: str, texts: list[str], place: Place, syntax: Syntax, scope: ast.AST) -> ast.stmt | None:
    """The assignment that gave `name` the value of another operand, where it is the latest one before the place."""
    latest, latest_line = None, 0
    for statement in syntax.assigned.get(name, ()):
        if latest_line < statement.lineno < place.line and syntax.holds(scope, statement):
            latest, latest_line = statement, statement.lineno
    if latest is None or not isinstance(latest.value, ASSIGNABLE):
        return None
    return latest if ast.unparse(latest.value) in [t for t in texts if t != name] else None
