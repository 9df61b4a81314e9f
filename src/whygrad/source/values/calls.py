"""What the result and the parameters of a call are computed from."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from whygrad.source.syntax import COMPREHENSIONS
from whygrad.source.values.steps import ANY, FunctionNode, Path, Step, dotted, key, last_name

Source = tuple[ast.expr, Path]

# No value of the argument is in the result: only its length, its kind, its form.
EMPTY = {"len", "isinstance", "issubclass", "type", "id", "hasattr", "callable", "print", "size", "dim", "numel"}
EMPTY |= {f"{name}_like" for name in ("zeros", "ones", "empty", "rand", "randn", "randint")}
TELLING = {"print", "debug", "info", "warning", "warn", "error", "log", "write"}  # to people, or to a file
METADATA = {"shape", "dtype", "device", "ndim", "requires_grad", "grad_fn", "is_leaf", "__class__", "__name__"}
SAME = {"list", "tuple", "set", "frozenset", "sorted", "reversed", "iter", "deque", "dict", "copy", "deepcopy"}
PICKING = {"sample", "choices", "islice", "cycle", "tqdm", "nlargest", "nsmallest"}
UNNAMED = {"__init__", "__new__", "__call__", "forward"}  # called by another name than their own


def operands(node: ast.AST) -> list[ast.expr]:
    """The expressions directly in a node, also in the head of a statement; what it assigns to is not read."""
    if isinstance(node, ast.Call):
        return arguments(node)
    found: list[ast.expr] = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.keyword | ast.withitem):
            child = child.value if isinstance(child, ast.keyword) else child.context_expr
        stored = isinstance(getattr(child, "ctx", None), ast.Store)
        if isinstance(child, ast.expr) and (not stored or isinstance(node, ast.AugAssign)):
            found.append(child)
    return found


def arguments(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(k.value for k in call.keywords)]


def is_bound(function: FunctionNode, call: ast.AST | None, in_class: ast.ClassDef | None) -> bool:
    """Whether the first parameter is filled by the object, not by an argument."""
    if in_class is None or isinstance(function, ast.Lambda):
        return False
    kinds = [last_name(d) for d in function.decorator_list]
    if "staticmethod" in kinds:
        return False
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and "classmethod" not in kinds:
        return dotted(call.func.value) != in_class.name
    return True


def argument(call: ast.AST, function: FunctionNode, name: str, path: Path, bound: bool) -> list[Source]:
    """What the parameter `name` gets from the call; all of its arguments where that cannot be told."""
    signature = function.args
    positional = [a.arg for a in (*signature.posonlyargs, *signature.args)]
    if isinstance(call, COMPREHENSIONS):  # it asks for an element, and hands none of its own over
        return [given for part in call.generators for given in argument(part.iter, function, name, path, bound)]
    if not isinstance(call, ast.Call):
        return [(value, ()) for value in operands(call)]
    if bound and positional[:1] == [name]:
        return [(call.func.value, path)] if isinstance(call.func, ast.Attribute) else []
    own = getattr(function, "name", "")
    if own and own not in UNNAMED and last_name(call.func) != own:
        return [(value, ()) for value in arguments(call)]
    positional = positional[1:] if bound else positional
    if signature.vararg and signature.vararg.arg == name:
        return _elements(call.args[len(positional) :], path)
    if signature.kwarg and signature.kwarg.arg == name:
        known = {*positional, *(a.arg for a in signature.kwonlyargs)}
        return keyworded([k for k in call.keywords if k.arg not in known], path)
    if len(call.args) > len(positional) and not signature.vararg and not _starred(call.args):
        return [(value, ()) for value in arguments(call)]
    return passed(call, positional.index(name) if name in positional else None, name, path)


def passed(call: ast.Call, number: int | None, name: str, path: Path) -> list[Source]:
    """The argument given for a parameter by keyword, by position or out of a `*` or `**` argument."""
    for keyword in call.keywords:
        if keyword.arg == name:
            return [(keyword.value, path)]
    found: list[Source] = [(k.value, (f"={name}", *path)) for k in call.keywords if k.arg is None]
    if number is None:
        return found
    before = call.args[: number + 1]
    for i, value in enumerate(before):
        if isinstance(value, ast.Starred):
            return [*found, (value.value, (number - i, *path)), *((v, ()) for v in call.args[i + 1 : number + 1])]
    return found + ([(before[number], path)] if number < len(before) else [])


def keyworded(keywords: Sequence[ast.keyword], path: Path) -> list[Source]:
    """The part of keyword arguments that a path into their dict means."""
    if path and isinstance(path[0], str) and path[0] != ANY:
        name = path[0][1:]
        named: list[Source] = [(k.value, path[1:]) for k in keywords if k.arg == name]
        return named + [(k.value, path) for k in keywords if k.arg is None]
    return [(k.value, path[1:]) for k in keywords]


def _starred(values: Sequence[ast.expr]) -> bool:
    return any(isinstance(v, ast.Starred) for v in values)


def _elements(values: Sequence[ast.expr], path: Path) -> list[Source]:
    """The part of a sequence of expressions that a path into it means."""
    first: Step = path[0] if path else ANY
    rest = path[1:]
    if isinstance(first, int) and not _starred(values) and -len(values) <= first < len(values):
        return [(values[first], rest)]
    if path and not isinstance(first, int) and first != ANY:
        rest = ()
    return [(v.value, (ANY, *rest)) if isinstance(v, ast.Starred) else (v, rest) for v in values]


def display(node: ast.Tuple | ast.List | ast.Set, path: Path) -> list[Source]:
    """The elements of a tuple, list or set display that a path into it means."""
    return _elements(node.elts, path)


def dict_display(node: ast.Dict, path: Path) -> list[Source]:
    """The values of a dict display that a path into it means; others only where a key is not a constant."""
    found: list[Source] = []
    first: Step = path[0] if path else ANY
    for name, value in zip(node.keys, node.values, strict=True):
        if name is None:
            found.append((value, path))
        elif first in (ANY, key(name)) or key(name) == ANY or not isinstance(first, str | int):
            found.append((value, path[1:]))
            if not path:
                found.append((name, ()))
    return found


def builtin(call: ast.Call, path: Path, in_module: bool) -> list[Source] | None:
    """The sources of a call to a function or container method known by name; None where it is not one."""
    name = last_name(call.func)
    if name in EMPTY:
        return []
    if isinstance(call.func, ast.Attribute) and not in_module:
        return _container(call, call.func.value, name, path)
    if not call.args or call.keywords:
        return None
    element = path[0] if path else None
    if (name in SAME and len(call.args) == 1) or name in PICKING:
        number = 1 if name in ("nlargest", "nsmallest") else 0
        return [(value, path) for value in call.args[number : number + 1]]
    if name == "next":
        return [(call.args[0], (ANY, *path))]
    if name == "zip" and len(path) > 1 and isinstance(path[1], int) and path[1] < len(call.args):
        return [(call.args[path[1]], (ANY, *path[2:]))]
    if name == "enumerate":
        if len(path) > 1 and path[1] == 0:
            return []
        return [(call.args[0], (ANY, *path[2:]) if element is not None else ())]
    if name == "getattr" and len(call.args) > 1 and isinstance(call.args[1], ast.Constant):
        return [(call.args[0], (f".{call.args[1].value!s}", *path))] + [(a, path) for a in call.args[2:]]
    return None


def _container(call: ast.Call, receiver: ast.expr, name: str, path: Path) -> list[Source] | None:
    if name in ("get", "pop", "setdefault") and call.args:
        return [(receiver, (key(call.args[0]), *path))] + [(a, path) for a in call.args[1:]]
    if call.args:
        return None
    if name in ("pop", "popleft", "popitem"):
        return [(receiver, (ANY, *path))]
    if name in ("values", "copy"):
        return [(receiver, path)]
    if name == "items":
        if len(path) > 1 and path[1] == 0:
            return []
        return [(receiver, (ANY, *path[2:]))]
    return None
