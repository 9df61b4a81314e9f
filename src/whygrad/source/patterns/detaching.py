"""Where the text detaches a value to no effect: the result is dropped, or it is done outside the loop that needs it.

Or where a function is called for each round, and hands on unchanged what it was given.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.loops import stands_before_the_loop_of
from whygrad.source.scopes import Function, function_around, function_on_line
from whygrad.source.span import place_of_node
from whygrad.source.syntax import COMPREHENSIONS, Syntax

CUT = "detach"
FAR = 3  # calls between the loop and the function that detaches
# What a function may call besides that only takes containers apart and puts them together again.
REBUILDING = frozenset(("isinstance", "is_tensor", "type", "list", "tuple", "dict", "set", "map", "zip", "items",
                        "values", "keys", "append", "hasattr", "tree_map"))  # fmt: skip
EXPORT = "numpy"  # which no gradient passes either
CUTTING = frozenset((CUT, f"{CUT}_", EXPORT, "clone", "cpu"))
COMPUTING = (ast.BinOp, ast.AugAssign, ast.Subscript, ast.With, ast.Yield)


def dropped_detach(names: Collection[str], near: Place, files: Collection[str], sources: SourceFiles) -> Place | None:
    """A call of `.detach()` whose result nobody gets, on a value of one of these names.

    Also in a method that is called in the function of `near` and is given such a value: `state.detach()`.
    """
    handed = set(_given_to(names, near, sources))
    own = sum(len(sources.syntax(file).functions.get(CUT, ())) for file in files)
    for file in files:
        syntax = sources.syntax(file)
        for call in syntax.calls.get(CUT, ()):
            function = function_around(call, syntax)
            called = function.name if function is not None else ""
            if own and (called != CUT or own > 1):
                continue  # a method of the program's own is called, which may keep what it detaches
            if _is_dropped(syntax, call) and (called in handed or _subject(syntax, call) & set(names)):
                return place_of_node(file, call, called, sources)
    return None


def detached_outside(names: Collection[str], turn: Place, files: Collection[str], sources: SourceFiles) -> Place | None:
    """What detaches values of these names, by itself or by a call, once before the innermost loop around `turn`.

    Nothing where the loop does so too.
    """
    syntax = sources.syntax(turn.file)
    function = function_on_line(turn, sources) or syntax.tree
    called = {f.name for f in _detaching_functions(names, files, sources)}
    for _ in range(FAR if called else 0):
        called |= {f.name for f in _functions_that_call(called, files, sources) if f is not function}
    doing: list[ast.expr | ast.stmt] = [
        *_stores(syntax, names),
        *(call for name in called for call in syntax.calls.get(name, ())),
    ]
    places = [place_of_node(turn.file, n, turn.function, sources) for n in doing if syntax.holds(function, n)]
    outside = [p for p in places if p.line < turn.line and stands_before_the_loop_of(p, turn, sources)]
    return max(outside, key=lambda p: p.line, default=None) if len(outside) == len(places) else None


def handed_on_unchanged(
    names: Collection[str], turn: Place, files: Collection[str], sources: SourceFiles
) -> Place | None:
    """What a function of the program's returns that a round calls by `state = carry(state)`, and that does nothing."""
    for file, function in _carrying(names, turn, files, sources):
        if (returned := _returned_unchanged(function)) is not None:
            return place_of_node(file, returned, function.name, sources)
    return None


def detached_in_part(names: Collection[str], turn: Place, files: Collection[str], sources: SourceFiles) -> Place | None:
    """Where a round, or the function that it calls for it, detaches a part of what it carries over: `h.detach(), c`."""
    for statement in _assignments_around(turn, sources):
        if _kept_by(statement) & set(names) and _is_cut_in_part(statement.value):
            return place_of_node(turn.file, statement.value, turn.function, sources)
    for file, function in _carrying(names, turn, files, sources):
        last = function.body[-1]
        if isinstance(last, ast.Return) and last.value is not None and _is_cut_in_part(last.value):
            return place_of_node(file, last, function.name, sources)
    return None


def only_detaches(place: Place, sources: SourceFiles) -> bool:
    """Does the function around the place only detach what it is given, or make arrays of it?

    Without that it would be for nothing. It may take containers apart, and call itself for what is in them.
    """
    syntax = sources.syntax(place.file)
    function = function_on_line(place, sources)
    given = [a.arg for a in function.args.args if a.arg not in ("self", "cls")] if function is not None else []
    if function is None or not given or function.decorator_list:
        return False
    inside = syntax.within(function)
    stored = any(isinstance(n.ctx, ast.Store) for n in inside.of(ast.Attribute))
    if stored or any(inside.of(kind) for kind in COMPUTING):
        return False
    called = [_last(call.func) or "type" for call in inside.of(ast.Call)]
    return any(name in (CUT, f"{CUT}_", EXPORT) for name in called) and set(called) <= {
        *REBUILDING,
        *CUTTING,
        function.name,
    }


def _carrying(
    names: Collection[str], turn: Place, files: Collection[str], sources: SourceFiles
) -> Iterator[tuple[str, Function]]:
    """The functions that a round calls by `state = carry(state)`, each with its file.

    Not where there are several functions of its name, or where others than such a round call it.
    """
    for statement in _assignments_around(turn, sources):
        call, kept = statement.value, _kept_by(statement)
        if not isinstance(call, ast.Call) or len(call.args) != 1 or call.keywords:
            continue
        if kept & set(names) and _last(call.args[0]) in kept:
            called = ast.unparse(call.func).rpartition(".")[2]
            found = [(file, f) for file in files for f in sources.syntax(file).functions.get(called, ())]
            users = sum(len(sources.syntax(file).calls.get(called, ())) for file in files)
            yield from found if len(found) == users == 1 else ()


