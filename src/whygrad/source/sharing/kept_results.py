"""Of several statements that put something into one attribute, the one that keeps what was computed at a place."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import function_at
from whygrad.source.selecting import Nodes
from whygrad.source.syntax import Syntax
from whygrad.source.values.steps import last_name


def that_keeps(stores: Sequence[Place], made: Chain, sources: SourceFiles) -> Place:
    """The store that the value was made in was seen to run. Others are only read: first those that a variable brings
    the value to, then those of a function that is called with it."""
    around = (store for store in stores if any(store.contains(place) for place in made))
    return next(around, None) or _by_variable(stores, made, sources) or stores[0]


def _by_variable(stores: Sequence[Place], made: Chain, sources: SourceFiles) -> Place | None:
    """The store that a variable leads to, in one of the functions that the value was made in, the innermost first."""
    called: list[tuple[Place, set[str]]] = []
    for place in reversed(made):
        syntax, function = sources.syntax(place.file), function_at(place, sources)
        inside: Nodes = syntax.within(function) if function is not None else syntax
        names = _brought_by(place, inside)
        own = [s for s in stores if s.file == place.file and function_at(s, sources) is function]
        for store in own:
            if names & _read_by(store, syntax):
                return store
        calls = [call for call in inside.of(ast.Call) if names & _names(given(call))]
        called.append((place, {last_name(call.func) for call in calls}))
    return next((s for _, functions in called for s in stores if s.function in functions), None)


def given(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def _brought_by(place: Place, inside: Nodes) -> set[str]:
    """The variables of a function that get what is computed at the place, at once or one from the other."""
    binding = inside.of(ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr, ast.For)
    bindings = [(set(_bound(node)), node) for node in binding]
    first = [names for names, node in bindings if node.lineno <= place.line <= (node.end_lineno or node.lineno)]
    found = {name for names in first for name in names}
    for _ in bindings:
        reading = [names for names, node in bindings if node.lineno >= place.line and found & _names(_values(node))]
        new = {name for names in reading for name in names} - found
        if not new:
            break
        found |= new
    return found


def _bound(node: ast.AST) -> Iterable[str]:
    """The variables that a statement or a walrus binds."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if hasattr(node, "target") else []
    return (n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name) and _is_stored(n))


def _is_stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _values(node: ast.AST) -> list[ast.expr]:
    value = node.iter if isinstance(node, ast.For) else getattr(node, "value", None)
    return [value] if isinstance(value, ast.expr) else []


def _read_by(store: Place, syntax: Syntax) -> set[str]:
    statement = syntax.smallest_statement(store.line)
    return _names([statement]) if statement is not None else set()


def _names(nodes: Iterable[ast.AST]) -> set[str]:
    """The variables that are read, without the objects that attributes are set on."""
    return {n.id for node in nodes for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
