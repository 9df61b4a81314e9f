"""What a function was given by its caller: then not its own line chose the value, but the call did."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import COMPREHENSIONS, Syntax, remembered

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
ITSELF = ("self", "cls")
BUILTIN = frozenset(dir(builtins))
OF_TENSORS = frozenset({"T", "mT", "H", "mH", "data", "real", "imag", "grad", "shape", "dtype", "device", "ndim"})


def first_argument(call: ast.Call, keyword: str) -> ast.expr | None:
    """What a call is given first, or by that keyword."""
    return next(iter([*call.args, *(k.value for k in call.keywords if k.arg == keyword)]), None)


def acts_on_arguments(place: Place, sources: SourceFiles) -> bool:
    """Does the expression compute with nothing but what its function was given?"""
    function, node, syntax = function_at(place, sources), node_at(place, sources), sources.syntax(place.file)
    if function is None or node is None:
        return False
    read = _read(node, called_too=False) - syntax.imported - BUILTIN
    return bool(read) and read <= _given(syntax, function)


def reads_an_argument(place: Place, sources: SourceFiles) -> bool:
    """Does the expression read something that its function was given, beside the object itself?"""
    function, node = function_at(place, sources), node_at(place, sources)
    if function is None or node is None:
        return False
    return not _read(node, called_too=True).isdisjoint(_given(sources.syntax(place.file), function))


def leaves_an_argument(chain: Chain, sources: SourceFiles) -> bool:
    """Was the function at the end of the chain given something, in a call that gives it several, that it names nowhere?

    A constant is nothing that it could have used instead.
    """
    function = function_at(chain[-1], sources) if len(chain) > 1 else None
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)) or gives_one_twice(chain[-2], sources):
        return False
    read = {node.id for line in function.body for node in ast.walk(line) if isinstance(node, ast.Name)}
    left = (argument_given(name, chain, sources) for name in positional(function) if name not in read)
    return any(given is not None and not isinstance(given, ast.Constant) for given in left)


def reads_a_part(place: Place, sources: SourceFiles) -> bool:
    """Does the expression read one part of what its function was given: `batch.goal`, `outputs["teacher"]`?"""
    function, node = function_at(place, sources), node_at(place, sources)
    if function is None or node is None:
        return False
    given = _given(sources.syntax(place.file), function)
    called = {id(n.func) for n in ast.walk(node) if isinstance(n, ast.Call)}
    parts = [n for n in ast.walk(node) if isinstance(n, (ast.Attribute, ast.Subscript)) and id(n) not in called]
    return any(isinstance(n.value, ast.Name) and n.value.id in given and _is_named_part(n) for n in parts)


def _is_named_part(node: ast.Attribute | ast.Subscript) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr not in OF_TENSORS
    return isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)


def calls_an_argument(place: Place, sources: SourceFiles) -> bool:
    """Does the expression call something that its function was given: `fn(x)`, `model.encode(x)`?"""
    function, node = function_at(place, sources), node_at(place, sources)
    if function is None or not isinstance(node, ast.Call):
        return False
    called: ast.expr = node.func
    while isinstance(called, (ast.Attribute, ast.Subscript)):
        called = called.value
    return isinstance(called, ast.Name) and called.id in _given(sources.syntax(place.file), function)


def passes_on(place: Place, keyword: str, sources: SourceFiles) -> bool:
    """Does the call at the place hand on an argument of its own function under this keyword?"""
    function, node = function_at(place, sources), node_at(place, sources)
    calls = [n for n in ast.walk(node) if isinstance(n, ast.Call)] if function is not None and node is not None else []
    values = [k.value for call in calls for k in call.keywords if k.arg == keyword]
    given = _given(sources.syntax(place.file), function) if function is not None and values else set()
    return any(isinstance(value, ast.Name) and value.id in given for value in values)


def hands_on_several(place: Place, sources: SourceFiles) -> bool:
    """Does the call at the place pass on a list that its function was given, or that comes from what it was given?"""
    function, node = function_at(place, sources), node_at(place, sources)
    if function is None or not isinstance(node, ast.Call):
        return False
    syntax = sources.syntax(place.file)
    lists = [a.value for a in node.args if isinstance(a, ast.Starred)]
    read = {name for given in lists for name in _read(given, called_too=True)} - syntax.imported - BUILTIN
    return bool(read) and read <= _given(syntax, function)


def computed_argument(place: Place, keyword: str, sources: SourceFiles) -> Place | None:
    """The expression that the call at the place computes this argument by; a constant is none."""
    node = node_at(place, sources)
    found = [k.value for k in node.keywords if k.arg == keyword] if isinstance(node, ast.Call) else []
    if not found or isinstance(found[0], ast.Constant):
        return None
    return place_of_node(place.file, found[0], place.function, sources)


def asks_for_gradient(place: Place, sources: SourceFiles) -> bool:
    """Is what the call at the place creates given `requires_grad=True` there, or a call of `requires_grad_()`?"""
    node, syntax = node_at(place, sources), sources.syntax(place.file)
    if not isinstance(node, ast.Call):
        return False
    parts = [call for call in ast.walk(node) if isinstance(call, ast.Call)]
    method = syntax.parent.get(node)
    if isinstance(method, ast.Attribute) and isinstance(outer := syntax.parent.get(method), ast.Call):
        parts.append(outer)
    flags = [k.value for call in parts for k in call.keywords if k.arg == "requires_grad"]
    flags += [a for c in parts if isinstance(c.func, ast.Attribute) and c.func.attr == "requires_grad_" for a in c.args]
    bare = any(isinstance(c.func, ast.Attribute) and c.func.attr == "requires_grad_" and not c.args for c in parts)
    return bare or any(isinstance(flag, ast.Constant) and flag.value is True for flag in flags)


def calls_with(keyword: str, value: object, files: Iterable[str], sources: SourceFiles) -> list[Place]:
    """The calls in the program's text that are given this constant under this keyword."""
    return [
        place_of_node(file, call, "", sources)
        for file in files
        for call in sources.syntax(file).of(ast.Call)
        if any(k.arg == keyword and isinstance(k.value, ast.Constant) and k.value.value is value for k in call.keywords)
    ]


