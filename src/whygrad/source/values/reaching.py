"""Which bindings of a name can still stand at a use: a later plain assignment hides what came before it."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from whygrad.source.scopes import LOOPS
from whygrad.source.syntax import Position, span
from whygrad.source.values.bindings import Bindings
from whygrad.source.values.file_bindings import Binding


def reaching(index: Bindings, use: ast.AST, at: Position, bindings: Sequence[Binding]) -> list[Binding]:
    """The bindings that may stand at `at`, where `use` lies; all of them where none comes before."""
    home = index.function_of(index.scope[use])
    elsewhere = [b for b in bindings if b.scope is not home]  # another function, a comprehension: no order is known
    bindings = [b for b in bindings if b.scope is home]
    outside = _ancestors(index, use, home)
    blocks = {block[:2]: block[2] for a in outside if (block := index.block.get(a)) is not None}
    before = [b for b in bindings if b.end <= at or b.kind == "parameter"]
    latest_first = sorted(before, key=lambda b: b.end, reverse=True)
    hiding = next((b for b in latest_first if _hides(index, b, blocks)), None)
    found = [b for b in before if hiding is None or b is hiding or b.end > hiding.end or b.node is hiding.node]
    turns = [a for a in outside if isinstance(a, LOOPS) and (hiding is None or not _within(hiding.node, a))]
    if turns:
        known = set(before)
        found += [b for b in bindings if b not in known and any(_within(b.node, turn) for turn in turns)]
    return (found or list(bindings)) + elsewhere


def _ancestors(index: Bindings, use: ast.AST, home: ast.AST) -> list[ast.AST]:
    found = [use]
    while use is not home and use in index.parent:
        use = index.parent[use]
        found.append(use)
    return found


def _hides(index: Bindings, binding: Binding, blocks: Mapping[tuple[ast.AST, str], int]) -> bool:
    """Whether the binding is always made on the way to a use in these blocks, and replaces the whole value."""
    if binding.stored or binding.kind in ("mutate", "parameter"):
        return False
    if binding.kind == "loop":
        in_body = (binding.node, "body") in blocks
        if in_body or not isinstance(binding.node, ast.With | ast.AsyncWith):
            return in_body
    if binding.node not in index.block:
        return False
    parent, field, number = index.block[binding.node]
    return number < blocks.get((parent, field), -1)


def _within(node: ast.AST, loop: ast.AST) -> bool:
    """Whether the node runs again with each turn of the loop."""
    return span(loop)[0] <= span(node)[0] and span(node)[1] <= span(loop)[1] and node is not loop