def _assignments_around(turn: Place, sources: SourceFiles) -> Iterator[ast.Assign]:
    syntax = sources.syntax(turn.file)
    yield from syntax.within(function_on_line(turn, sources) or syntax.tree).of(ast.Assign)


def _kept_by(statement: ast.Assign) -> set[str]:
    return {_last(t) for target in statement.targets for t in _flat(target)}


def _returned_unchanged(function: Function) -> ast.Return | None:
    """The only statement of a function, where it returns its argument, or its argument's elements one by one."""
    body = [s for s in function.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    given = {a.arg for a in function.args.args} - {"self", "cls"}
    if len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is None or len(given) != 1:
        return None
    value = body[0].value
    if isinstance(value, ast.Call) and ast.unparse(value.func) in ("tuple", "list") and len(value.args) == 1:
        value = value.args[0]
    if isinstance(value, ast.ListComp | ast.GeneratorExp):
        loop, *more = value.generators
        is_each = not more and not loop.ifs and ast.unparse(value.elt) == ast.unparse(loop.target)
        value = loop.iter if is_each else value
    return body[0] if isinstance(value, ast.Name) and value.id in given else None


def _is_cut_in_part(value: ast.expr) -> bool:
    """Is it several values, of which one is detached and another is handed on as it is?"""
    parts = value.elts if isinstance(value, ast.Tuple | ast.List) else []
    return any(map(_is_cut, parts)) and any(isinstance(p, ast.Name | ast.Subscript | ast.Attribute) for p in parts)


def _stores(syntax: Syntax, names: Collection[str]) -> Iterator[ast.Assign]:
    for statement in syntax.of(ast.Assign):
        kept = _kept_by(statement)
        if kept & set(names) and any(_is_cut(n) for n in ast.walk(statement.value)):
            yield statement


def _detaching_functions(names: Collection[str], files: Collection[str], sources: SourceFiles) -> Iterator[Function]:
    for file in files:
        syntax = sources.syntax(file)
        for statement in _stores(syntax, names):
            attribute = any(isinstance(t, ast.Attribute) for target in statement.targets for t in _flat(target))
            function = function_around(statement, syntax)
            if attribute and function is not None:
                yield function


def _functions_that_call(called: set[str], files: Collection[str], sources: SourceFiles) -> Iterator[Function]:
    for file in files:
        syntax = sources.syntax(file)
        for name in called:
            for call in syntax.calls.get(name, ()):
                function = function_around(call, syntax)
                if function is not None:
                    yield function


def _given_to(names: Collection[str], near: Place, sources: SourceFiles) -> Iterator[str]:
    """The functions that statements of their own call in the function of `near` with a value of one of these names."""
    syntax = sources.syntax(near.file)
    function = function_on_line(near, sources)
    for statement in syntax.within(function if function is not None else syntax.tree).of(ast.Expr):
        call = statement.value
        if isinstance(call, ast.Call):
            owner = call.func.value if isinstance(call.func, ast.Attribute) else None
            given = [a for a in (owner, *call.args, *(k.value for k in call.keywords)) if a is not None]
            if set(names) & {name for part in given for name in _names(part)}:
                yield ast.unparse(call.func).rpartition(".")[2]


def _is_dropped(syntax: Syntax, call: ast.Call) -> bool:
    """Does nobody get the result: a statement of its own, a list that is none, a loop's variable bound anew?"""
    holder = syntax.parent[call]
    if isinstance(holder, COMPREHENSIONS):
        holder = syntax.parent[holder]
    if isinstance(holder, ast.Expr):
        return True
    if not isinstance(holder, ast.Assign) or len(holder.targets) != 1 or not isinstance(holder.targets[0], ast.Name):
        return False
    name, function = holder.targets[0].id, function_around(call, syntax)
    loop = next((n for n in syntax.above(holder) if isinstance(n, ast.For) and name in _names(n.target)), None)
    if loop is None and (function is None or name not in {a.arg for a in function.args.args}):
        return False
    block = loop if loop is not None else function
    assert block is not None
    reads = (n for n in syntax.within(block).of(ast.Name) if n.id == name and isinstance(n.ctx, ast.Load))
    return all(n.lineno <= holder.lineno for n in reads)


def _subject(syntax: Syntax, call: ast.Call) -> set[str]:
    """The names of what is detached; of a loop's variable also of what the loop goes through."""
    subject = _inner(call)
    names = set(_names(subject)) if subject is not None else set()
    for node in syntax.above(call):
        loops = node.generators if isinstance(node, COMPREHENSIONS) else [node] if isinstance(node, ast.For) else []
        for loop in loops:
            if names & set(_names(loop.target)):
                names |= set(_names(loop.iter))
    return names


def _inner(call: ast.Call) -> ast.expr | None:
    if isinstance(call.func, ast.Attribute) and not call.args:
        return call.func.value
    return call.args[0] if len(call.args) == 1 else None


def _is_cut(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == CUT


def _names(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id != "self":
            yield part.id
        elif isinstance(part, ast.Attribute):
            yield part.attr


def _flat(target: ast.expr) -> list[ast.expr]:
    return list(target.elts) if isinstance(target, (ast.Tuple, ast.List)) else [target]


def _last(target: ast.expr) -> str:
    while isinstance(target, ast.Subscript):
        target = target.value
    return target.attr if isinstance(target, ast.Attribute) else target.id if isinstance(target, ast.Name) else ""
