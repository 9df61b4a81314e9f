"""Modes, schedules and copies of a model that training needs: `train()`, a schedule's steps, a state that is kept."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise

from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name


@repair("eval-mode")
def training_again(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`model.train()` at the start of each loop that trains, the outermost first; else without the `eval()`."""
    statement = text.statement(node)
    switches = [c for c in calls_in(text, statement) if _rests(c)] if statement is not None else []
    for call in switches:
        if not isinstance(call.func, ast.Attribute):
            continue
        for file in scene.own_files:
            other = scene.text(file)
            names = dict.fromkeys([text.of(call.func.value), *_switched(other)])
            for loop in other.syntax.of(ast.For):
                if any(last_name(c) in ("backward", "step") for c in calls_in(other, loop)):
                    for name in names:
                        title = f"`{name}.train()` before training continues"
                        yield from change(title, other.before(loop.body[0], f"{name}.train()"))
        again = text.put_between(call.func.value, call, ".train()")
        yield from change(f"`train()` instead of `{last_name(call)}({'' if not call.args else 'False'})`", again)


def _rests(call: ast.Call) -> bool:
    """`net.eval()` and `net.train(False)`."""
    given = [*call.args, *(k.value for k in call.keywords)]
    is_off = len(given) == 1 and isinstance(given[0], ast.Constant) and given[0].value is False
    return last_name(call) == "eval" or (last_name(call) == "train" and is_off)


def _switched(text: Text) -> list[str]:
    """What the file switches to `eval()` or `train()`, or calls to step, as it names it."""
    calls = [c for c in calls_in(text, text.syntax.tree) if isinstance(c.func, ast.Attribute)]
    owners = [c.func.value for c in calls if last_name(c) in ("eval", "train", "parameters")]  # type: ignore[attr-defined]
    return [text.of(owner) for owner in owners if isinstance(owner, ast.Name | ast.Attribute)]


