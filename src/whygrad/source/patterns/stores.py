"""Where the program's text keeps a value on an object: `self.x = …`, `self.x[k] = …`, `self.x.append(…)`."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.scopes import ASSIGNABLE
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import Syntax, names_in
from whygrad.source.without_history import HOLDING, is_without_history

ADDING = ("append", "extend", "insert", "add", "update", "setdefault", "appendleft")
KINDS = ("dict", "float", "int", "list", "set", "tuple")
TAKING = ("get", "setdefault")  # an item of a dictionary
SETTING = ("setattr", "__setattr__", "register_buffer")
Storing = ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr


def variable_stores(variable: str, file: str, sources: SourceFiles) -> list[Place]:
    """The statements that put something into what a variable of this name holds, or into what lies in it."""
    statements = sources.syntax(file).of(ast.Expr, ast.Assign, ast.AugAssign)
    return [place_of_node(file, each, "", sources) for each in statements if _adds_to(each, variable)]


def _adds_to(statement: ast.Expr | ast.Assign | ast.AugAssign, variable: str) -> bool:
    if isinstance(statement, ast.Expr):
        container = added_to(statement.value)
        return container is not None and _is_variable(_holder(container), variable)
    if isinstance(statement, ast.AugAssign):  # `rows += [x]`; a number that is added up is kept by nobody
        is_list = isinstance(statement.value, (ast.List, ast.Tuple))
        return is_list and _is_variable(_holder(statement.target), variable)
    items = [target for target in statement.targets if isinstance(target, ast.Subscript)]
    return any(_is_variable(_holder(item), variable) for item in items)


def _is_variable(node: ast.expr, variable: str) -> bool:
    return isinstance(node, ast.Name) and node.id == variable


def added_to(call: ast.expr) -> ast.expr | None:
    """The container that a call puts something into: `rows` of `rows.append(x)`."""
    function = call.func if isinstance(call, ast.Call) else None
    return function.value if isinstance(function, ast.Attribute) and function.attr in ADDING else None


def stored_under(key: str, files: Iterable[str], sources: SourceFiles) -> list[Place]:
    """The statements that put a value into a container under this key: `group["lr"] = …`."""
    return [
        place_of_node(file, statement, "", sources)
        for file in files
        for statement in sources.syntax(file).of(ast.Assign, ast.AugAssign)
        for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
        if isinstance(target, ast.Subscript)
        if isinstance(target.slice, ast.Constant) and target.slice.value == key
    ]


def picked_from(place: Place, sources: SourceFiles) -> Place | None:
    """Where a function that puts values into a list, here, returns one of them alone: `return losses[-1]`."""
    syntax = sources.syntax(place.file)
    functions = syntax.around(place.line).of(ast.FunctionDef, ast.AsyncFunctionDef)
    for function in functions[-1:]:
        for node in syntax.within(function).of(ast.Return):
            if isinstance(node.value, ast.Subscript) and node.lineno > place.line:
                return place_of_node(place.file, node.value, place.function, sources)
    return None


def is_carried(place: Place, sources: SourceFiles) -> bool:
    """Does the statement at the place assign what it reads, `h` of `y, h = model(x, h)`, so that it lives on?"""
    for statement in sources.syntax(place.file).around(place.line).of(ast.Assign):
        stored = {ast.unparse(n) for t in statement.targets for n in ast.walk(t) if isinstance(n, ASSIGNABLE)}
        read = {ast.unparse(n) for n in ast.walk(statement.value) if isinstance(n, ASSIGNABLE)}
        if stored & read - {"self"}:
            return True
    return False


def store_around(place: Place, sources: SourceFiles) -> Place | None:
    """The statement around the place that puts what is computed there on an object, outside its constructor."""
    if place.function.rpartition(".")[2] == "__init__":
        return None
    for statement in sources.syntax(place.file).around(place.line).of(ast.Assign):
        held = [t.value if isinstance(t, ast.Subscript) else t for t in statement.targets]
        if any(isinstance(target, ast.Attribute) for target in held):
            return place_of_node(place.file, statement, place.function, sources)
    return None


def container_store(container: str, place: Place, sources: SourceFiles) -> Place | None:
    """The statement around the place that puts what is computed there into what this variable holds.

    `memory[key] = f(x)`, `rows.append((f(x), y))`.
    """
    for statement in sources.syntax(place.file).around(place.line).of(ast.Assign, ast.Expr):
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        held = [t.value for t in targets if isinstance(t, ast.Subscript)]
        if isinstance(statement, ast.Expr) and (filled := added_to(statement.value)) is not None:
            held.append(filled)
        if any(isinstance(h, ast.Name) and h.id == container for h in held):
            return place_of_node(place.file, statement, place.function, sources)
    return None


def is_put_away(place: Place, sources: SourceFiles) -> bool:
    """Does the statement there, or one that reads its variable, put the value on an object or into a container?"""
    syntax = sources.syntax(place.file)
    statement = syntax.smallest_statement(place.line)
    if isinstance(statement, ast.Assign) and all(isinstance(t, ast.Name) for t in statement.targets):
        names = {t.id for t in statement.targets if isinstance(t, ast.Name)}
        functions = syntax.around(place.line).of(ast.FunctionDef, ast.AsyncFunctionDef)
        after = [n for f in functions[-1:] for n in syntax.within(f).of(ast.Assign, ast.Expr) if n.lineno > place.line]
        return any(
            _puts_away(n) and names & {m.id for m in ast.walk(n.value) if isinstance(m, ast.Name)} for n in after
        )
    return statement is not None and _puts_away(statement)


def _puts_away(statement: ast.AST) -> bool:
    if isinstance(statement, ast.Assign):
        return any(isinstance(target, (ast.Attribute, ast.Subscript)) for target in statement.targets)
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)


def attribute_stores(attribute: str, files: Iterable[str], sources: SourceFiles) -> list[Place]:
    """The statements that put a computed value into an attribute of this name, those in methods that run first last.

    A value that has no history, such as fresh zeros, keeps no graph: it is none of them.
    """
    found: list[tuple[bool, Place]] = []
    for file in files:
        syntax = sources.syntax(file)
        pairs = [
            (function, node)
            for node in syntax.of(ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)
            if _stores(node, attribute, syntax)
            for function in syntax.above(node)
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        ]
        for function, node in sorted(pairs, key=lambda pair: syntax.order[pair[0]]):
            found.append((function.name == "__init__", place_of_node(file, node, function.name, sources)))
    return [place for _, place in sorted(found, key=lambda pair: pair[0])]


def _stores(node: Storing, attribute: str, syntax: Syntax) -> bool:
    if isinstance(node, ast.Expr):
        put = _put_in(node.value, attribute)
        return any(not is_without_history(value, syntax) for value in put)
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    pairs = [pair for target in targets for pair in each_assigned(target, node.value)] if node.value else []
    return any(_is_attribute(_holder(t), attribute) and not _is_plain(value, syntax) for t, value in pairs)


def _put_in(call: ast.expr, attribute: str) -> list[ast.expr]:
    """What a call puts into the attribute: `h` of `self.past.append(h)` and of `setattr(self, "past", h)`."""
    if not isinstance(call, ast.Call):
        return []
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    container = added_to(call)
    if container is not None:
        return given if _is_attribute(_holder(container), attribute) else []
    by_name = ast.unparse(call.func).rpartition(".")[2] in SETTING
    names = [each for each in given[:-1] if isinstance(each, ast.Constant) and each.value == attribute]
    return given[-1:] if by_name and names else []


def _holder(target: ast.expr) -> ast.expr:
    """`self.states` of `self.states[0]` and of `self.states.get(name)`, and `self.h` of `self.__dict__["h"]`."""
    while True:
        if isinstance(target, ast.Call) and isinstance(target.func, ast.Attribute) and target.func.attr in TAKING:
            target = target.func.value
        elif isinstance(target, ast.Subscript):
            owner, key = target.value, target.slice
            if isinstance(owner, ast.Attribute) and owner.attr == "__dict__" and isinstance(key, ast.Constant):
                return ast.Attribute(owner.value, str(key.value))
            target = owner
        else:
            return target


def each_assigned(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """What is assigned to what: `a, self.b = x, y` element by element, `a, (self.b, *c) = f(x)` all from one call."""
    if isinstance(target, ast.Starred):
        return each_assigned(target.value, value)
    if not isinstance(target, (ast.Tuple, ast.List)):
        return [(target, value)]
    values = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
    starred = any(isinstance(part, ast.Starred) for part in (*target.elts, *values))
    alike = len(values) == len(target.elts) and not starred
    pairs = zip(target.elts, values if alike else [value] * len(target.elts), strict=True)
    return [inner for part, its in pairs for inner in each_assigned(part, its)]


def _is_plain(value: ast.expr, syntax: Syntax) -> bool:
    """Nothing computed: a container to be filled later, or what has no history."""
    return _is_empty_call(value) or is_without_history(value, syntax)


def _is_empty_call(value: ast.expr) -> bool:
    """`dict()`, `defaultdict(list)`, `State()`: a container to be filled later; `scale.exp()` computes something."""
    if not isinstance(value, ast.Call) or any(ast.unparse(arg) not in KINDS for arg in value.args):
        return False
    name = ast.unparse(value.func).rpartition(".")[2]
    return name in HOLDING or (not value.keywords and name[:1].isupper())


def reads_attribute(attribute: str, files: Iterable[str], sources: SourceFiles) -> bool:
    """Does the program's text read an attribute of this name anywhere?"""
    nodes = (node for file in files for node in sources.syntax(file).of(ast.Attribute))
    return any(node.attr == attribute and isinstance(node.ctx, ast.Load) for node in nodes)


