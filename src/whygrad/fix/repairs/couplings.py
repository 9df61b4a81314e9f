"""What is coupled and should not be, or is not and should: shared modules, weights of a loss, signs, hooks."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.diagnostic import Edit
from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.repairs.cut_calls import chains_in
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name
from whygrad.place import Place

PLAIN = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)


@repair("repeated-module")
def one_module_for_each(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`[Block()] * n` → `[Block() for _ in range(n)]`; of several in the list each."""
    statement = text.statement(node)
    for found in text.within(statement, ast.BinOp) if statement is not None else ():
        if not isinstance(found, ast.BinOp) or not isinstance(found.op, ast.Mult):
            continue
        listed, times = (found.left, found.right) if _is_list(found.left) else (found.right, found.left)
        if isinstance(listed, ast.List | ast.Tuple) and listed.elts:
            parts = [text.of(part) for part in listed.elts]
            number = f"for _ in range({text.of(times)})"
            new = f"[{parts[0]} {number}]" if len(parts) == 1 else f"[part {number} for part in ({', '.join(parts)})]"
            yield from change("one module for each", text.put(found, new))


def _is_list(node: ast.expr) -> bool:
    return isinstance(node, ast.List | ast.Tuple)


@repair("repeated-module")
def default_made_for_each(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`def __init__(self, act=nn.PReLU()):` makes one for all: `act=None`, and a new one in each call."""
    function = node if isinstance(node, ast.FunctionDef) else text.function(node)
    if function is None:
        return
    taken = function.args
    by_position = zip([*taken.posonlyargs, *taken.args][-len(taken.defaults) :], taken.defaults, strict=False)
    by_name = zip(taken.kwonlyargs, taken.kw_defaults, strict=True)
    for argument, default in (*(by_position if taken.defaults else ()), *by_name):
        if isinstance(default, ast.Call) and (text.syntax.holds(default, node) or node in (function, default)):
            new = f"{argument.arg} = {text.of(default)} if {argument.arg} is None else {argument.arg}"
            first = function.body[1 if ast.get_docstring(function) and len(function.body) > 1 else 0]
            title = f"a new `{argument.arg}` in each call"
            yield from change(title, text.put(default, "None"), text.before(first, new))


@repair("equal-units")
def different_units(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """Weights that start equal, `torch.ones(8, 3)`, `init.constant_(w, 0.1)` → random ones."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        given = ", ".join(text.of(a) for a in call.args)
        if last_name(call) in ("ones", "zeros") and given:
            yield from change("a random start", text.put(call, f"0.1 * torch.randn({given})"))
        elif last_name(call) in ("constant_", "ones_", "zeros_") and call.args:
            yield from change(
                "a random start", text.put(call, f"torch.nn.init.normal_({text.of(call.args[0])}, std=0.1)")
            )
        elif last_name(call) in ("fill_", "zero_") and isinstance(call.func, ast.Attribute):
            yield from change("a random start", text.put_between(call.func.value, call, ".normal_(std=0.1)"))
        elif last_name(call) == "full" and len(call.args) == 2:
            yield from change("a random start", text.put(call, f"0.1 * torch.randn({text.of(call.args[0])})"))


@repair("attached-weight")
def weight_detached(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`log_prob * advantage` → `log_prob * advantage.detach()`; a factor that is already cut is left alone."""
    statement = text.statement(node)
    for found in text.within(statement, ast.BinOp) if statement is not None else ():
        if isinstance(found, ast.BinOp) and isinstance(found.op, ast.Mult):
            for factor in (found.right, found.left):
                if not isinstance(factor, ast.Constant | ast.UnaryOp) and not _is_cut(text, factor):
                    yield from change("detach the weight", _detached(text, factor))


def _detached(text: Text, factor: ast.expr) -> Edit:
    """The value without its history, behind the brackets that it stands in, or new ones."""
    _, _, line, column = text.syntax.columns(factor)
    if isinstance(factor, PLAIN):
        return text.behind(factor, ".detach()")
    if text.syntax.line(line)[column - 1 : column] == ")":
        return Edit(Place(text.file, line, column + 1, line, column + 1, ""), ".detach()")
    return text.put(factor, f"({text.of(factor)}).detach()")


def _is_cut(text: Text, node: ast.expr) -> bool:
    return any(cut is node for cut, _ in chains_in(text, node))


@repair("unreversed-gradient")
def negated_once(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`Reverse.apply(x, -0.5)` → `Reverse.apply(x, 0.5)`; of `-grad * -scale` one sign."""
    statement = text.statement(node)
    applied = [c for c in calls_in(text, statement) if c.args] if statement is not None else []
    minus = [a for c in applied for a in (*c.args, *(k.value for k in c.keywords))]
    minus += (
        [n for n in text.within(statement, ast.UnaryOp) if isinstance(n, ast.expr)] if statement is not None else []
    )
    for value in dict.fromkeys(minus):
        if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
            yield from change("without the minus", text.put(value, text.of(value.operand)))


@repair("parameter-written-by-hook")
def gradient_of_the_parameter(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A hook that gets the parameter writes to its gradient: `grad.clamp_()` → `grad.grad.clamp_()`."""
    function, statement = text.function(node), text.statement(node)
    if function is None or statement is None:
        return
    given = {a.arg for a in function.args.args} - {"self"}
    for name in text.within(statement, ast.Name):
        above = text.syntax.parent.get(name)
        data = above if isinstance(above, ast.Attribute) and above.attr == "data" else name
        if isinstance(name, ast.Name) and name.id in given and isinstance(data, ast.expr):
            yield from change("write to the gradient", text.put(data, f"{name.id}.grad"))
