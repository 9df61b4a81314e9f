"""Variables that each turn of a loop assigns anew, and that the loop itself never reads."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import takewhile

from whygrad.recording import Chain
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.loops import stands_before_the_loop_of
from whygrad.source.scopes import FUNCTIONS, LOOPS
from whygrad.source.span import place_of_node
from whygrad.source.syntax import Syntax, last_line

Loop = ast.For | ast.AsyncFor | ast.While
MOST_STORES = 8  # from name to name


def replaced_in_loop(chain: Chain, ran: Chain, sources: SourceFiles) -> tuple[str, Chain]:
    """The variable that holds what is made at the end of a chain, and the chain to the assignment that replaces it.

    The innermost loop that makes it is asked; one that runs the backward pass too is the training's own.
    """
    for depth in range(len(chain), 0, -1):
        place = chain[depth - 1]
        syntax = sources.syntax(place.file)
        statement = syntax.smallest_statement(place.line)
        loop = _loop_around(statement, syntax) if statement is not None else None
        if loop is None:
            continue
        if not all(stands_before_the_loop_of(at, place, sources) for at in ran):
            return "", ()
        name, stored = _kept_as(statement, loop, syntax)
        if stored is None:
            return "", ()
        where = place if stored is statement else place_of_node(place.file, stored, place.function, sources)
        return name, (*chain[: depth - 1], where)
    return "", ()


def _loop_around(statement: ast.AST, syntax: Syntax) -> Loop | None:
    """The innermost loop of its own function."""
    for above in syntax.above(statement):
        if isinstance(above, FUNCTIONS):
            return None
        if isinstance(above, LOOPS):
            return above
    return None


def _kept_as(statement: ast.AST | None, loop: Loop, syntax: Syntax) -> tuple[str, ast.Assign | None]:
    """The one variable that outlives the turn, and the statement that assigns it; nothing where the loop reads it."""
    conditions = _conditions(statement, loop, syntax)
    for _ in range(MOST_STORES):
        if not isinstance(statement, ast.Assign) or not _conditions(statement, loop, syntax) <= conditions:
            break  # a condition may choose the one that is meant
        reads = {name: list(_reads(name, loop, syntax)) for name in _names(statement)}
        unread = [name for name, found in reads.items() if not found]
        if unread:
            return (unread[0], statement) if len(unread) == 1 else ("", None)
        # What is read only to be stored under another name: `parts["kl"] = kl`.
        once = [found[0] for found in reads.values() if len(found) == 1 and found[0] is not statement]
        statement = once[0] if len(once) == 1 else None
    return "", None


def _conditions(statement: ast.AST | None, loop: Loop, syntax: Syntax) -> set[ast.AST]:
    """What stands between a statement and the loop around it."""
    return set(takewhile(lambda node: node is not loop, syntax.above(statement))) if statement is not None else set()


def _names(statement: ast.Assign) -> Iterator[str]:
    """What is assigned: names, attributes, and items of a key that is the same in all turns."""
    for target in statement.targets:
        for each in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
            is_item = isinstance(each, ast.Subscript) and isinstance(each.slice, ast.Constant)
            if isinstance(each, ast.Name | ast.Attribute) or is_item:
                yield ast.unparse(each)


def _reads(name: str, loop: Loop, syntax: Syntax) -> Iterator[ast.AST | None]:
    """The statements of a loop that read the variable; who reads the container of an item may read the item."""
    inside = syntax.within(loop).of(ast.Name, ast.Attribute, ast.Subscript)
    known = {name, name.partition("[")[0]}
    for node in inside:
        above = syntax.parent.get(node)
        is_target = isinstance(above, ast.Subscript) and isinstance(above.ctx, ast.Store) and above.value is node
        if isinstance(node.ctx, ast.Load) and not is_target and ast.unparse(node) in known:
            yield syntax.smallest_statement(last_line(node))
