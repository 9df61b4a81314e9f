"""Gradients that a scaler has scaled, and steps and losses that go past it: through the scaler."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name


def _scalers(text: Text) -> list[str]:
    """What scales a loss or unscales gradients in the file, as it calls it."""
    calls = [c for c in text.syntax.of(ast.Call) if last_name(c) in ("scale", "unscale_") and c.args]
    return list(dict.fromkeys(text.of(c.func.value) for c in calls if isinstance(c.func, ast.Attribute)))


@repair("scaler-order", "clipping-order", "scaler-without-gradients")
def step_by_the_scaler(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`optimizer.step()` of scaled gradients → `scaler.step(optimizer)`, and `scaler.update()` where none is."""
    function = text.function(node) or text.syntax.tree
    updates = [c for c in calls_in(text, text.syntax.tree) if last_name(c) == "update" and not c.args]
    for call in calls_in(text, function):
        statement = text.statement(call)
        is_step = last_name(call) == "step" and not call.args and isinstance(call.func, ast.Attribute)
        if not is_step or not isinstance(call.func, ast.Attribute) or not isinstance(statement, ast.Expr):
            continue
        for scaler in _scalers(text):
            by_scaler = f"{scaler}.step({text.of(call.func.value)})"
            known = any(isinstance(c.func, ast.Attribute) and text.of(c.func.value) == scaler for c in updates)
            more = [] if known else [text.after(statement, f"{scaler}.update()")]
            yield from change(f"`{by_scaler}`", text.put(call, by_scaler), *more)


@repair("scaler-order", "foreign-gradient")
def loss_through_the_scaler(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`loss.backward()` beside scaled losses → `scaler.scale(loss).backward()`."""
    for call in calls_in(text, text.function(node) or text.syntax.tree):
        if last_name(call) != "backward" or not isinstance(call.func, ast.Attribute):
            continue
        loss = call.func.value
        if isinstance(loss, ast.Call) and last_name(loss) == "scale":
            continue
        for scaler in _scalers(text):
            yield from change(f"scale `{text.of(loss)}`", text.put(loss, f"{scaler}.scale({text.of(loss)})"))


@repair("scaler-order", first=True)
def unscaled_once(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A second `scaler.unscale_(optimizer)` of one step goes."""
    statement = text.statement(node)
    if not isinstance(statement, ast.Expr) or not any(last_name(c) == "unscale_" for c in calls_in(text, statement)):
        return
    above = text.block(statement)[: text.block(statement).index(statement)]
    if any(ast.unparse(s) == ast.unparse(statement) for s in above):
        yield from change("unscale once", text.removed(statement))