def _is_attribute(node: ast.expr, attribute: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == attribute


def attributes_in(place: Place, sources: SourceFiles) -> set[str]:
    """All attributes that stand in the expression, of whatever object."""
    node = node_at(place, sources)
    return {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)} if node is not None else set()


def attributes_read(place: Place, sources: SourceFiles, owner: str = "self") -> list[str]:
    """The attributes of `self` that the expression reads as values, by itself or through a variable of its function.

    With another owner, nothing for any name, those of objects that the function is given.
    """
    syntax, node = sources.syntax(place.file), node_at(place, sources)
    if node is None:
        return []
    names = names_in(node)
    found = _kept_values(node, owner)
    for function in syntax.around(place.line).of(ast.FunctionDef):
        for statement in syntax.within(function).of(ast.Assign, ast.For):
            if statement.lineno <= place.line:
                bound = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
                targets = {n.id for t in bound for n in ast.walk(t) if isinstance(n, ast.Name)}
                value = statement.value if isinstance(statement, ast.Assign) else statement.iter
                found += _kept_values(value, owner) if names & targets else []
    return list(dict.fromkeys(found))


def containers_read(place: Place, sources: SourceFiles) -> list[str]:
    """The variables that the expression takes an item of: `STATE` of `step(x, STATE["h"])`."""
    node = node_at(place, sources)
    items = [n.value for n in ast.walk(node) if isinstance(n, ast.Subscript)] if node is not None else []
    return [item.id for item in items if isinstance(item, ast.Name)]


