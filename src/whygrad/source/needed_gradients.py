"""Tests of `ctx.needs_input_grad` in a `backward`, and the one by which it leaves out a gradient that is needed."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.functions import own_nodes
from whygrad.source.span import place_of_node

FLAGS = "needs_input_grad"
Value = bool | tuple[bool, ...]
Names = dict[str, Value]


@dataclass(frozen=True)
class FlagTest:
    """A test of the flags, what it was, and the assignment or `return` behind it that did not run."""

    place: Place
    value: bool
    skipped: Place


def test_without(
    function: ast.FunctionDef, index: int, needed: tuple[bool, ...], file: str, sources: SourceFiles
) -> FlagTest | None:
    """The test that keeps `backward` from returning a gradient at `index`; None where the text shows no such test."""
    nodes = list(own_nodes(function))
    names = _bound(nodes, needed)
    returns = [n for n in nodes if isinstance(n, ast.Return) and n.value is not None]
    for found in (_returned_early(nodes, names), *(_not_computed(nodes, r, index, names) for r in returns)):
        if found is not None:
            test, value, skipped = found
            places = (place_of_node(file, node, function.name, sources) for node in (test, skipped))
            return FlagTest(next(places), value, next(places))
    return None


Found = tuple[ast.expr, bool, ast.expr | ast.stmt]


def _returned_early(nodes: list[ast.AST], names: Names) -> Found | None:
    """`if not ctx.needs_input_grad[0]: return None, None`"""
    for node in nodes:
        value = _known(node.test, names) if isinstance(node, ast.If) else None
        if not isinstance(node, ast.If) or value is None:
            continue
        last = (node.body if value else node.orelse)[-1:]
        whole = last[0].value if last and isinstance(last[0], ast.Return) else None
        elements = whole.elts if isinstance(whole, ast.Tuple) else [whole] if whole is not None else []
        if elements and all(map(_is_none, elements)):
            later = next((n for n in reversed(nodes) if isinstance(n, ast.Return) and n not in last), None)
            return (node.test, value, later) if later is not None else None
    return None


def _not_computed(nodes: list[ast.AST], result: ast.Return, index: int, names: Names) -> Found | None:
    """A conditional expression at the index, or a name there that is assigned only where a test is not as it was."""
    elements = result.value.elts if isinstance(result.value, ast.Tuple) else [result.value]
    element = elements[index] if index < len(elements) else None
    if not isinstance(element, ast.Name):
        return _expression_not_chosen(element, names)
    assigned = [n for n in nodes if isinstance(n, ast.Assign) and element.id in _targets(n)]
    computing = [n for n in assigned if not _is_none(_value_for(n, element.id))]
    if len(computing) == 1 and (chosen := _expression_not_chosen(_value_for(computing[0], element.id), names)):
        return chosen
    tests = [_closed_test(nodes, statement, names) for statement in computing]
    closed = [found for found in tests if found is not None]
    return closed[-1] if closed and len(closed) == len(computing) else None


def _expression_not_chosen(element: ast.expr | None, names: Names) -> Found | None:
    value = _known(element.test, names) if isinstance(element, ast.IfExp) else None
    if not isinstance(element, ast.IfExp) or value is None:
        return None
    taken, other = (element.body, element.orelse) if value else (element.orelse, element.body)
    return (element.test, value, other) if _is_none(taken) else None


def _closed_test(nodes: list[ast.AST], statement: ast.stmt, names: Names) -> Found | None:
    """The outermost `if` around a statement whose test is known to have chosen the other branch."""
    for node in nodes:
        value = _known(node.test, names) if isinstance(node, ast.If) else None
        if isinstance(node, ast.If) and value is not None:
            skipped = node.orelse if value else node.body
            if any(statement is inner for part in skipped for inner in ast.walk(part)):
                return node.test, value, statement
    return None


def _bound(nodes: list[ast.AST], needed: tuple[bool, ...]) -> Names:
    """What the function's names hold of the flags; a name that is assigned twice is not known."""
    names: Names = {}
    assigned = [n for n in nodes if isinstance(n, ast.Assign) and len(n.targets) == 1]
    for node in assigned:
        value, target = _evaluated(node.value, {FLAGS: needed, **names}), node.targets[0]
        if value is None:
            continue
        if isinstance(target, ast.Name):
            names[target.id] = value
        elif isinstance(target, ast.Tuple) and isinstance(value, tuple):
            names.update({name: flag for name, flag in _pairs(target, value)})
    targets = [name for node in assigned for name in _targets(node)]
    return {FLAGS: needed, **{name: value for name, value in names.items() if targets.count(name) == 1}}


