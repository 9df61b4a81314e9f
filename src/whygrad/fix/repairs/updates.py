"""Who updates what, and when: schedules, second optimizers, states that are loaded, copies that follow."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import permutations

from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name

LARGE = 0.1  # a smaller rate is rarely why weights grow
STEP = frozenset({"zero_grad", "backward", "step", "clip_grad_norm_", "clip_grad_value_"})

MOST = 4  # names of a statement that may be the copy or its original


@repair("unfinished-schedule")
def schedule_with_the_updates(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`schedule.step()` after an inner loop → after each `optimizer.step()`; one that never steps does so there."""
    statement = text.statement(node)
    made = statement.targets[0] if isinstance(statement, ast.Assign) else None
    called = statement.value if isinstance(statement, ast.Expr) else None
    for update in _steps(text) if statement is not None else ():
        stepped = called.func if isinstance(called, ast.Call) and last_name(called) == "step" else None
        if isinstance(stepped, ast.Attribute) and statement is not update and text.of(stepped.value) != _owner(update):
            title = "step the schedule with the optimizer"
            yield from change(title, *text.moved(statement, after=update))  # type: ignore[arg-type]
        elif isinstance(made, ast.Name | ast.Attribute):
            yield from change("step the schedule with the optimizer", text.after(update, f"{text.of(made)}.step()"))


def _steps(text: Text) -> list[ast.stmt]:
    """The statements of the file that call `step()` of something, those in loops first."""
    found = [s for s in text.within(text.syntax.tree, ast.Expr) if isinstance(s, ast.Expr) and _owner(s)]
    return sorted(found, key=lambda s: (text.loop(s) is None, s.lineno))


def _owner(statement: ast.stmt) -> str:
    """`optimizer` of `optimizer.step()`."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    is_step = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "step"
    return ast.unparse(call.func.value) if is_step else ""  # type: ignore[union-attr]


@repair("stepped-twice")
def each_parameter_once(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`Adam(model.parameters())` beside `Adam(head.parameters())` → without those of the other."""
    makings = [found for place in scene.places if (found := scene.at(place)) is not None and found[0] is text]
    calls = [c for _, at in makings if isinstance(c := at, ast.Call) and c.args and last_name(c) != "step"]
    for one, other in permutations(dict.fromkeys(calls), 2):
        mine, its = text.of(one.args[0]), text.of(other.args[0])
        if one is node and mine != its:
            new = f"[p for p in {mine} if all(p is not q for q in {its})]"
            yield from change("each parameter in one optimizer", text.put(one.args[0], new))


