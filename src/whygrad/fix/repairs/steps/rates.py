"""Learning rates, their schedules, and precisions in which updates are lost."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from whygrad.diagnostic import Edit
from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name

LOST_IN = re.compile(r"too small to change a value of `(bfloat16|float16)`")
SHORT = {"bfloat16": ("bfloat16",), "float16": ("float16", "half")}
SMALLEST = 1e-6  # a smaller rate is hardly meant
FACTORS = ("gamma", "factor")


@repair("vanishing-update", "step-without-effect")
def parameters_in_full(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`model.to(torch.bfloat16)`, `dtype=torch.bfloat16`, `x.bfloat16()`: all of the program in `float32`."""
    told = LOST_IN.search(scene.diagnostic.message)
    if told is None:
        return
    names, edits = SHORT[told[1]], list[Edit]()
    for other in map(scene.text, scene.own_files):
        for found in other.syntax.of(ast.Attribute):
            if found.attr not in names:
                continue
            above = other.syntax.parent.get(found)
            if isinstance(above, ast.Call) and above.func is found and not above.args:
                edits.append(other.put_between(found.value, found, ".float"))
            elif other.of(found.value) == "torch":
                edits.append(other.put(found, "torch.float32"))
    if edits:
        yield from change("`float32` for the parameters", *edits)


@repair("vanishing-update")
def rate_that_moves(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`lr=1e-12`, `{"params": …, "lr": 1e-12}` → 1e-3, where no step changes a bit."""
    if "learning rate of" not in _marked(scene):
        return
    for other in map(scene.text, scene.own_files):
        given = [k.value for k in other.syntax.of(ast.keyword) if k.arg == "lr"]
        for made in other.syntax.of(ast.Dict):
            pairs = zip(made.keys, made.values, strict=True)
            given += [value for key, value in pairs if isinstance(key, ast.Constant) and key.value == "lr"]
        for value in given:
            if isinstance(value, ast.Constant) and isinstance(value.value, float) and 0 < value.value < SMALLEST:
                yield from change("a learning rate of 1e-3", other.put(value, "1e-3"))


def _marked(scene: Scene) -> str:
    """What the diagnostic says of the marked line."""
    return scene.diagnostic.primary.text if scene.diagnostic.primary is not None else ""


@repair("vanishing-update", "step-without-effect")
def factor_that_keeps_the_rate(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`StepLR(optimizer, 10, gamma=0)` → `gamma=0.9`, where the factor leaves nothing of the rate."""
    if "multiplies the learning rate by" not in _marked(scene):
        return
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        for keyword in call.keywords:
            if keyword.arg in FACTORS:
                yield from change(f"`{keyword.arg}=0.9`", text.put(keyword.value, "0.9"))
        if last_name(call) in ("StepLR", "MultiStepLR") and len(call.args) == 3:
            yield from change("`gamma=0.9`", text.put(call.args[2], "0.9"))
        if last_name(call) == "ExponentialLR" and len(call.args) == 2:
            yield from change("`gamma=0.9`", text.put(call.args[1], "0.9"))


@repair("vanishing-update")
def decay_after_the_loop(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`schedule.step()`, or a decay by hand, at the end of a loop over batches → after the loop, once for each epoch.

    Where the statement stands in a helper, the call of the helper moves.
    """
    if "lowers the learning rate" not in _marked(scene):
        return
    function = text.function(node)
    statements = [text.statement(node)]
    if function is not None:
        calls = [c for c in text.syntax.of(ast.Call) if last_name(c) == function.name]
        statements += [s for s in map(text.statement, calls) if isinstance(s, ast.Expr)]
    for statement in statements:
        loop = text.loop(statement) if statement is not None else None
        if statement is None or loop is None or len(loop.body) < 2 or statement not in loop.body:
            continue
        if not _is_repeated(text, loop):
            continue
        if "param_groups" not in text.of(loop.iter if isinstance(loop, ast.For) else loop.test):
            lower = text.replaced_lines(statement, text.indent(loop) + text.dedented_lines(statement))
            moved = [lower] if statement is loop.body[-1] else text.moved(statement, after=loop)
            yield from change("once for each epoch, after the loop", *moved)


def _is_repeated(text: Text, loop: ast.For | ast.While) -> bool:
    """Does the loop run once for each epoch: in another loop, or in a function that is called in one?"""
    function = text.function(loop)
    calls = [c for c in text.syntax.of(ast.Call) if function is not None and last_name(c) == function.name]
    return text.loop(loop) is not None or any(text.loop(call) is not None for call in calls)
