"""Iterators that are empty when a call gets them: what ran before has gone through all of them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from whygrad.ops import OPTIMIZERS
from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import argument_given, first_argument, function_at, is_argument, positional
from whygrad.source.patterns.blocks import runs_with
from whygrad.source.patterns.loops import stands_before_the_loop_of
from whygrad.source.scopes import FUNCTIONS
from whygrad.source.selecting import Nodes
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import COMPREHENSIONS, Syntax
from whygrad.source.values.steps import last_name

# They take everything that an iterator has.
TAKING = ("list", "tuple", "set", "frozenset", "dict", "sum", "sorted", "max", "min", "Counter", "clip_grad_norm_",
          "clip_grad_value_", "parameters_to_vector", "ParameterList", "ModuleList")  # fmt: skip
ALONG = ("enumerate", "zip", "tqdm")  # a loop through these goes through what they get
DEPTH = 2  # helpers that call each other


@dataclass(frozen=True)
class UsedUp:
    """The line to change, and where the iterator was gone through first."""

    chain: Chain
    first: Place
    name: str  # of the iterator, there
    given: bool  # the function that goes through it twice was given it by its caller


def what_used_up(call: Chain, files: Iterable[str], sources: SourceFiles) -> UsedUp | None:
    """What has gone through the iterator that the call at the end of a chain got as its first argument.

    A function that uses its argument twice is to change itself: any caller may give it an iterator, as torch allows.
    """
    found, known = node_at(call[-1], sources) if call else None, list(files)
    value = first_argument(found, "params") if isinstance(found, ast.Call) else None
    chain = call
    while isinstance(value, (ast.Name, ast.Attribute)):
        name = ast.unparse(value)
        first = _gone_through(name, chain[-1], known, sources)
        if is_argument(name, chain[-1], sources):
            if first is not None:
                return UsedUp((*chain[:-1], first), first, name, True)
            value, chain = argument_given(name, chain, sources), chain[:-1]
            continue
        made = _made(name, chain[-1], sources)
        if first is None and made is not None and stands_before_the_loop_of(made, chain[-1], sources):
            first = chain[-1]  # its own earlier turn
        return UsedUp((*chain[:-1], made), first, name, False) if made and first else None
    return None


def _made(name: str, used: Place, sources: SourceFiles) -> Place | None:
    """The one value that the function around assigns to the variable, or the module around that."""
    syntax, function = sources.syntax(used.file), function_at(used, sources)
    for scope in dict.fromkeys((function, None)):
        values = [n.value for n in syntax.assigned.get(name, ()) if _function_of(n, syntax) is scope]
        if values:
            where = used.function if scope is function else "<module>"
            return place_of_node(used.file, values[0], where, sources) if len(values) == 1 else None
    return None


def _gone_through(name: str, used: Place, files: list[str], sources: SourceFiles) -> Place | None:
    """What goes through all of a variable in the function around, earlier than the place, and always."""
    syntax, function = sources.syntax(used.file), function_at(used, sources)
    inside: Nodes = syntax.within(function) if function is not None else syntax
    use = syntax.smallest_statement(used.line)
    stored = [n.lineno for n in inside.of(ast.Name) if n.id == name and isinstance(n.ctx, ast.Store)]
    if use is None:
        return None
    for node in _takers(name, inside, syntax, files, sources):
        before = (node.lineno, node.col_offset) < (used.line, used.column - 1)
        renewed = any(node.lineno <= line <= used.line for line in stored)
        if before and not renewed and _function_of(node, syntax) is function and runs_with(syntax, node, use):
            return place_of_node(used.file, node, used.function, sources)
    return None


def _takers(
    name: str, inside: Nodes, syntax: Syntax, files: list[str], sources: SourceFiles
) -> Iterator[ast.expr | ast.stmt]:
    """The expressions that go through all of a variable."""
    for loop in inside.of(ast.For):
        if _goes_along(loop.iter, name) and not any(isinstance(n, (ast.Break, ast.Return)) for n in ast.walk(loop)):
            yield loop.iter
    for part in inside.of(*COMPREHENSIONS):
        if _goes_along(part.generators[0].iter, name):
            outer = next(syntax.above(part), None)
            if not isinstance(part, ast.GeneratorExp):
                yield part
            elif isinstance(outer, ast.Call) and last_name(outer.func) in TAKING:
                yield outer
    for call in inside.of(ast.Call):
        position = next((at for at, given in enumerate(call.args) if ast.unparse(_unstarred(given)) == name), None)
        if position is not None and _takes_all(call, position, files, sources):
            yield call


def _takes_all(call: ast.Call, position: int, files: list[str], sources: SourceFiles, depth: int = DEPTH) -> bool:
    """Does a call go through all of the argument at this position?"""
    called = last_name(call.func)
    own = [(file, f) for file in files for f in sources.syntax(file).functions.get(called, ())]
    if not own:
        return isinstance(call.args[position], ast.Starred) or called in TAKING or called in OPTIMIZERS
    return bool(depth) and all(_function_takes(f, file, position, files, sources, depth) for file, f in own)


def _function_takes(
    function: ast.FunctionDef, file: str, position: int, files: list[str], sources: SourceFiles, depth: int
) -> bool:
    syntax, names = sources.syntax(file), positional(function)
    if position >= len(names):
        return False
    inside = syntax.within(function)
    for call in inside.of(ast.Call):
        at = next((i for i, given in enumerate(call.args) if ast.unparse(given) == names[position]), None)
        if at is not None and _takes_all(call, at, files, sources, depth - 1):
            return True
    loops = (node.iter for node in inside.of(ast.For))
    parts = (node.generators[0].iter for node in inside.of(*COMPREHENSIONS))
    return any(_goes_along(through, names[position]) for through in (*loops, *parts))


def _goes_along(iterated: ast.expr, name: str) -> bool:
    """`params`, `enumerate(params)`"""
    if isinstance(iterated, ast.Call) and last_name(iterated.func) in ALONG:
        return any(ast.unparse(given) == name for given in iterated.args)
    return ast.unparse(iterated) == name


def _unstarred(node: ast.expr) -> ast.expr:
    return node.value if isinstance(node, ast.Starred) else node


def _function_of(node: ast.AST, syntax: Syntax) -> ast.AST | None:
    return next((n for n in syntax.above(node) if isinstance(n, FUNCTIONS)), None)
