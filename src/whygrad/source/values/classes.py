"""Classes, their members and who may call a function, by name, in the known files."""

from __future__ import annotations

import ast
from pathlib import PurePath

from whygrad.source.values.bindings import Bindings
from whygrad.source.values.file_bindings import Binding
from whygrad.source.values.steps import FunctionNode, dotted, last_name

TUPLES = ("namedtuple", "NamedTuple", "make_dataclass")


def family(index: Bindings, cls: ast.ClassDef) -> list[ast.ClassDef]:
    """The class, its bases and its subclasses, as far as their names are known; the class first."""
    if cls in index.families:
        return index.families[cls]
    found = index.families[cls] = bases(index, cls)
    below = [cls]
    while below:
        names = {c.name for c in below}
        below = [
            c
            for known in index.classes.values()
            for c in known
            if c not in found and any(last_name(b) in names for b in c.bases)
        ]
        found += below
    return found


def bases(index: Bindings, cls: ast.ClassDef) -> list[ast.ClassDef]:
    """The class and its bases, nearest first."""
    found = [cls]
    for known in found:
        for base in known.bases:
            found += [c for c in index.classes.get(last_name(base), []) if c not in found]
    return found


def methods(index: Bindings, cls: ast.ClassDef, name: str) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The nearest definition in the class or its bases, and those of its subclasses."""
    upward = bases(index, cls)
    own = [f for c in upward for f in _own_methods(c, name)][:1]
    return own + [f for c in family(index, cls) if c not in upward for f in _own_methods(c, name)]


def _own_methods(cls: ast.ClassDef, name: str) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [f for f in cls.body if isinstance(f, ast.FunctionDef | ast.AsyncFunctionDef) and f.name == name]


def is_property(function: ast.AST) -> bool:
    decorators = getattr(function, "decorator_list", [])
    return any(last_name(d) in ("property", "cached_property", "getter") for d in decorators)


def fields(index: Bindings, cls: ast.ClassDef) -> list[str]:
    """The constructor's parameters of a dataclass, NamedTuple and the like; none of a class with an `__init__`."""
    if methods(index, cls, "__init__"):
        return []
    named: dict[str, None] = {}
    for known in bases(index, cls)[::-1]:
        for statement in known.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                named[statement.target.id] = None
    return list(named)


def tuple_fields(value: ast.AST | None) -> list[str]:
    """The fields in `namedtuple("T", "a b")` or `NamedTuple("T", [("a", int)])`; none of anything else."""
    if not isinstance(value, ast.Call) or last_name(value.func) not in TUPLES or len(value.args) < 2:
        return []
    named = value.args[1]
    if isinstance(named, ast.Constant) and isinstance(named.value, str):
        return named.value.replace(",", " ").split()
    found: list[str] = []
    for element in named.elts if isinstance(named, ast.List | ast.Tuple) else []:
        first = element.elts[0] if isinstance(element, ast.Tuple) and element.elts else element
        found.append(str(first.value) if isinstance(first, ast.Constant) else "")
    return found


def attribute_bindings(index: Bindings, name: str, cls: ast.ClassDef | None) -> list[Binding]:
    """Assignments to an attribute: those on the class where there are any, else those on objects of unknown class."""
    everywhere = index.attributes.get(name, [])
    if cls is None:
        return everywhere
    related = family(index, cls)
    own = [b for c in related for b in index.names.get((c, name), []) if b.kind != "define"]
    unknown: list[Binding] = []
    for binding in everywhere:
        owners = _classes_of_owner(index, binding)
        if any(c in related for c in owners):
            own.append(binding)
        elif not owners:
            unknown.append(binding)
    return own or unknown


def _classes_of_owner(index: Bindings, binding: Binding) -> list[ast.ClassDef]:
    """What class the object of an attribute assignment has, by its name alone."""
    text = last_name(binding.owner)
    if text in ("self", "cls"):
        own = index.class_of(index.function_of(binding.scope))
        return [own] if own else []
    if text not in index.owners:
        known = [c for classes in index.classes.values() for c in classes]
        index.owners[text] = index.classes.get(text, []) + [c for c in known if text in index.instances[c.name]]
    return index.owners[text]


def exported(index: Bindings, module: str, name: str) -> list[Binding]:
    """The top-level bindings of a name in the known files that a module name may mean."""
    wanted = module.rpartition(".")[2]
    found: list[Binding] = []
    for file, tree in index.trees.items():
        path = PurePath(file)
        stem = path.parent.name if path.stem == "__init__" else path.stem
        if not wanted or stem == wanted:
            found += index.names.get((tree, name), [])
    return found


def callers(index: Bindings, function: FunctionNode, receiver: str) -> list[ast.Call]:
    """The calls in the known files that may be calls of the function, those on the same object first choice."""
    cls = index.class_of(function)
    if isinstance(function, ast.Lambda):
        return []
    if cls is None or index.scope[function] is not cls:
        return index.calls.get(function.name, [])
    names = [c.name for c in family(index, cls)]
    if function.name == "__init__":
        inherited = [c for c in index.calls.get("__init__", []) if isinstance(c.func, ast.Attribute)]
        return [c for name in names for c in index.calls.get(name, [])] + inherited
    objects = {text for name in names for text in index.instances.get(name, ())} | {"self", "super", *names}
    if function.name in ("__call__", "forward"):
        return [c for text in sorted(objects) for c in index.calls.get(text, [])]
    named = [c for c in index.calls.get(function.name, []) if isinstance(c.func, ast.Attribute)]
    same = [c for c in named if receiver and dotted(_receiver(c)) == receiver]
    known = [c for c in named if last_name(_receiver(c)) in objects]
    return same or known or named


def _receiver(call: ast.Call) -> ast.expr | None:
    if not isinstance(call.func, ast.Attribute):
        return None
    value = call.func.value
    return value.func if isinstance(value, ast.Call) else value
