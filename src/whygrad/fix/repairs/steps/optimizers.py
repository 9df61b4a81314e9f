"""Optimizers that are written by hand, and values that are set again at each call."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, change
from whygrad.source.scopes import Function

WHERE_SET = ("step-without-effect", "dropped-update", "step-never-called")


def _loops_over_parameters(scene: Scene) -> Iterator[tuple[Text, ast.For, str]]:
    """The loops in methods `step` of the program, with the name that goes through the parameters."""
    for text in map(scene.text, scene.own_files):
        for loop in text.syntax.of(ast.For):
            function = text.function(loop)
            if function is not None and function.name.endswith("step") and "params" in text.of(loop.iter):
                last = loop.target.elts[-1] if isinstance(loop.target, ast.Tuple) else loop.target
                if isinstance(last, ast.Name):
                    yield text, loop, last.id


@repair(*WHERE_SET)
def goes_on_without_a_gradient(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`if p.grad is None: return` in a loop over parameters → `continue`."""
    for other, loop, name in _loops_over_parameters(scene):
        for branch in other.within(loop, ast.If):
            assert isinstance(branch, ast.If)
            end = branch.body[0]
            if f"{name}.grad is None" in other.of(branch.test) and isinstance(end, ast.Return | ast.Break):
                yield from change("`continue` with the next parameter", other.put(end, "continue"))


@repair(*WHERE_SET)
def written_into_the_parameter(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`p = p - lr * update` in an optimizer's own loop binds a name → `p.copy_(p - lr * update)`."""
    for other, loop, name in _loops_over_parameters(scene):
        for found in other.within(loop, ast.Assign):
            assert isinstance(found, ast.Assign)
            is_own = isinstance(found.targets[0], ast.Name) and found.targets[0].id == name
            reads = any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(found.value))
            if is_own and reads:
                new = f"{name}.data.copy_({other.of(found.value)})"
                yield from change("write into the parameter itself", other.put(found, new))


@repair("update-undone", "untracked-write", "untracked-change")
def set_in_init(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`self.reset()` at each `forward` → once, at the end of `__init__`."""
    statement, function = text.statement(node), text.function(node)
    owner = text.syntax.parent.get(function) if function is not None else None
    if statement is None or not isinstance(statement, ast.Expr) or not isinstance(owner, ast.ClassDef):
        return
    names = {n.id for n in ast.walk(statement) if isinstance(n, ast.Name)}
    inits = [m for m in owner.body if isinstance(m, Function) and m.name == "__init__"]
    if not inits or function in inits or "self" not in names or not names <= {"self", "nn", "torch", "math"}:
        return
    around = text.syntax.parent.get(statement)
    whole = around if isinstance(around, ast.With) and around.body == [statement] else statement
    if function is not None and whole in function.body:
        yield from change("once, in `__init__`", *text.moved(whole, after=inits[0].body[-1]))


@repair("idle-parameter", "dropped-update", "dropped-write", "never-connected")
def put_back_into_the_sequence(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`for layer in layers: layer = Gated(layer)` binds a name → `layers[i] = layer` too."""
    statement, loop = text.statement(node), text.loop(node)
    if not isinstance(statement, ast.Assign) or not isinstance(loop, ast.For) or statement not in loop.body:
        return
    if isinstance(loop.target, ast.Name) and isinstance(loop.iter, ast.Name | ast.Attribute):
        name, sequence = loop.target.id, text.of(loop.iter)
        if text.of(statement.targets[0]) == name:
            head = [text.put(loop.target, f"{name}_at, {name}"), text.put(loop.iter, f"enumerate({sequence})")]
            yield from change(
                f"keep it in `{sequence}`", *head, text.after(statement, f"{sequence}[{name}_at] = {name}")
            )
