"""Which bindings of a name can still stand at a use: a later plain assignment hides what came before it."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from whygrad.source.bindings import Binding, Bindings, Position, span

LOOPS = (ast.For, ast.AsyncFor, ast.While)


def reaching(index: Bindings, use: ast.AST, at: Position, bindings: Sequence[Binding]) -> list[Binding]:
    """The bindings that may stand at `at`, where `use` lies; all of them where none comes before."""
    home = index.function_of(index.scope[use])
    elsewhere = [b for b in bindings if b.scope is not home]  # another function, a comprehension: no order is known
    bindings = [b for b in bindings if b.scope is home]
    outside = _ancestors(index, use, home)
    before = [b for b in bindings if b.end <= at or b.kind == "parameter"]
    hiding = max((b for b in before if _hides(index, b, outside)), key=lambda b: b.end, default=None)
    found = [b for b in before if hiding is None or b is hiding or b.end > hiding.end or b.node is hiding.node]
    turns = [a for a in outside if isinstance(a, LOOPS) and (hiding is None or not _within(index, hiding.node, a))]
    found += [b for b in bindings if b not in before and any(_within(index, b.node, turn) for turn in turns)]
    return (found or list(bindings)) + elsewhere


def _ancestors(index: Bindings, use: ast.AST, home: ast.AST) -> list[ast.AST]:
    found = [use]
    while use is not home and use in index.parent:
        use = index.parent[use]
        found.append(use)
    return found


def _hides(index: Bindings, binding: Binding, outside: list[ast.AST]) -> bool:
    """Whether the binding is always made on the way to the use and replaces the whole value."""
    if binding.stored or binding.kind in ("mutate", "parameter"):
        return False
    if binding.kind == "loop":
        body = [a for a in outside if index.block.get(a, (None, "", 0))[:2] == (binding.node, "body")]
        if body or not isinstance(binding.node, ast.With | ast.AsyncWith):
            return bool(body)
    parent, field, number = index.block.get(binding.node, (None, "", 0))
    return any(
        block[0] is parent and block[1] == field and number < block[2]
        for block in (index.block[a] for a in outside if a in index.block)
    )


def _within(index: Bindings, node: ast.AST, loop: ast.AST) -> bool:
    """Whether the node runs again with each turn of the loop."""
    return span(loop)[0] <= span(node)[0] and span(node)[1] <= span(loop)[1] and node is not loop
