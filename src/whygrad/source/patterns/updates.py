"""An optimizer's own `step` in the program's text: what of it leaves the parameters as they are."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.recording import Definition, Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.functions import function_at, own_nodes
from whygrad.source.span import place_of_node
from whygrad.source.syntax import names_in

# What returns a new tensor, and has a twin with an underscore that writes in place.
MAKING_ANEW = frozenset({"add", "sub", "mul", "div", "addcdiv", "addcmul", "lerp", "clamp", "copysign", "subtract"})


def update_without_effect(code: Definition | Place, sources: SourceFiles) -> tuple[str, Place] | None:
    """How the function, or one that it calls, changes nothing: (how, where).

    "rebound": a name is given to the result, and the parameter stays. "dropped": nobody takes the result. "left": the
    step ends at the first parameter without a gradient.
    """
    step, file = function_at(code, sources), code.file
    if step is None:
        return None
    called = _called_names(step)
    functions = [f for f in sources.syntax(file).of(ast.FunctionDef) if f.name in called and f is not step]
    for find in (_rebound, _dropped, _left):
        for function in (step, *functions):
            for how, node in find(function):
                return how, place_of_node(file, node, function.name, sources)
    return None


def _called_names(function: ast.FunctionDef) -> set[str]:
    calls = [n.func for n in ast.walk(function) if isinstance(n, ast.Call)]
    return {c.attr if isinstance(c, ast.Attribute) else getattr(c, "id", "") for c in calls}


def _parameters(function: ast.FunctionDef) -> set[str]:
    """Names that may stand for a parameter: of loops and arguments, and what is another name of such a one."""
    names = {a.arg for a in function.args.args if a.arg != "self"}
    for node in own_nodes(function):
        if isinstance(node, (ast.For, ast.comprehension)):
            names |= names_in(node.target)
        elif isinstance(node, ast.Assign) and _is_alias(node.value, names):
            names |= {t.id for t in node.targets if isinstance(t, ast.Name)}
    return names


def _is_alias(value: ast.expr, names: set[str]) -> bool:
    if isinstance(value, ast.Attribute) and value.attr == "data":
        value = value.value
    elif isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "detach":
        value = value.func.value
    return isinstance(value, ast.Name) and value.id in names


def _rebound(function: ast.FunctionDef) -> Iterator[tuple[str, ast.stmt]]:
    """`p = p - lr * g`; what is written back later is well."""
    parameters = _parameters(function)
    for node in own_nodes(function):
        if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
            continue
        name = node.targets[0].id
        read = names_in(node.value)
        made = isinstance(node.value, ast.BinOp) or _makes_anew(node.value)
        if name in parameters and name in read and made and not _is_gradient(function, name):
            yield "rebound", node


def _is_gradient(function: ast.FunctionDef, name: str) -> bool:
    """Is the name one of a gradient, or of what is computed along the way?"""
    return "grad" in name or any(
        isinstance(n, ast.Attribute) and n.attr == "grad"
        for node in own_nodes(function)
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets)
        for n in [node.value]
    )


def _dropped(function: ast.FunctionDef) -> Iterator[tuple[str, ast.stmt]]:
    """`p.add(update)` as a statement: nobody takes the sum."""
    parameters = _parameters(function)
    for node in own_nodes(function):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _makes_anew(node.value):
            of = node.value.func.value if isinstance(node.value.func, ast.Attribute) else node.value.func
            if ast.unparse(of) == "torch" and node.value.args:
                of = node.value.args[0]
            if any(isinstance(n, ast.Name) and n.id in parameters for n in ast.walk(of)):
                yield "dropped", node


def _makes_anew(value: ast.expr) -> bool:
    if not isinstance(value, ast.Call) or any(k.arg == "out" for k in value.keywords):
        return False
    name = value.func.attr if isinstance(value.func, ast.Attribute) else getattr(value.func, "id", "")
    return name.removeprefix("_foreach_") in MAKING_ANEW


def _left(function: ast.FunctionDef) -> Iterator[tuple[str, ast.stmt]]:
    """`if p.grad is None: return`, or `break`, inside a loop."""
    for loop in own_nodes(function):
        for node in ast.walk(loop) if isinstance(loop, (ast.For, ast.While)) else ():
            if isinstance(node, ast.If) and "grad" in (test := ast.unparse(node.test)) and "None" in test:
                for statement in node.body:
                    if isinstance(statement, (ast.Return, ast.Break)):
                        yield "left", statement
