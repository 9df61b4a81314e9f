"""What a function does with a value that it is given, as its text tells: hand it on, replace it, never read it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import Function, function_at, positional
from whygrad.source.patterns.stores import each_assigned
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import Syntax, names_in
from whygrad.source.values.calls import EMPTY, METADATA
from whygrad.source.values.steps import last_name

Held = Mapping[str, str]  # the variables that have the value, or hold it under a key; "" for those that are it
BRANCHING = (ast.If, ast.Try, ast.Match, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def variables_with(held: Held, ran: Collection[Place], sources: SourceFiles) -> dict[str, str]:
    """The same, with the variables that get the value in the function in which these places ran, without it."""
    place = next(iter(ran))
    syntax, function = sources.syntax(place.file), function_at(place, sources)
    found = dict(held)
    if function is None or isinstance(function, ast.Lambda):
        return found
    for statement in sorted(syntax.within(function).of(ast.Assign, ast.AnnAssign), key=lambda s: s.lineno):
        value = statement.value
        if value is None or not _reads(value, found, syntax) or any(_holds(statement, p, syntax) for p in ran):
            continue
        if _passed_over(statement, function, found, ran, syntax) is not None:
            continue
        key = next(iter(_keys(value, found, syntax)), "")
        for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
            for part, _ in each_assigned(target, value):
                if isinstance(part, ast.Name):
                    found[part.id] = key
                elif isinstance(part, ast.Subscript) and isinstance(part.value, ast.Name):
                    found[part.value.id] = _constant(part.slice)
    return found


def reads(place: Place, held: Held, sources: SourceFiles) -> bool:
    """Does the expression at the place read the value, and not its shape alone?"""
    node = node_at(place, sources)
    return node is not None and _reads(node, held, sources.syntax(place.file))


def replaces(place: Place, held: Held, sources: SourceFiles) -> bool:
    """Is what stands there, and does not read the value, assigned to a variable that had it?"""
    syntax, node = sources.syntax(place.file), node_at(place, sources)
    statement = syntax.smallest_statement(place.line)
    if node is None or not isinstance(statement, ast.Assign) or _reads(node, held, syntax):
        return False
    return any(held.get(name) == "" for name in _stored(statement))


def replaced_before(place: Place, held: Held, sources: SourceFiles) -> Place | None:
    """What a variable that had the value was last assigned, whatever happens, before the place that reads it."""
    syntax, function, node = sources.syntax(place.file), function_at(place, sources), node_at(place, sources)
    read = {name for name in names_in(node) if held.get(name) == ""} if node is not None else set()
    assigned = syntax.within(function).of(ast.Assign) if function is not None else []
    for statement in sorted(assigned, key=lambda s: -s.lineno):
        branches = [n for n in syntax.above(statement) if isinstance(n, BRANCHING) or n is function]
        certain = branches[:1] == [function] and statement.lineno < place.line
        if certain and read & _stored(statement) and not _reads(statement.value, held, syntax):
            return place_of_node(place.file, statement.value, place.function, sources)
    return None


def _stored(statement: ast.Assign) -> set[str]:
    return {target.id for target in statement.targets if isinstance(target, ast.Name)}


def given_as(held: Held, chain: Chain, level: int, sources: SourceFiles) -> dict[str, str]:
    """The variables by which the function called at this level of the chain gets the value."""
    node, function = node_at(chain[level], sources), function_at(chain[level + 1], sources)
    calls = [n for n in ast.walk(node) if isinstance(n, ast.Call)] if node is not None else []
    if function is None or not calls:
        return {}
    name = getattr(function, "name", "")
    named = [n for n in calls if last_name(n.func) == name]
    before = 0 if named else _given_before(name, {place.file for place in chain}, sources)
    return _parameters((named or calls)[0], held, function, before, sources.syntax(chain[level].file))


def could_take(held: Held, chain: Chain, level: int, sources: SourceFiles) -> bool:
    """Has the function called at this level a parameter by the name of a variable with the value?"""
    function = function_at(chain[level + 1], sources) if len(chain) > level + 1 else None
    signature = function.args if function is not None else None
    taken = {a.arg for a in (*signature.args, *signature.kwonlyargs)} if signature is not None else set()
    return bool(taken & {*held})


def never_read(held: Held, ran: Sequence[Place], sources: SourceFiles) -> Place | None:
    """What keeps the function in which these places ran from reading the value; None where it may have read it.

    That is what ran in the other branch, the test of the branch that did not run, or else the first of these places.
    """
    place = ran[0]
    syntax, function = sources.syntax(place.file), function_at(place, sources)
    if function is None:
        return None
    reading = _reading(function, held, syntax)
    if not reading:
        return place
    nodes = [node for n in reading if (node := _passed_over(n, function, held, ran, syntax)) is not None]
    if len(nodes) < len(reading):
        return None
    instead = next((p for p in ran for node in nodes if _holds(node, p, syntax)), None)
    if instead is not None:
        return instead
    tests = [node.test for node in nodes if isinstance(node, (ast.If, ast.IfExp))]
    return place_of_node(place.file, tests[0], place.function, sources) if tests else place


def is_unread(held: Held, place: Place, sources: SourceFiles) -> bool:
    """Does nothing in the function around the place read the value, whichever way it goes?"""
    function = function_at(place, sources)
    return function is not None and not _reading(function, held, sources.syntax(place.file))


def _reading(function: Function, held: Held, syntax: Syntax) -> list[ast.AST]:
    """What reads the value in the function, and does more than give it to another variable."""
    body = function.body if isinstance(function.body, list) else [function.body]
    reading = [n for part in body for n in ast.walk(part) if _is_read(n, held, syntax)]
    giving = {part for n in reading for part in syntax.above(n) if isinstance(part, ast.Assign)}
    giving = {s for s in giving if all(isinstance(t, ast.Name) and t.id in held for t in s.targets)}
    return [n for n in reading if not any(syntax.holds(statement, n) for statement in giving)]


def _passed_over(
    node: ast.AST, function: Function, held: Held, ran: Collection[Place], syntax: Syntax
) -> ast.AST | None:
    """The branch, or its test, by which the node did not run: another one ran, or nothing shows that its own did."""
    below = node
    for above in syntax.above(node):
        if above is function:
            break
        if isinstance(above, (ast.If, ast.IfExp)) and below is not above.test:
            sides = [_list(above.body), _list(above.orelse)]
            own, other = sides if below in sides[0] else sides[::-1]
            instead = next((part for part in other for place in ran if _holds(part, place, syntax)), None)
            if instead is not None:
                return instead
            shown = any(_holds(part, place, syntax) for part in own for place in ran)
            if not shown and not names_in(above.test) & {*held}:
                return above
        below = above
    for branch in syntax.within(function).of(ast.If):
        left = branch.body if branch.body and isinstance(branch.body[-1], LEAVING) else []
        after = (branch.end_lineno or 0) < getattr(node, "lineno", 0)
        instead = next((part for part in left for place in ran if _holds(part, place, syntax)), None)
        if after and instead is not None:
            return instead
    return None


def _list(side: list[ast.stmt] | ast.expr) -> Sequence[ast.AST]:
    return side if isinstance(side, list) else [side]


def _holds(node: ast.AST, place: Place, syntax: Syntax) -> bool:
    """Does the place stand in the node? By its columns too, where they are known: a line has several expressions."""
    if not isinstance(node, ast.expr | ast.stmt):
        return False
    line, column, end_line, end_column = syntax.columns(node)
    if isinstance(node, ast.stmt) or not place.column:
        return line <= place.line <= end_line
    begins, ends = (place.line, place.column), (place.end_line, place.end_column)
    return (line, column) <= begins and ends <= (end_line, end_column)


def _reads(node: ast.AST, held: Held, syntax: Syntax) -> bool:
    return any(_is_read(part, held, syntax) for part in ast.walk(node))


def _is_read(node: ast.AST, held: Held, syntax: Syntax) -> bool:
    if not isinstance(node, (ast.Name, ast.Attribute)) or not isinstance(node.ctx, ast.Load):
        return False
    key, above = held.get(ast.unparse(node)), syntax.parent.get(node)
    if key is None or above is None:
        return False
    call = syntax.parent.get(above)
    if key and isinstance(above, ast.Subscript):
        return _constant(above.slice) == key
    if key and isinstance(above, ast.Attribute):  # `options.get("noise")`
        return isinstance(call, ast.Call) and bool(call.args) and _constant(call.args[0]) == key
    if isinstance(above, ast.Attribute):
        return above.attr not in METADATA | EMPTY
    if isinstance(above, ast.Call):
        return above.func is not node and last_name(above.func) not in EMPTY
    return not isinstance(above, ast.Compare)


def _constant(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _keys(value: ast.expr, held: Held, syntax: Syntax) -> Iterator[str]:
    """The keys under which a display of a dictionary has the value."""
    if isinstance(value, ast.Dict):
        pairs = zip(value.keys, value.values, strict=True)
        yield from (_constant(key) for key, each in pairs if key is not None and _reads(each, held, syntax))
    elif isinstance(value, ast.Call) and last_name(value.func) == "dict":
        yield from (k.arg for k in value.keywords if k.arg is not None and _reads(k.value, held, syntax))


def _parameters(call: ast.Call, held: Held, function: Function, before: int, outer: Syntax) -> dict[str, str]:
    """The parameters that get the value, or what is computed from it or holds it."""
    signature, found = function.args, {}
    names = positional(function)
    known = {*names, *(a.arg for a in signature.kwonlyargs)}
    for parameter, value in zip(names[before:], _plain(call.args), strict=False):
        if _reads(value, held, outer):
            found[parameter] = _key_of(value, held)
    for keyword in call.keywords:
        if not _reads(keyword.value, held, outer):
            continue
        keys = [keyword.arg] if keyword.arg else [_key_of(keyword.value, held), *_keys(keyword.value, held, outer)]
        for key in filter(None, keys):
            if key in known:
                found[key] = _key_of(keyword.value, held) if keyword.arg else ""
            elif signature.kwarg is not None:
                found[signature.kwarg.arg] = key
    return found


def _plain(values: Sequence[ast.expr]) -> list[ast.expr]:
    """The arguments whose positions are known: those before a `*`."""
    starred = [number for number, value in enumerate(values) if isinstance(value, ast.Starred)]
    return list(values[: starred[0]] if starred else values)


def _key_of(value: ast.expr, held: Held) -> str:
    return held.get(value.id, "") if isinstance(value, ast.Name) else ""


def _given_before(name: str, files: Collection[str], sources: SourceFiles) -> int:
    """How many arguments a `partial` of this function gives it."""
    made = [call for file in files for call in sources.syntax(file).calls.get("partial", ()) if call.args]
    return next((len(call.args) - 1 for call in made if last_name(call.args[0]) == name), 0)