@repair("undone-eval")
def resting_again(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`encoder.eval()` after `model.train()`, of each part that the file switches to `eval()`."""
    statement = text.statement(node)
    calls = [
        c for c in calls_in(text, text.syntax.tree) if isinstance(c.func, ast.Attribute) and last_name(c) == "eval"
    ]
    switched = [c for c in calls_in(text, statement) if last_name(c) == "train"] if statement is not None else []
    owners = [text.of(c.func.value) for c in switched if isinstance(c.func, ast.Attribute)]
    rests = [text.of(c.func.value) for c in calls if isinstance(c.func, ast.Attribute)]
    inside = [f"{o}.{r.removeprefix('self.')}" for o in owners for r in rests if r.startswith("self.") and o != "self"]
    for name in dict.fromkeys([*inside, *rests]):
        if statement is not None:
            yield from change(f"`{name}.eval()` after `train()`", text.after(statement, f"{name}.eval()"))


@repair("undone-freeze")
def kept_frozen(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """Without the statement that unfreezes everything, or without the loop around it that does nothing else."""
    statement = text.statement(node)
    loop = text.loop(node)
    whole = loop if loop is not None and loop.body == [statement] else statement
    if isinstance(whole, ast.Expr | ast.For) and not isinstance(text.syntax.parent.get(whole), ast.For):
        yield from change("without unfreezing everything", text.removed(whole))


@repair("vanishing-update", "step-without-effect")
def schedule_outside_the_loop(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`schedule.step()` once for each epoch: after the loop over batches."""
    statement, loop = text.statement(node), text.loop(node)
    if not isinstance(statement, ast.Expr) or loop is None or len(loop.body) < 2 or text.loop(loop) is None:
        return
    if any(last_name(c) == "step" for c in calls_in(text, statement)):
        lower = text.replaced_lines(statement, text.indent(loop) + text.dedented_lines(statement))
        moved = [lower] if statement is loop.body[-1] else text.moved(statement, after=loop)
        yield from change("step the schedule after the loop", *moved)


@repair("self-load", "same-memory")
def state_copied(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`best = model.state_dict()` → `copy.deepcopy(model.state_dict())`."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        above = text.syntax.parent.get(call)
        # A copy that is loaded at once into where it came from only hides that it changes nothing.
        at_once = isinstance(above, ast.Call) and last_name(above) == "load_state_dict"
        if last_name(call) == "state_dict" and not at_once:
            known = [] if "copy" in text.syntax.imported else [text.add_import("import copy")]
            copied = text.put(call, f"copy.deepcopy({text.of(call)})")
            yield from change("keep a copy of the state", copied, *known)


@repair("shared-memory", "broken-tie")
def parameter_of_its_own(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`nn.Parameter(w.data)` shares memory: `w` itself, or a copy of its values."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        if last_name(call) == "Parameter" and call.args:
            given = call.args[0]
            bare = given.value if isinstance(given, ast.Attribute) and given.attr == "data" else given
            yield from change("the parameter itself", text.put(call, text.of(bare)))
            yield from change("a parameter with a copy of the values", text.behind(given, ".clone()"))


@repair("unscaled-accumulation")
def divided_by_the_passes(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`loss / 4` → `loss / 8`, by the number that is told; where nothing divides, before the pass."""
    told = re.search(r"here (\d+)", " ".join(scene.diagnostic.helps))
    statement = text.statement(node)
    if told is None or statement is None:
        return
    number = told.group(1)
    for found in text.within(statement, ast.BinOp):
        if isinstance(found, ast.BinOp) and isinstance(found.op, ast.Div):
            yield from change(f"divide by {number}", text.put(found.right, number))
    for call in calls_in(text, text.function(node) or text.syntax.tree):
        if last_name(call) == "backward" and isinstance(call.func, ast.Attribute):
            divided = f"({text.of(call.func.value)} / {number})"
            yield from change(f"divide by {number}", text.put(call.func.value, divided))


@repair("scaler-order")
def update_added(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`scaler.update()` after the scaler's step, where it is missing."""
    for file in scene.own_files:
        other = scene.text(file)
        for call in calls_in(other, other.syntax.tree):
            step = other.statement(call)
            is_step = last_name(call) == "step" and len(call.args) == 1 and isinstance(call.func, ast.Attribute)
            if is_step and step is not None and isinstance(call.func, ast.Attribute):
                scaler = other.of(call.func.value)
                yield from change(f"`{scaler}.update()` after the step", other.after(step, f"{scaler}.update()"))


@repair("optimizer-arguments")
def in_one_group(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A parameter that is in two groups is left out of the first."""
    statement = text.statement(node)
    groups = [
        value
        for found in (text.within(statement, ast.Dict) if statement is not None else [])
        if isinstance(found, ast.Dict)
        for key, value in zip(found.keys, found.values, strict=True)
        if isinstance(key, ast.Constant) and key.value == "params"
    ]
    for first, second in pairwise(groups):
        new = f"[p for p in {text.of(first)} if id(p) not in {{id(q) for q in {text.of(second)}}}]"
        yield from change("each parameter in one group", text.put(first, new))


@repair("parameter-assignment")
def assigned_as_parameter(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`layer.weight = t` → its values written into the parameter, or a parameter made of it."""
    statement = text.statement(node)
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Attribute):
        target, value = text.of(statement.targets[0]), text.of(statement.value)
        yield from change("write into the parameter", text.put(statement, f"{target}.data.copy_({value})"))
        yield from change("a parameter", text.put(statement.value, f"torch.nn.Parameter({value})"))


@repair("dropped-write")
def written_in_one_step(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`x[i].copy_(v)` writes into a copy: `x[i] = v`; of another method `x[i] = x[i].add(v)`."""
    statement = text.statement(node)
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or not call.func.attr.endswith("_"):
        return
    if isinstance(call.func.value, ast.Subscript) and statement is not None:
        target, name = text.of(call.func.value), call.func.attr[:-1]
        given = ", ".join(text.of(a) for a in call.args)
        new = given if name in ("copy", "fill") else f"{target}.{name}({given})"
        yield from change("write in one step", text.put(statement, f"{target} = {new}"))


@repair("forward-mode")
def tangent_of_its_shape(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`make_dual(x, t)` with a tangent of the shape of `x`."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        if last_name(call) == "make_dual" and len(call.args) == 2:
            new = f"torch.ones_like({text.of(call.args[0])})"
            yield from change("a tangent of the same shape", text.put(call.args[1], new))