@repair("backward-twice")
def kept_for_the_pass_elsewhere(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`loss.backward()` in a helper, and another pass through the same values elsewhere → `retain_graph=True`."""
    passes = [c for file in scene.own_files for c in scene.text(file).syntax.of(ast.Call) if last_name(c) == "backward"]
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None and not hasattr(statement, "body") else ():
        if last_name(call) == "backward" and not call.keywords and len(passes) > 1:
            yield from change("keep the graph for the next pass", text.inside_end(call, "retain_graph=True"))


@repair("nan-gradient")
def smaller_steps(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A large learning rate that lets the weights grow without end: a hundredth, then a thousandth of it."""
    if "weights have grown" not in scene.diagnostic.message:
        return
    for other in map(scene.text, scene.own_files):
        for keyword in other.syntax.of(ast.keyword):
            number = keyword.value.value if isinstance(keyword.value, ast.Constant) else None
            if keyword.arg == "lr" and isinstance(number, int | float) and number >= LARGE:
                for part in (100, 1000):
                    yield from change(f"`lr={number / part:g}`", other.put(keyword.value, f"{number / part:g}"))


@repair("update-undone", "hook-registration")
def once_before_the_loop(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`model.apply(initialise)`, `load_state_dict(…)` in each turn of a loop → once, before it."""
    statement, loop = text.statement(node), text.loop(node)
    if isinstance(statement, ast.Expr) and loop is not None and statement in loop.body:
        outer = loop
        while (above := text.loop(outer)) is not None:
            outer = above
        yield from change("once, before the loop", *text.moved(statement, before=outer))


@repair("skipped-batches")
def pass_for_each_batch(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`zero_grad()`, `backward()` and `step()` after the loop over batches → at the end of its body."""
    statement = text.statement(node)
    block = text.block(statement) if statement is not None else []
    loops = [s for s in block if isinstance(s, ast.For) and statement is not None and s.lineno < statement.lineno]
    if not loops:
        return
    loop = loops[-1]
    after = block[block.index(loop) + 1 :]
    moved = [s for s in after if isinstance(s, ast.Expr) and any(last_name(c) in STEP for c in calls_in(text, s))]
    lines = "\n".join(text.dedented_lines(s) for s in moved)
    yield from change("a step for each batch", *(text.removed(s) for s in moved), text.after(loop.body[-1], lines))


@repair("stepped-twice")
def one_step_for_a_pass(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A second `optimizer.step()` for the same gradients is left out."""
    statement = text.statement(node)
    site = scene.finding.site  # of two optimizers, both of which step rightly, it is not a step
    if statement is not None and _owner(statement) and site is not None and site.line == statement.lineno:
        yield from change("without the second step", text.removed(statement))


@repair("ignored-learning-rate")
def rate_set_after_loading(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`optimizer.load_state_dict(state)` brings the old rate: the new one is set after it."""
    statement, rate = text.statement(node), re.search(r"instead of ([\d.e-]+)", scene.diagnostic.message)
    call = statement.value if isinstance(statement, ast.Expr) else None
    is_load = isinstance(call, ast.Call) and last_name(call) == "load_state_dict"
    if (
        statement is not None
        and rate
        and is_load
        and isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
    ):
        owner = "self" if text.of(call.func.value) == "super()" else text.of(call.func.value)
        lines = f'for group in {owner}.param_groups:\n    group["lr"] = {rate[1].rstrip(".:")}'
        yield from change("set the learning rate after loading", text.after(statement, lines))


@repair("lost-optimizer-state")
def made_before_the_loop(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`optimizer = Adam(…)` in a loop → before it."""
    statement, loop = text.statement(node), text.loop(node)
    while isinstance(statement, ast.Assign) and loop is not None:
        yield from change("create the optimizer before the loop", *text.moved(statement, before=loop))
        loop = text.loop(loop)


@repair("copy-left-behind")
def copies_all_follow(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`follow(slow_encoder, encoder)` → and the same for the parts that were left out."""
    left = next((m for h in scene.diagnostic.helps if (m := re.match(r"update `([\w.]+)` from `([\w.]+)`", h))), None)
    statement, loop = text.statement(node), text.loop(node)
    for update in (s for s in (statement, loop) if s is not None and left):
        names = list(dict.fromkeys(_dotted(update)))[:MOST]
        for copy, original in permutations(names, 2):
            put = {copy: _alike(copy, left[1]), original: _alike(original, left[2])}  # type: ignore[index]
            if all(put.values()) and put[copy] != copy and put[original] != original:
                yield from change("update the other part too", text.after(update, _renamed(text, update, put)))


@repair("copy-left-behind")
def copied_to_the_end(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`for own, kept in pairs[:-2]` → for all pairs."""
    loop = node if isinstance(node, ast.For) else text.loop(node)
    gone = loop.iter if isinstance(loop, ast.For) else None
    if isinstance(gone, ast.Subscript) and isinstance(gone.slice, ast.Slice):
        yield from change("update all pairs", text.put(gone, text.of(gone.value)))


def _dotted(statement: ast.stmt) -> Iterator[str]:
    """Objects that a statement hands over, or calls a method of: `agent.critic` of `agent.critic.state_dict()`."""
    head = statement.iter if isinstance(statement, ast.For) else statement
    for call in (n for n in ast.walk(head) if isinstance(n, ast.Call)):
        owner = [call.func.value] if isinstance(call.func, ast.Attribute) else []
        for value in (*owner, *call.args):
            if re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", name := ast.unparse(value)):
                yield name


def _alike(name: str, parameter: str) -> str:
    """The part of the parameter's name that is as deep as this one: `self.head` for `self.body` and `net.head.bias`."""
    parts, its = name.split("."), parameter.split(".")
    first = ["self"] if parts[0] == "self" else its[:1]
    chosen = [*first, *its[1 : len(parts)]]
    return ".".join(chosen) if len(its) > len(parts) and all(p.isidentifier() for p in chosen) else ""


def _renamed(text: Text, statement: ast.stmt, put: dict[str, str]) -> str:
    """The statement's text with other objects in it."""
    either = "|".join(re.escape(name) for name in sorted(put, key=len, reverse=True))
    return re.sub(rf"(?<![\w.])({either})(?!\w)", lambda m: put[m[1]], text.dedented_lines(statement))


@repair("gradient-cleared", "clipping-order")
def called_at_another_time(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A helper that clears or clips is called after what follows it, or before what stands above it."""
    statement = text.statement(node)
    if not isinstance(statement, ast.Expr) or last_name_of(statement) in ("zero_grad", "backward", "step"):
        return
    block = text.block(statement)
    at = block.index(statement)
    for later in block[at + 1 : at + 3]:
        yield from change("call it later", *text.moved(statement, after=later))
    for earlier in reversed(block[max(at - 2, 0) : at]):
        yield from change("call it earlier", *text.moved(statement, before=earlier))


def last_name_of(statement: ast.Expr) -> str:
    """`step` of `self.opt.step()`, nothing where it is no call."""
    return last_name(statement.value) if isinstance(statement.value, ast.Call) else "step"
