"""Custom Functions that turn a gradient round, by their text: `forward` hands its input on, `backward` negates."""

from __future__ import annotations

import ast

from whygrad.recording import Definition, Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.functions import function_at, own_nodes
from whygrad.source.span import place_of_node
from whygrad.source.syntax import Syntax, names_in

SAME = ("view_as", "view", "clone", "expand_as", "contiguous", "type_as", "to", "detach", "reshape", "alias")
NEGATING = ("neg", "neg_", "negative", "negative_")
MULTIPLYING = ("mul", "mul_", "multiply", "multiply_", "div", "div_", "divide", "true_divide")


def negation_in(backward: Definition, sources: SourceFiles) -> Place | None:
    """The expression of a `backward` that negates, where `forward` of the same class returns its input as it is."""
    syntax, function = sources.syntax(backward.file), function_at(backward, sources)
    if function is None or not hands_on(syntax, function):
        return None
    gradients = _gradients_of(function)
    for node in own_nodes(function):
        if _negates(node) and (names_in(node) & gradients or _is_factor(syntax, function, node)):
            shown = _shown(syntax, node)
            return place_of_node(backward.file, shown, function.name, sources) if shown is not None else None
    return None


def _negates(node: ast.AST) -> bool:
    """`-grad`, `grad.neg()`, `torch.neg(grad)`, `-ctx.scale`, `-1.0`"""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr in NEGATING
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)


def _gradients_of(backward: ast.FunctionDef) -> set[str]:
    """The names of what arrives, and of what was computed from it."""
    arguments = [*backward.args.args[1:], *filter(None, [backward.args.vararg])]
    found = {argument.arg for argument in arguments}
    for node in own_nodes(backward):
        if isinstance(node, ast.Assign) and names_in(node.value) & found:
            found |= {name for target in node.targets for name in names_in(target)}
    return found


def _is_factor(syntax: Syntax, backward: ast.FunctionDef, node: ast.AST, tried: frozenset[str] = frozenset()) -> bool:
    """Is the value multiplied with others? The -1 of `view(-1)` is not, nor the bound of `clamp(-1, 1)`."""
    for above in syntax.above(node):
        if isinstance(above, ast.Assign):
            names = {t.id for t in above.targets if isinstance(t, ast.Name)} - tried
            return any(
                _is_factor(syntax, backward, use, tried | names)
                for use in own_nodes(backward)
                if isinstance(use, ast.Name) and isinstance(use.ctx, ast.Load) and use.id in names
            )
        if isinstance(above, ast.Call) and node in above.args:
            return isinstance(above.func, ast.Attribute) and above.func.attr in MULTIPLYING
        if isinstance(above, ast.BinOp | ast.AugAssign):
            return isinstance(above.op, ast.Mult | ast.Div)
        if not isinstance(above, ast.UnaryOp | ast.Attribute | ast.Call | ast.IfExp):
            return False
        node = above
    return False


def _shown(syntax: Syntax, node: ast.AST) -> ast.expr | None:
    """The whole value that a negation is a part of: what is returned, or assigned to a variable."""
    value = node
    for above in syntax.above(node):
        if isinstance(above, ast.stmt) or (
            isinstance(above, ast.Tuple) and isinstance(syntax.parent[above], ast.Return)
        ):
            break
        value = above
    return value if isinstance(value, ast.expr) else None


def hands_on(syntax: Syntax, backward: ast.FunctionDef) -> bool:
    """Does each `return` of the class's `forward` return the first tensor as it is?"""
    forward = forward_beside(syntax, backward)
    if forward is None:
        return False
    arguments = {argument.arg for argument in forward.args.args}
    returned = [node.value for node in own_nodes(forward) if isinstance(node, ast.Return)]
    return bool(returned) and all(value is not None and _is_same(forward, value, arguments) for value in returned)


def forward_beside(syntax: Syntax, backward: ast.FunctionDef) -> ast.FunctionDef | None:
    """The `forward` of the same class, or what runs where its objects are called."""
    owner = syntax.parent.get(backward)
    body = owner.body if isinstance(owner, ast.ClassDef) else []
    return next((n for n in body if isinstance(n, ast.FunctionDef) and n.name in ("forward", "__call__")), None)


def _is_same(forward: ast.FunctionDef, value: ast.expr, arguments: set[str]) -> bool:
    """`x`, `x.view_as(x)`, `x * 1.0`, or a variable that was assigned one of them."""
    if isinstance(value, ast.Name) and value.id not in arguments:
        assigned = [n.value for n in own_nodes(forward) if isinstance(n, ast.Assign) and _is_bound(n, value.id)]
        return len(assigned) == 1 and _is_same(forward, assigned[0], arguments)
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in SAME:
        return _is_same(forward, value.func.value, arguments)
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        return ast.unparse(value.right) in ("1", "1.0") and _is_same(forward, value.left, arguments)
    return isinstance(value, ast.Name) and value.id in arguments


def _is_bound(statement: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in statement.targets)
