"""Methods by which a class hands out the tensors that it keeps beside its parameters, for others to train them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from whygrad.ops import OPTIMIZERS
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import positional
from whygrad.source.syntax import Syntax
from whygrad.source.values.steps import last_name

TRAINING = ("param", "weight", "trainable", "learnable")  # in the name of a method
TRAINERS = OPTIMIZERS | {"grad", "clip_grad_norm_"}
COMPUTING = ("forward", "__call__")
BUFFERS = ("buffers", "named_buffers")
COLLECTIONS = (ast.List, ast.Tuple, ast.Set)


def method_handing_out(attribute: str, is_buffer: bool, files: Iterable[str], sources: SourceFiles) -> str:
    """The method, without arguments, that returns or yields the attribute's tensors to what trains; "" if none does."""
    syntaxes = [sources.syntax(file) for file in files]
    methods = [(s, f) for s in syntaxes for f in s.of(ast.FunctionDef) if f.name not in COMPUTING and _is_method(f, s)]
    giving = {f.name for s, f in methods if _gives(attribute, is_buffer, f, s)}
    while more := {f.name for s, f in methods if f.name not in giving and _passes_on(giving, f, s)}:
        giving |= more
    free = {f.name: f for _, f in methods if f.name in giving and len(positional(f)) <= len(f.args.defaults)}
    calls = [(s, call) for s in syntaxes for name in free for call in s.calls.get(name, ())]
    used = [last_name(call.func) for s, call in calls if _is_given_to_training(call, s)]
    named = [name for name in free if any(word in name for word in TRAINING)]
    return next(iter((*used, *named)), "")


def _is_method(function: ast.FunctionDef, syntax: Syntax) -> bool:
    is_getter = any(ast.unparse(decorator) == "property" for decorator in function.decorator_list)
    return isinstance(next(syntax.above(function), None), ast.ClassDef) and not is_getter


def _gives(attribute: str, is_buffer: bool, function: ast.FunctionDef, syntax: Syntax) -> bool:
    """Does it return a collection that holds the attribute, or yield it?"""
    for value, alone in _results(function, syntax):
        parts = list(_parts(value))
        if (alone or parts != [value]) and any(_is_attribute(p, attribute) for p in parts):
            return True
        if is_buffer and any(last_name(n.func) in BUFFERS for n in ast.walk(value) if isinstance(n, ast.Call)):
            return True
    return False


def _passes_on(giving: set[str], function: ast.FunctionDef, syntax: Syntax) -> bool:
    calls = (last_name(call.func) for call in syntax.within(function).of(ast.Call))
    return any(name in giving for name in calls) and any(True for _ in _results(function, syntax))


def _results(function: ast.FunctionDef, syntax: Syntax) -> Iterator[tuple[ast.expr, bool]]:
    """What it returns, and what it yields: each of that is an element already."""
    inside = syntax.within(function)
    yield from ((node.value, False) for node in inside.of(ast.Return) if node.value is not None)
    yield from ((node.value, True) for node in inside.of(ast.Yield, ast.YieldFrom) if node.value is not None)


def _parts(value: ast.expr) -> Iterator[ast.expr]:
    """The elements of nested collections; of a comprehension what it collects."""
    if isinstance(value, COLLECTIONS):
        for element in value.elts:
            yield from _parts(element)
    elif isinstance(value, ast.Dict):
        for element in value.values:
            yield from _parts(element)
    elif isinstance(value, (ast.ListComp, ast.GeneratorExp)):
        yield from _parts(value.elt)
    else:
        yield value


def _is_attribute(value: ast.expr, attribute: str) -> bool:
    return isinstance(value, ast.Attribute) and value.attr == attribute


def _is_given_to_training(call: ast.Call, syntax: Syntax) -> bool:
    """`autograd.grad(loss, list(net.tensors()))`"""
    outer = (node for node in syntax.above(call) if isinstance(node, ast.Call))
    return any(last_name(node.func) in TRAINERS for node in outer)