def _pairs(target: ast.Tuple, flags: tuple[bool, ...]) -> Iterator[tuple[str, Value]]:
    """`need_x, *_ = flags`: what stands before a starred name, and what stands after it."""
    at = next((i for i, part in enumerate(target.elts) if isinstance(part, ast.Starred)), len(target.elts))
    after = len(target.elts) - at - 1
    parts = [*zip(target.elts[:at], flags, strict=False)]
    parts += [*zip(target.elts[at + 1 :], flags[len(flags) - after :], strict=False)] if after > 0 else []
    for part, flag in parts:
        if isinstance(part, ast.Name):
            yield part.id, flag


def _known(test: ast.expr, names: Names) -> bool | None:
    """What a test of the flags says; None of one that tests something else too and depends on it."""
    value = _evaluated(test, names)
    return value if isinstance(value, bool) else None


def _evaluated(node: ast.expr, names: Mapping[str, Value]) -> Value | None:
    if isinstance(node, ast.Attribute):
        return names[FLAGS] if node.attr == FLAGS else None
    if isinstance(node, ast.Name):
        return names.get(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        value = _evaluated(node.operand, names)
        return None if value is None else not value
    if isinstance(node, ast.BoolOp):
        return _joined([_evaluated(part, names) for part in node.values], isinstance(node.op, ast.Or))
    if isinstance(node, ast.Subscript):
        return _item(_evaluated(node.value, names), node.slice)
    called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
    if isinstance(node, ast.Call) and called in ("any", "all", "bool") and len(node.args) == 1:
        value = _evaluated(node.args[0], names)
        if isinstance(value, tuple):
            return any(value) if called == "any" else all(value) if called == "all" else bool(value)
        return value if called == "bool" else None
    if isinstance(node, (ast.Tuple, ast.List)):
        parts = [_evaluated(part, names) for part in node.elts]
        return tuple(bool(part) for part in parts) if None not in parts else None
    return None


def _joined(parts: list[Value | None], is_or: bool) -> bool | None:
    if any(part is not None and bool(part) is is_or for part in parts):
        return is_or
    return None if None in parts else not is_or


def _item(value: Value | None, at: ast.expr) -> Value | None:
    """`flags[1]`, `flags[:2]`"""
    if not isinstance(value, tuple):
        return None
    try:
        if isinstance(at, ast.Slice):
            bounds = [ast.literal_eval(part) if part is not None else None for part in (at.lower, at.upper, at.step)]
            return value[slice(*bounds)]
        index = ast.literal_eval(at)
        return value[index] if isinstance(index, int) else None
    except (ValueError, TypeError, IndexError):
        return None


def _targets(node: ast.Assign) -> list[str]:
    return [name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)]


def _value_for(node: ast.Assign, name: str) -> ast.expr:
    """What the assignment gives to the name: of `a, b = x, y` the part, else the whole value."""
    for target in node.targets:
        parts = target.elts if isinstance(target, ast.Tuple) else []
        values = node.value.elts if isinstance(node.value, ast.Tuple) else []
        if len(parts) == len(values):
            for part, value in zip(parts, values, strict=True):
                if isinstance(part, ast.Name) and part.id == name:
                    return value
    return node.value


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
