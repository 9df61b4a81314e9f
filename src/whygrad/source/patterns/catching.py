"""Whether the program itself catches an error that is raised at a place, as its text tells."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.scopes import FUNCTIONS

EXPECTING = ("raises", "assertRaises", "assertRaisesRegex", "suppress")  # blocks that an error is meant to end
ALWAYS = frozenset({"Exception", "BaseException"})


def is_expected(chain: Chain, error: str, sources: SourceFiles) -> bool:
    """Is the error, `Name: message`, raised where the nearest that catches it waits for just that?"""
    return next(_catchers(chain, error, sources), "") == "expected"


def is_caught(chain: Chain, error: str, sources: SourceFiles) -> bool:
    """Does a `try` of the program's catch it, or is it expected?"""
    return next(_catchers(chain, error, sources), "") != ""


def _catchers(chain: Chain, error: str, sources: SourceFiles) -> Iterator[str]:
    names = _classes(error.partition(":")[0])
    for place in reversed(chain):
        yield from _around(place, names, sources)


def _classes(name: str) -> frozenset[str]:
    """The class and those that it is known to come from."""
    known = getattr(builtins, name, None)
    bases = known.__mro__ if isinstance(known, type) else ()
    return frozenset({name, *(base.__name__ for base in bases)}) | ALWAYS


def _around(place: Place, names: frozenset[str], sources: SourceFiles) -> Iterator[str]:
    """What catches it in the function of the place, the nearest first."""
    syntax = sources.syntax(place.file)
    inner = syntax.smallest_statement(place.line)
    for outer in syntax.above(inner) if inner is not None else ():
        if isinstance(outer, FUNCTIONS):
            return
        is_inside = inner in getattr(outer, "body", ())  # not in a handler of its own
        if is_inside and any(_takes(handler.type, names) for handler in getattr(outer, "handlers", ())):
            yield "caught"
        if is_inside and any(_expects(item.context_expr, names) for item in getattr(outer, "items", ())):
            yield "expected"
        inner = outer


def _takes(kind: ast.expr | None, names: frozenset[str]) -> bool:
    if kind is None:
        return True
    kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return any(_last_name(one) in names for one in kinds)


def _expects(manager: ast.expr, names: frozenset[str]) -> bool:
    if not isinstance(manager, ast.Call) or _last_name(manager.func) not in EXPECTING:
        return False
    return any(_takes(kind, names) for kind in (*manager.args, *(keyword.value for keyword in manager.keywords)))


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
