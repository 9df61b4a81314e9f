"""What a test decides about, and which variables an expression reads."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from whygrad.recording import Place
from whygrad.source.scopes import NAMED_FUNCTIONS, in_order
from whygrad.source.syntax import Syntax, remembered, span
from whygrad.source.values.bindings import Bindings
from whygrad.source.values.file_bindings import ADDING, MERGING
from whygrad.source.values.steps import FunctionNode, dotted

STORING = {*ADDING, *MERGING, "setdefault"}


@dataclass(frozen=True)
class Guard:
    """A test and the names that are assigned or mutated on either side of it."""

    kind: str  # "if", "while", "ternary", "assert", "comprehension", "match"
    place: Place  # the whole statement, or the conditional expression
    test: Place
    body: tuple[str, ...]
    orelse: tuple[str, ...]
    returned: tuple[str, ...] = ()  # names that its body returns: what follows was not done to them


def guard_of(index: Bindings, node: ast.AST) -> Guard | None:
    """The innermost test that the node lies in; None where it lies in none."""
    if isinstance(node, ast.If | ast.While):  # of `if not x:` Python knows the whole statement only
        return _guard(index, node, node.test)
    below = node
    while below in index.parent:
        above = index.parent[below]
        if isinstance(above, FunctionNode | ast.ClassDef) and not isinstance(above, ast.Lambda):
            return None
        if isinstance(above, ast.If | ast.While | ast.Assert | ast.IfExp) and above.test is below:
            return _guard(index, above, below)
        if isinstance(above, ast.comprehension) and below in above.ifs:
            return _expression_guard(index, "comprehension", index.parent[above], below, None, None)
        if isinstance(above, ast.Match) and above.subject is below:
            body = [s for case in above.cases for s in case.body]
            return _statement_guard(index, "match", above, below, body, [])
        below = above
    return None


def _guard(index: Bindings, node: ast.AST, test: ast.AST) -> Guard:
    if isinstance(node, ast.IfExp):
        return _expression_guard(index, "ternary", node, test, node.body, node.orelse)
    if isinstance(node, ast.If | ast.While):
        kind = "if" if isinstance(node, ast.If) else "while"
        return _statement_guard(index, kind, node, test, node.body, node.orelse)
    return _statement_guard(index, "assert", node, test, [], [])


def _statement_guard(
    index: Bindings, kind: str, node: ast.AST, test: ast.AST, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt]
) -> Guard:
    return Guard(
        kind,
        _place(index, [node]),
        _place(index, [test]),
        _stored_names(index, body),
        _stored_names(index, orelse),
        tuple(dict.fromkeys(n for s in body for n in _returned_names(s))),
    )


def _expression_guard(
    index: Bindings, kind: str, node: ast.AST, test: ast.AST, body: ast.expr | None, orelse: ast.expr | None
) -> Guard:
    """A test within an expression decides about what the statement around it stores."""
    statement = index.statement_of(node)
    names = _stored_names(index, [statement]) if not hasattr(statement, "body") else ()
    return Guard(kind, _place(index, [node]), _place(index, [test]), names, names)


def _place(index: Bindings, nodes: Sequence[ast.AST]) -> Place:
    return index.place(nodes[0], span(nodes[0])[0], span(nodes[-1])[1])


def _stored_names(index: Bindings, body: Sequence[ast.AST]) -> tuple[str, ...]:
    """Names and attributes that statements assign, delete or mutate, in their order, without inner functions."""
    syntax = index.syntax_of(body[0]) if body else None
    stored = _stored_by_nodes(syntax, syntax.tree) if syntax is not None else {}
    return tuple(dict.fromkeys(name for node in body for name in stored.get(node, ())))


@remembered
def _stored_by_nodes(syntax: Syntax, tree: ast.Module) -> dict[ast.AST, tuple[str, ...]]:
    """What is stored in each node of a text, from the innermost outwards: a long chain of `elif` is read once."""
    parts: dict[ast.AST, list[ast.AST]] = defaultdict(list)
    found: dict[ast.AST, tuple[str, ...]] = {}
    for node in reversed(syntax.nodes):
        names = {} if isinstance(node, ast.ClassDef | FunctionNode) else dict.fromkeys(_stored_here(node))
        for child in reversed(parts.pop(node, [])) if not isinstance(node, ast.ClassDef | FunctionNode) else ():
            names |= dict.fromkeys(found[child])
        names.pop("", None)
        if names:
            found[node] = tuple(names)
            if node in syntax.parent:
                parts[syntax.parent[node]].append(node)
    return found


def _stored_here(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name | ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
        yield dotted(node)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        method = node.func.attr
        if method in STORING or (method.endswith("_") and not method.startswith("_")):
            yield dotted(node.func.value)


def _returned_names(statement: ast.stmt) -> list[str]:
    value = statement.value if isinstance(statement, ast.Return) else None
    parts = value.elts if isinstance(value, ast.Tuple | ast.List) else [value]
    return [part.id for part in parts if isinstance(part, ast.Name)]


def names_read(index: Bindings, node: ast.AST) -> list[str]:
    """Variables read in an expression: not the functions called nor modules."""
    names: dict[str, None] = {}
    for part in in_order(node, _is_named_scope):
        if not isinstance(part, ast.Name | ast.Attribute) or not isinstance(part.ctx, ast.Load):
            continue
        above = index.parent.get(part)
        called = isinstance(above, ast.Call) and above.func is part
        if isinstance(above, ast.Attribute) and part is not node:
            continue  # the whole dotted name was seen already
        owner = part.value if called and isinstance(part, ast.Attribute) else part
        text = dotted(owner)
        if text and not (called and owner is part) and _is_variable(index, part, text.split(".")[0]):
            names[text] = None
    return list(names)


def _is_variable(index: Bindings, use: ast.AST, name: str) -> bool:
    kinds = {b.kind for b in index.lookup(use, name)}
    return bool(kinds - {"import", "define"})


def _is_named_scope(node: ast.AST) -> bool:
    return isinstance(node, (ast.ClassDef, *NAMED_FUNCTIONS))