def renewed_by_name(place: Place, sources: SourceFiles) -> Place | None:
    """Where a function puts an attribute back that it takes by its name, `getattr(self, name)`, for the expression."""
    syntax, node = sources.syntax(place.file), node_at(place, sources)
    names = names_in(node) if node is not None else set()
    for function in syntax.around(place.line).of(ast.FunctionDef, ast.AsyncFunctionDef)[-1:]:
        inside = syntax.within(function)
        bound = [s for s in inside.of(ast.Assign) if names & {t.id for t in s.targets if isinstance(t, ast.Name)}]
        taken = {_by_name(statement.value, "getattr") for statement in bound} - {()}
        for statement in inside.of(ast.Expr):
            if _by_name(statement.value, "setattr") in taken:
                return place_of_node(place.file, statement.value, place.function, sources)
    return None


def _by_name(call: ast.expr, function: str) -> tuple[str, ...]:
    """The object and the name that are given to `getattr` or `setattr`; nothing where it is no such call."""
    if not isinstance(call, ast.Call) or ast.unparse(call.func) != function:
        return ()
    return tuple(map(ast.unparse, call.args[:2]))


def _kept_values(node: ast.expr, owner: str) -> list[str]:
    """Attributes of the owner that are read as values, and of what it holds; a module that is called is none."""
    called = {id(n.func) for n in ast.walk(node) if isinstance(n, ast.Call)}
    read = [n for n in ast.walk(node) if isinstance(n, ast.Attribute) and id(n) not in called]
    own = [n.attr for n in read if isinstance(n.value, ast.Name) and n.value.id == (owner or n.value.id)]
    return own + [
        n.attr
        for n in read
        if isinstance(n.value, ast.Attribute) and ast.unparse(n).startswith(f"{owner}." if owner else "")
    ]


