"""Which part of a value is meant: `d["a"][0].x` is the path `=a`, `0`, `.x` from `d`."""

from __future__ import annotations

import ast
from dataclasses import dataclass

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
ANY = "*"  # some element: a subscript that is not a constant, one turn of a loop


@dataclass(frozen=True, eq=False)
class Frame:
    """One activation of a function: who called it, where that is known."""

    scope: ast.AST
    call: ast.AST | None  # None: nobody in particular, every call found in the text may be it
    caller: Frame | None
    receiver: str = ""  # the text of the object whose method it is
    depth: int = 0


@dataclass(frozen=True)
class Called:
    """The step from a value to the result of calling it (name "()") or one of its methods."""

    name: str
    call: ast.Call
    frame: Frame


Step = str | int | Called
Path = tuple[Step, ...]


def is_attribute(step: Step) -> bool:
    return isinstance(step, str) and step.startswith(".")


def remainder(stored: Path, wanted: Path) -> Path | None:
    """What is left of `wanted` in a value stored under `stored`; None where they are different parts."""
    for i, step in enumerate(stored):
        if i == len(wanted):
            return ()
        other = wanted[i]
        if is_attribute(step) and not is_attribute(other):
            return None
        if not is_attribute(step) and (is_attribute(other) or isinstance(other, Called)):
            return ()  # `a[0] = e; a.T`: the method or attribute is about the whole container
        if step != other and ANY not in (step, other):
            return None
    return wanted[len(stored) :]


def key(index: ast.expr) -> Step:
    """The step of a subscript."""
    if isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub) and isinstance(index.operand, ast.Constant):
        return -index.operand.value if type(index.operand.value) is int else ANY
    if isinstance(index, ast.Constant) and type(index.value) is int:
        return index.value
    if isinstance(index, ast.Constant) and isinstance(index.value, str):
        return f"={index.value}"
    return ANY


def taken_apart(target: ast.expr) -> list[tuple[ast.expr, Step]]:
    """`a.b[0]` as [(a, .b), (a.b, 0)]: each part with the step that leaves it, outermost object first."""
    parts: list[tuple[ast.expr, Step]] = []
    while isinstance(target, ast.Attribute | ast.Subscript):
        if isinstance(target, ast.Attribute):
            parts.append((target.value, f".{target.attr}"))
        elif not isinstance(target.slice, ast.Slice):
            parts.append((target.value, key(target.slice)))
        target = target.value
    return parts[::-1]


def root(target: ast.expr) -> ast.expr:
    """The innermost object of attributes and subscripts: `a` in `a.b[0]`."""
    while isinstance(target, ast.Attribute | ast.Subscript | ast.Starred):
        target = target.value
    return target


def dotted(node: ast.AST | None) -> str:
    """`self.x` of a name with attributes (subscripts left out), "" of anything else."""
    names: list[str] = []
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Attribute):
            names.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([node.id, *names[::-1]])


def last_name(node: ast.AST | None) -> str:
    """`c` in `a.b.c`; "" where there is no name."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
