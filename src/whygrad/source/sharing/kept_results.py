"""Of several statements that put something into one attribute, the one that keeps what was computed at a place."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import function_at, is_argument
from whygrad.source.patterns.stores import added_to, attribute_stores, attributes_read
from whygrad.source.selecting import Nodes
from whygrad.source.span import place_of_node
from whygrad.source.syntax import Syntax
from whygrad.source.values.steps import last_name


def that_keeps(stores: Sequence[Place], made: Chain, sources: SourceFiles) -> Place:
    """The store that the value was made in was seen to run. Others are only read: first those that a variable brings
    the value to, then those of a function that is called with it."""
    return seen_to_keep(stores, made, sources) or stores[0]


def seen_to_keep(stores: Sequence[Place], made: Chain, sources: SourceFiles) -> Place | None:
    """The same, where the text leads from the value to one of them."""
    around = (store for store in stores if any(store.contains(place) for place in made))
    return next(around, None) or _by_variable(stores, made, sources)


def handed_to(holder: str, made: Chain, sources: SourceFiles) -> Place | None:
    """The statement that hands the value to what holds it: `self.memory.write(h)`, `STATE["h"] = h`."""
    for place in reversed(made):
        function = function_at(place, sources)
        inside = sources.syntax(place.file).within(function) if function is not None else None
        names = _brought_by(place, inside) if inside is not None else set()
        for statement in inside.of(ast.Expr, ast.Assign) if inside is not None else ():
            if names & _names([statement.value]) and _holds(statement, holder):
                return place_of_node(place.file, statement, place.function, sources)
    return None


def put_on_an_object(made: Chain, used: Chain, sources: SourceFiles) -> Place | None:
    """The statement that puts the value into an attribute of any object, from which its use reads it."""
    attributes = attributes_read(used[-1], sources, owner="") if used else []
    found = (seen_to_keep(attribute_stores(a, [used[-1].file], sources), made, sources) for a in attributes)
    return next((store for store in found if store is not None), None)


def given_to_object(made: Chain, used: Chain, sources: SourceFiles) -> Chain:
    """The store of a constructor that is given the value and keeps it, where a method reads the value from there."""
    for attribute in attributes_read(used[-1], sources) if used else ():
        stores = [s for s in attribute_stores(attribute, [used[-1].file], sources) if s.function == "__init__"]
        if stores and (kept := _kept_by_constructor(stores, made, sources)):
            return kept
    return ()


def _kept_by_constructor(stores: Sequence[Place], made: Chain, sources: SourceFiles) -> Chain:
    """The call that gives the value to a constructor, and the constructor's store of what it is given."""
    for depth in range(len(made), 0, -1):
        place = made[depth - 1]
        syntax, function = sources.syntax(place.file), function_at(place, sources)
        inside: Nodes = syntax.within(function) if function is not None else syntax
        names = _brought_by(place, inside)
        calls = [
            call for call in inside.of(ast.Call) if names & _names(_given(call)) or _is_given(call, place, sources)
        ]
        for store in stores:
            made_by = [call for call in calls if last_name(call.func) == _class_of(store, sources)]
            if made_by and _keeps_an_argument(store, sources):
                return (*made[: depth - 1], place_of_node(place.file, made_by[0], place.function, sources), store)
    return ()


def _is_given(call: ast.Call, place: Place, sources: SourceFiles) -> bool:
    """Is what is computed at the place an argument of the call itself?"""
    return any(place_of_node(place.file, value, "", sources).contains(place) for value in _given(call))


def _class_of(store: Place, sources: SourceFiles) -> str:
    """The class whose method the store stands in."""
    classes = sources.syntax(store.file).around(store.line).of(ast.ClassDef)
    return max(classes, key=lambda cls: cls.lineno).name if classes else ""


def _keeps_an_argument(store: Place, sources: SourceFiles) -> bool:
    """`self.target = features`, of an argument `features`, as it is."""
    statement = sources.syntax(store.file).smallest_statement(store.line)
    values = _values(statement) if statement is not None else []
    return any(isinstance(value, ast.Name) and is_argument(value.id, store, sources) for value in values)


def _holds(statement: ast.Expr | ast.Assign, holder: str) -> bool:
    """Does it call a method of the holder, or set one of its items?"""
    if isinstance(statement, ast.Assign):
        items = [target.value for target in statement.targets if isinstance(target, ast.Subscript)]
        return any(ast.unparse(item) == holder for item in items)
    called = statement.value.func if isinstance(statement.value, ast.Call) else None
    return isinstance(called, ast.Attribute) and ast.unparse(called.value) == holder


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
        calls = [call for call in inside.of(ast.Call) if names & _names(_given(call))]
        called.append((place, {last_name(call.func) for call in calls}))
    return next((s for _, functions in called for s in stores if s.function in functions), None)


def _given(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def _brought_by(place: Place, inside: Nodes) -> set[str]:
    """The variables of a function that get what is computed at the place, at once or one from the other."""
    binding = inside.of(ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr, ast.For)
    adding = [node for node in inside.of(ast.Expr) if added_to(node.value) is not None]
    bindings = [(set(_bound(node)), node) for node in (*binding, *adding)]
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
    """The variables that a statement or a walrus binds, or the one that it puts something into."""
    if isinstance(node, ast.Expr):
        return _names([container]) if (container := added_to(node.value)) is not None else ()
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