def is_cached_method(name: str, file: str, sources: SourceFiles) -> bool:
    """Does a method of this name keep what it returned first, by `cached_property` or `lru_cache`?"""
    functions = sources.syntax(file).functions.get(name, ())
    return any("cache" in ast.unparse(d) for function in functions for d in function.decorator_list)


def carries_over(first: Place, second: Place, sources: SourceFiles) -> bool:
    """Does the statement at `second` read a variable that the statement at `first` assigns?"""
    return bool(carried_names(first, second, sources))


def carried_names(first: Place, second: Place, sources: SourceFiles) -> set[str]:
    """The variables that the statement at `second` reads and the statement at `first` assigns."""
    return _names(first, sources, ast.Store) & _names(second, sources, ast.Load)


def _names(place: Place, sources: SourceFiles, context: type[ast.expr_context]) -> set[str]:
    lines = sources.syntax(place.file).around(place.line)
    around = lines.of(ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return)
    return {
        n.id
        for statement in around
        for n in ast.walk(statement)
        if isinstance(n, ast.Name) and (isinstance(n.ctx, context) or isinstance(statement, ast.AugAssign))
    }


def set_as_attribute(place: Place, sources: SourceFiles) -> Place | None:
    """What an attribute is set to, where it is what stands at the place: `layer.rates = rates.exp()`.

    Also by a variable, further below: `rates = rates.exp()` and then `layer.rates = rates`.
    """
    syntax = sources.syntax(place.file)
    statement = syntax.smallest_statement(place.line)
    if not isinstance(statement, ast.Assign):
        return None
    if all(isinstance(t, ast.Attribute) for t in statement.targets):
        value = place_of_node(place.file, statement.value, place.function, sources)
        return value if value.contains(place) else None
    names = {t.id for t in statement.targets if isinstance(t, ast.Name)}
    functions = syntax.around(place.line).of(ast.FunctionDef, ast.AsyncFunctionDef)
    for later in syntax.within(functions[-1]).of(ast.Assign) if functions else ():
        held = any(isinstance(t, ast.Attribute) for t in later.targets)
        if later.lineno > place.line and held and _behind_methods(later.value) in names:
            return place_of_node(place.file, later.value, place.function, sources)
    return None


def _behind_methods(value: ast.expr) -> str:
    """`rates` of `rates.requires_grad_()`."""
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        value = value.func.value
    return value.id if isinstance(value, ast.Name) else ""