def argument_given(name: str, chain: Chain, sources: SourceFiles) -> ast.expr | None:
    """What the call before the last place of a chain gives for this argument of the function that the place lies in."""
    function = function_at(chain[-1], sources) if chain else None
    names = [a.arg for a in function.args.args] if function is not None else []
    call = node_at(chain[-2], sources) if len(chain) > 1 else None
    if function is None or name not in names or not isinstance(call, ast.Call):
        return None
    position = names.index(name) - (names[0] in ITSELF)
    named = [k.value for k in call.keywords if k.arg == name]
    return next(iter([*named, *call.args[position : position + 1]]), None)


def gives_one_twice(place: Place, sources: SourceFiles) -> bool:
    """Is the call at the place given one expression for two of its arguments?"""
    node = node_at(place, sources)
    values = [*node.args, *(k.value for k in node.keywords)] if isinstance(node, ast.Call) else []
    given = [ast.unparse(value) for value in values if not isinstance(value, ast.Constant)]
    return len(given) > len(set(given))


def positional(function: Function) -> list[str]:
    """The arguments of a function that a call may give by their positions, without the object itself."""
    names = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    return names[1:] if names[:1] and names[0] in ITSELF else names


def is_argument(name: str, place: Place, sources: SourceFiles) -> bool:
    """Is it one of the arguments of the function that the place lies in?"""
    function = function_at(place, sources)
    return function is not None and name in [a.arg for a in (*function.args.args, *function.args.kwonlyargs)]


def function_name(place: Place, sources: SourceFiles) -> str:
    """The function that the place lies in, as it is called; empty for one without a name."""
    function = function_at(place, sources)
    return getattr(function, "name", "")


def function_at(place: Place, sources: SourceFiles) -> Function | None:
    """The innermost function or lambda that the place lies in."""
    lines = sources.syntax(place.file).around(place.line, decorators=True)
    around = [f for f in lines.of(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda) if _contains(f, place)]
    return max(around, key=lambda f: (f.lineno, f.col_offset), default=None)


def _contains(function: Function, place: Place) -> bool:
    """Where the lines are right: columns matter for a lambda alone, which shares its line with others."""
    return not isinstance(function, ast.Lambda) or function.col_offset < place.column <= (function.end_col_offset or 0)


@remembered
def _given(syntax: Syntax, function: Function) -> set[str]:
    """Its parameters, without the object itself, and what is computed from nothing else."""
    arguments = function.args
    every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
    given = {a.arg for a in every if a is not None} - set(ITSELF)
    inside = syntax.within(function)
    comprehensions = inside.of(*COMPREHENSIONS)
    binding = [*inside.of(ast.Assign, ast.For, ast.AsyncFor), *comprehensions]
    for node in sorted(binding, key=lambda n: (n.lineno, syntax.order[n])):
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            targets, value = [node.target], node.iter
        else:
            targets, value = [c.target for c in node.generators], node.generators[0].iter
        stored = {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}
        if _read(value, called_too=True) - syntax.imported - BUILTIN <= given:
            given |= stored
        else:
            given -= stored
    return given


def _read(node: ast.expr, called_too: bool) -> set[str]:
    """The names in an expression; of a plain call `f(x)` the function is none of its operands."""
    inside = list(ast.walk(node))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not called_too:
        inside = [n for n in inside if n is not node.func]
    return {n.id for n in inside if isinstance(n, ast.Name)}
