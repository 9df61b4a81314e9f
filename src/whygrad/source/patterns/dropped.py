"""Results that a program computes and never uses, as its text tells."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.scopes import function_on_line, scope_of
from whygrad.source.span import assigned_names, node_at, place_of_node
from whygrad.source.syntax import COMPREHENSIONS, Syntax, names_in
from whygrad.source.values.calls import TELLING
from whygrad.source.values.steps import last_name

LOOPS = (ast.For, ast.AsyncFor)
BLOCKS = ("body", "orelse", "finalbody")


def is_dropped(place: Place, sources: SourceFiles) -> bool:
    """Does nobody use the value of the expression: is it a statement, or assigned to a name that nobody reads then?"""
    syntax = sources.syntax(place.file)
    value = syntax.at(place)
    if value is None:
        return False
    holder = syntax.parent.get(value)
    while isinstance(holder, COMPREHENSIONS):
        holder = syntax.parent.get(holder)  # an element of what is collected
    if isinstance(holder, ast.Expr):
        return True
    if not isinstance(holder, ast.Assign) or len(holder.targets) != 1:
        return False
    target = holder.targets[0]
    if isinstance(target, ast.Name):
        return not any(_reads(syntax, holder, target.id))
    if isinstance(target, ast.Tuple) and all(isinstance(each, ast.Name) for each in target.elts):
        return not any(read for name in names_in(target) for read in _reads(syntax, holder, name))
    if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name):
        return not any(_reads(syntax, holder, target.value.id))
    return False


def is_discarded(place: Place, sources: SourceFiles) -> bool:
    """Is the expression a statement by itself, `total.add(term)`, so that nothing gets its result?"""
    node = node_at(place, sources)
    return isinstance(node, ast.Call) and isinstance(sources.syntax(place.file).parent.get(node), ast.Expr)


def is_only_told(place: Place, sources: SourceFiles) -> bool:
    """Does the program drop the value of the expression, or only print or log it?"""
    syntax, node = sources.syntax(place.file), node_at(place, sources)
    holder = syntax.statement_of(node) if node is not None else None
    if not isinstance(holder, ast.Assign):
        return isinstance(holder, ast.Expr) and (holder.value is node or only_tells(holder))
    if holder.value is not node:
        return False
    scope = scope_of(holder, syntax)
    names = {name for target in holder.targets for name in names_in(target)}
    reads = [n for n in syntax.within(scope).of(ast.Name) if n.id in names and isinstance(n.ctx, ast.Load)]
    is_kept = not all(isinstance(t, (ast.Name, ast.Tuple)) for t in holder.targets)
    return not is_kept and all(only_tells(syntax.statement_of(read)) for read in reads)


def only_tells(statement: ast.stmt) -> bool:
    """`print(…)`, `log.warning(…)`, or an `if` with nothing else inside."""
    if isinstance(statement, ast.If):
        return all(only_tells(inner) for inner in (*statement.body, *statement.orelse))
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and last_name(call.func) in TELLING


@dataclass(frozen=True)
class Dropping:
    """A call whose result nobody uses."""

    chain: Chain
    name: str = ""  # of the variable that it is given to
    replaced: Place | None = None  # what assigns that variable again, before anything reads it; a loop does by itself

    @property
    def is_loop(self) -> bool:
        return self.replaced == self.chain[-1]


def dropping_call(chain: Chain, within: int, sources: SourceFiles) -> Dropping | None:
    """The call in a chain whose result nobody uses; None where that is not known.

    A function that returns something may return the value: then the call of it is asked. The first `within` calls are
    not asked.
    """
    for depth in range(len(chain), within, -1):
        place = chain[depth - 1]
        names = assigned_names(place, sources)
        if any(name.startswith("_") for name in names):
            return None  # dropped on purpose
        if _is_a_write(place, sources):
            return None  # the program wants its effect, and not its result
        if is_dropped(place, sources):
            return Dropping(chain[:depth], names[0] if names else "")
        replaced = _replaced(place, sources)
        if replaced is not None:
            return Dropping(chain[:depth], names[0], replaced)
        if not _returns_something(place, sources):
            break
    return None


def _is_a_write(place: Place, sources: SourceFiles) -> bool:
    """Is it a call that writes in place, by the name of what is called?"""
    value = sources.syntax(place.file).at(place)
    called = value.func if isinstance(value, ast.Call) else None
    return isinstance(called, ast.Attribute) and called.attr.endswith("_") and not called.attr.endswith("__")


def _returns_something(place: Place, sources: SourceFiles) -> bool:
    """Does the function in which the place stands return a value?"""
    if place.function.endswith(">"):  # a comprehension
        return True
    syntax = sources.syntax(place.file)
    function = function_on_line(place, sources)
    found = syntax.within(function).of(ast.Return) if function is not None else ()
    return any(each.value is not None and not isinstance(each.value, ast.Constant) for each in found)


def _replaced(place: Place, sources: SourceFiles) -> Place | None:
    """What assigns again the variable that holds the value, whatever happens, before anything reads it."""
    syntax = sources.syntax(place.file)
    value = syntax.at(place)
    holder = syntax.parent.get(value) if value is not None else None
    if not isinstance(holder, ast.Assign) or len(holder.targets) != 1 or not isinstance(holder.targets[0], ast.Name):
        return None
    name, above = holder.targets[0].id, syntax.parent.get(holder)
    blocks = (getattr(above, field, None) or [] for field in BLOCKS)
    block: list[ast.stmt] = next((b for b in blocks if holder in b), [])
    for following in block[block.index(holder) + 1 :] if block else ():
        if _is_read_in(following, name):
            return None
        if isinstance(following, ast.Assign) and [ast.unparse(target) for target in following.targets] == [name]:
            return place_of_node(place.file, following, place.function, sources)
    if not isinstance(above, ast.For | ast.AsyncFor | ast.While) or holder not in above.body:
        return None
    return None if _is_read_in(above, name) else place


def _is_read_in(statement: ast.AST, name: str) -> bool:
    names = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
    return any(node.id == name and not isinstance(node.ctx, ast.Store) for node in names)


def _reads(syntax: Syntax, assignment: ast.Assign, name: str) -> Iterator[bool]:
    """Where the name is read after the assignment. What a loop gives its name to is new at every turn."""
    scope = scope_of(assignment, syntax)
    loops = [n for n in syntax.above(assignment) if isinstance(n, LOOPS) and syntax.holds(scope, n)]
    loop = next((n for n in loops if name in names_in(n.target)), None)
    if loop is not None:
        scope = loop
    for node in syntax.within(scope).of(ast.Name):
        if node.id != name or not isinstance(node.ctx, ast.Load) or syntax.holds(assignment, node):
            continue
        if loop is None or node.lineno > assignment.lineno:
            yield True
