"""Lists that repeat one object: the result of a call, `[Block()] * n`, or a container, `[[]] * n`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TypeGuard

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import place_of_node
from whygrad.source.syntax import Syntax, last_line

Asks = Callable[[ast.expr], bool]


def multiplied_call(place: Place, sources: SourceFiles) -> Place | None:
    """The `[call()] * n` that the statement at a place uses: inside it, or in what one of its names was assigned."""
    return _multiplied(place, lambda element: isinstance(element, ast.Call), sources)


def multiplied_name(place: Place, sources: SourceFiles) -> Place | None:
    """The same of a variable: `[block] * n`."""
    return _multiplied(place, lambda element: isinstance(element, ast.Name | ast.Attribute), sources)


def is_chosen(written: Place, sources: SourceFiles) -> bool:
    """Does an option decide between a `[call()] * n` and calls for each, under the same name? Then sharing is meant.

    Of `[block] * n` nobody knows here what was called.
    """
    syntax = sources.syntax(written.file)
    found = syntax.at(written)
    around = syntax.above(found) if found is not None else []
    function = next((node for node in around if isinstance(node, ast.FunctionDef)), None)
    if function is None or not isinstance(found, ast.BinOp):
        return False
    calls = {ast.unparse(c.func) for c in ast.walk(found) if isinstance(c, ast.Call)}
    options = [node for node in ast.walk(function) if isinstance(node, ast.If | ast.IfExp)]
    for other in ast.walk(function):
        made = other.elt if isinstance(other, ast.ListComp | ast.GeneratorExp) else None
        if not isinstance(made, ast.Call) or (calls and ast.unparse(made.func) not in calls):
            continue
        apart = any(_branch_of(found, option) is not _branch_of(other, option) for option in options)
        if apart and _given_to(other, syntax) == _given_to(found, syntax):
            return True
    return False


def _given_to(node: ast.AST, syntax: Syntax) -> str:
    """What the statement around it assigns it to, or that it is returned."""
    statement = next((above for above in syntax.above(node) if isinstance(above, ast.stmt)), None)
    if isinstance(statement, ast.Assign):
        return ast.unparse(statement.targets[0])
    return "return" if isinstance(statement, ast.Return) else ""


def _branch_of(node: ast.AST, option: ast.If | ast.IfExp) -> list[ast.stmt] | ast.expr | None:
    """The branch of an option that holds it; None if it lies outside."""
    for branch in (option.body, option.orelse):
        parts = branch if isinstance(branch, list) else [branch]
        if any(node is inner for part in parts for inner in ast.walk(part)):
            return branch
    return None


def multiplied_container(place: Place, sources: SourceFiles) -> Place | None:
    """The `[[]] * n` that the statement at a place uses, in the same function; what is full from the start stays so."""
    return _multiplied(place, _is_empty, sources)


def default_around(place: Place, sources: SourceFiles) -> Place | None:
    """The default of an argument that a place lies in: Python computes it once, when it meets the `def`."""
    syntax = sources.syntax(place.file)
    found = syntax.at(place)
    above = [found, *syntax.above(found)] if found is not None else []
    function = next((node for node in above if isinstance(node, ast.FunctionDef)), None)
    if function is None:
        return None
    defaults = [default for default in (*function.args.defaults, *function.args.kw_defaults) if default is not None]
    inside = next((default for default in defaults if any(default is node for node in above)), None)
    return place_of_node(place.file, inside, place.function, sources) if inside is not None else None


def _multiplied(place: Place, asks: Asks, sources: SourceFiles) -> Place | None:
    syntax = sources.syntax(place.file)
    call = syntax.at(place)
    around = (node for node in syntax.above(call) if isinstance(node, ast.stmt)) if call is not None else iter(())
    statement = next(around, syntax.smallest_statement(place.line))
    if statement is None:
        return None
    found: ast.expr | None = next(
        (node for node in syntax.within(statement).of(ast.BinOp) if _repeats(node, asks)), None
    )
    if found is None:
        used = {_name_of(node) for node in ast.walk(statement)} - {""}
        assigned = [a for a in syntax.of(ast.Assign) if a.lineno < place.line and _repeats(a.value, asks)]
        found = next((a.value for a in reversed(assigned) if used & set(map(_name_of, a.targets))), None)
    if found is None:
        return None
    functions = syntax.around(found.lineno).of(ast.FunctionDef)  # a name in another function is another variable
    is_seen = all(f.lineno <= place.line <= last_line(f) for f in functions)
    return place_of_node(place.file, found, place.function, sources) if is_seen else None


def _name_of(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_empty(element: ast.expr) -> bool:
    return (isinstance(element, ast.List) and not element.elts) or (isinstance(element, ast.Dict) and not element.keys)


def _repeats(node: ast.expr, asks: Asks) -> TypeGuard[ast.BinOp]:
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
        return False
    return any(isinstance(side, ast.List | ast.Tuple) and any(map(asks, side.elts)) for side in (node.left, node.right))
