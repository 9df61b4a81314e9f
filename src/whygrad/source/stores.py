"""Where the program's text keeps a value on an object: `self.x = …`, `self.x[k] = …`, `self.x.append(…)`."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import place_of_node

ADDING = ("append", "extend", "insert", "add", "update", "setdefault", "appendleft")


def attribute_stores(attribute: str, files: Iterable[str], sources: SourceFiles) -> list[Place]:
    """The statements that put a computed value into an attribute of this name, those in methods that run first last."""
    found: list[tuple[bool, Place]] = []
    for file in files:
        tree = sources.tree(file)
        for function in ast.walk(tree) if tree else ():
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                for node in ast.walk(function):
                    if isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr)) and _stores(node, attribute):
                        place = place_of_node(file, node, function.name, sources)
                        found.append((function.name == "__init__", place))
    return [place for _, place in sorted(found, key=lambda pair: pair[0])]


def _stores(node: ast.Assign | ast.AugAssign | ast.Expr, attribute: str) -> bool:
    if isinstance(node, ast.Expr):
        call = node.value
        return (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr in ADDING
            and _is_attribute(call.func.value, attribute)
        )
    if isinstance(node.value, (ast.Constant, ast.List, ast.Dict)) or _is_empty_call(node.value):
        return False
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return any(_is_attribute(t.value if isinstance(t, ast.Subscript) else t, attribute) for t in targets)


def _is_empty_call(value: ast.expr) -> bool:
    """`dict()`, `deque(maxlen=3)`: a container to be filled later."""
    return isinstance(value, ast.Call) and not value.args


def _is_attribute(node: ast.expr, attribute: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == attribute
