"""Statements at the wrong time: moved to where they belong, or added where they are missing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from textwrap import indent

from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name, makes_an_object
from whygrad.source.syntax import names_in

CLIPPING = ("clip_grad_norm_", "clip_grad_value_", "clip_grad_norm", "clip_grads_with_norm_")


def _statements(text: Text, outer: ast.AST, *names: str) -> list[ast.stmt]:
    """The innermost statements of a function that call one of these names, in their order."""
    found = [s for c in calls_in(text, outer) if last_name(c) in names and (s := text.statement(c)) is not None]
    return sorted(dict.fromkeys(found), key=lambda s: s.lineno)


def _whole(text: Text, statement: ast.stmt) -> ast.stmt:
    """The statement, or the `if` that guards it alone."""
    above = text.syntax.parent.get(statement)
    return above if isinstance(above, ast.If) and above.body == [statement] and not above.orelse else statement


@repair("gradient-cleared", "update-undone", "unscaled-accumulation", "step-without-effect")
def clearing_before_the_pass(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`zero_grad()` before `backward()`, after the step, or before the loop over micro batches."""
    function = text.function(node) or text.syntax.tree
    clearings = [*_statements(text, function, "zero_grad"), *_by_hand(text, function)]
    passes = _statements(text, function, "backward")
    steps = _statements(text, function, "step")
    for clearing in clearings:
        for backward in passes:
            if backward.lineno < clearing.lineno:
                yield from change(
                    "clear the gradients before the pass", *text.moved(clearing, before=_whole(text, backward))
                )
        loop = text.loop(clearing)
        if loop is not None:
            yield from change("clear the gradients before the loop", *text.moved(clearing, before=loop))
        for step in steps:
            yield from change("clear the gradients after the step", *text.moved(clearing, after=_whole(text, step)))


def _by_hand(text: Text, outer: ast.AST) -> list[ast.stmt]:
    """Statements and loops that do nothing but drop gradients: `for p in ps: p.grad = None`."""
    found: list[ast.stmt] = []
    for statement in text.within(outer, ast.Assign):
        assert isinstance(statement, ast.Assign)
        if ast.unparse(statement).endswith(".grad = None"):
            loop = text.loop(statement)
            found.append(loop if loop is not None and loop.body == [statement] else statement)
    return found


@repair("lasting-nan")
def clearing_beside_the_branch(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`zero_grad()` after the `if` that decides whether to step."""
    clearing = text.statement(node)
    branch = text.syntax.parent.get(clearing) if clearing is not None else None
    if clearing is not None and isinstance(branch, ast.If) and clearing in branch.body[1:]:
        title = "clear the gradients after every pass"
        if clearing is branch.body[-1] and not branch.orelse:  # the place after the branch is that of its last line
            outside = indent(text.dedented_lines(clearing), text.indent(branch))
            yield from change(title, text.replaced_lines(clearing, outside))
        else:
            yield from change(title, *text.moved(clearing, after=branch))


@repair("clipping-order", "scaler-order")
def clipping_before_the_step(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """Clipping between `backward()` and `step()`."""
    function = text.function(node) or text.syntax.tree
    clippings = _statements(text, function, *CLIPPING)
    steps, passes = _statements(text, function, "step"), _statements(text, function, "backward")
    for clipping in clippings:
        for step in steps:
            if _whole(text, clipping) is not _whole(text, step):
                yield from change(
                    "clip before the step", *text.moved(_whole(text, clipping), before=_whole(text, step))
                )
        for backward in passes:
            if _whole(text, clipping) is not _whole(text, backward):
                title = "clip after the pass"
                yield from change(title, *text.moved(_whole(text, clipping), after=_whole(text, backward)))


@repair("clipping-order", "scaler-order")
def unscaled_before_clipping(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`scaler.unscale_(optimizer)` before gradients are clipped."""
    function = text.function(node) or text.syntax.tree
    clippings = _statements(text, function, "clip_grad_norm_", "clip_grad_value_")
    for call in calls_in(text, function):
        if last_name(call) == "step" and len(call.args) == 1 and isinstance(call.func, ast.Attribute):
            scaler, optimizer = text.of(call.func.value), text.of(call.args[0])
            for clipping in clippings:
                new = f"{scaler}.unscale_({optimizer})"
                yield from change("unscale before clipping", text.before(_whole(text, clipping), new))


@repair("gradient-piled-up", "gradient-cleared", "foreign-gradient")
def clearing_added(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`optimizer.zero_grad()` before the pass, of each optimizer that steps in the function."""
    function = text.function(node) or text.syntax.tree
    passes = _statements(text, function, "backward")
    own = text.statement(node)
    passes.sort(key=lambda s: s is not own)
    names = [
        text.of(c.func.value) if isinstance(c.func, ast.Attribute) and not c.args else text.of(c.args[0])
        for c in calls_in(text, text.syntax.tree)
        if last_name(c) in ("step", "zero_grad") and isinstance(c.func, ast.Attribute)
        if "sched" not in ast.unparse(c.func)
    ]
    for backward in passes:
        for name in dict.fromkeys(names):
            yield from change(f"clear the gradients of `{name}`", text.before(backward, f"{name}.zero_grad()"))
    for name in dict.fromkeys(names):
        for clearing in _statements(text, function, "zero_grad"):
            for call in calls_in(text, clearing):
                if isinstance(call.func, ast.Attribute) and text.of(call.func.value) != name:
                    yield from change(f"clear the gradients of `{name}`", text.put(call.func.value, name))


@repair("gradient-piled-up")
def clearing_of_leaves(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A leaf that no optimizer holds is cleared by hand before the pass."""
    statement = text.statement(node)
    for name in scene.finding.lost or scene.names_in(r"`([\w.]+)\.grad`"):
        if statement is not None and all(part.isidentifier() for part in name.split(".")):
            yield from change(f"clear the gradient of `{name}`", text.before(statement, f"{name}.grad = None"))


@repair("scaler-without-gradients", "missing-gradient")
def only_with_gradients(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`scaler.step(opt)` only where a parameter of the optimizer has a gradient."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        if last_name(call) == "step" and call.args and isinstance(statement, ast.Expr):
            held = f'for g in {text.of(call.args[0])}.param_groups for p in g["params"]'
            test = f"if any(p.grad is not None {held}):"
            yield from change("step only if there are gradients", text.under(statement, test))


@repair("missing-gradient")
def only_where_there_is_one(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`w.grad.zero_()` only where `w.grad is not None`."""
    statement = text.statement(node)
    if statement is None or hasattr(statement, "body"):
        return
    read = [a for a in text.within(statement, ast.Attribute) if isinstance(a, ast.Attribute) and a.attr == "grad"]
    for gradient in dict.fromkeys(text.of(a) for a in read):
        title = f"only if there is a `{gradient}`"
        inside = [g for g in _generators(text, statement) if gradient.partition(".")[0] in names_in(g.target)]
        if inside:
            last = inside[-1].ifs[-1] if inside[-1].ifs else inside[-1].iter
            joint = " and" if inside[-1].ifs else " if"
            yield from change(title, text.behind(last, f"{joint} {gradient} is not None"))
        else:
            yield from change(title, text.under(statement, f"if {gradient} is not None:"))


def _generators(text: Text, statement: ast.stmt) -> list[ast.comprehension]:
    """The `for … in …` of all comprehensions in the statement."""
    kinds = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    found = [f for f in text.within(statement, *kinds) if isinstance(f, kinds)]
    return [g for f in found for g in f.generators]


@repair("scaler-order", first=True)
def once_per_update(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """What unscales is moved to right before the scaler's step, with the clipping behind it."""
    statement = text.statement(node)
    if statement is None or not any(last_name(c) == "unscale_" for c in calls_in(text, statement)):
        return
    block = text.block(statement)
    clippings = [s for s in block[block.index(statement) + 1 :] if any(last_name(c) in CLIPPING for c in _calls(s))]
    for call in calls_in(text, text.syntax.tree):
        step = text.statement(call) if last_name(call) == "step" and call.args else None
        if step is None or step is statement:
            continue
        if clippings and step not in block:
            moved = [statement, *clippings]
            lines = "\n".join(_without_return(text, s) for s in moved)
            gone = [text.removed(s) for s in moved] if len(moved) < len(block) else []
            yield from change("unscale and clip right before the step", *gone, text.before(step, lines))
        yield from change("unscale right before the step", *text.moved(statement, before=step))


def _calls(statement: ast.stmt) -> list[ast.Call]:
    return [n for n in ast.walk(statement) if isinstance(n, ast.Call)]


def _without_return(text: Text, statement: ast.stmt) -> str:
    """The lines of a statement; of `return f(x)` the call alone."""
    if isinstance(statement, ast.Return) and statement.value is not None:
        return text.of(statement.value)
    return text.dedented_lines(statement)


@repair("stale-optimizer", "not-in-optimizer", "idle-parameter", "scaler-without-gradients")
def optimizer_made_later(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """The optimizer is made after what changes the model: moved down, before the first loop, then step by step."""
    for statement in _makings(scene, text, node):
        block = text.block(statement)
        below = block[block.index(statement) + 1 :]
        loops = [s for s in below if isinstance(s, ast.For | ast.While)]
        name = text.of(statement.targets[0]) if isinstance(statement, ast.Assign) else ""
        used = next((s for s in below if name and name in ast.unparse(s)), None)
        targets = [
            t for t in (used, *loops[:1], *below[1:]) if t is not None and t is not (below[0] if below else None)
        ]
        for target in dict.fromkeys(targets):
            yield from change("create the optimizer later", *text.moved(statement, before=target))


def _makings(scene: Scene, text: Text, node: ast.AST) -> Iterator[ast.stmt]:
    statement = text.statement(node)
    if statement is not None and not hasattr(statement, "body") and "opt" in ast.unparse(statement).lower():
        yield statement
    function = text.function(node) or text.syntax.tree
    for found in text.within(function, ast.Assign):
        if isinstance(found, ast.Assign) and "optim" in ast.unparse(found) and found is not statement:
            yield found


@repair("backward-twice", "modified-in-place", "stale-value")
def made_in_the_loop(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """What is computed once before a loop, and differentiated in each turn of it, is computed in each turn."""
    statement = text.statement(node)
    called = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    bound = isinstance(statement, ast.Assign | ast.AugAssign | ast.AnnAssign)
    if statement is None or not (called or bound) or makes_an_object(statement):
        return
    block = text.block(statement)
    for below in block[block.index(statement) + 1 :]:
        inside = text.within(below, ast.For, ast.While) if isinstance(below, ast.For | ast.While) else []
        for loop in inside:
            assert isinstance(loop, ast.For | ast.While)
            yield from change("compute it in each iteration of the loop", *text.moved(statement, before=loop.body[0]))


@repair("backward-twice", "modified-in-place")
def computed_in_each_turn(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """What a loop with steps reads, and was computed before it, is computed again in each turn."""
    loop, function = text.loop(node), text.function(node) or text.syntax.tree
    if loop is None:
        return
    read = {n.id for n in text.within(loop, ast.Name) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    made = [
        s
        for s in text.within(function, ast.Assign)
        if isinstance(s, ast.Assign) and s.lineno < loop.lineno and isinstance(s.value, ast.Call)
        if isinstance(s.targets[0], ast.Name) and s.targets[0].id in read and not makes_an_object(s)
    ]
    for statement in reversed(made):
        again = text.before(loop.body[0], text.dedented_lines(statement))
        yield from change("compute it again in each iteration of the loop", again)


@repair("backward-twice")
def accumulator_started_in_the_loop(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`total = 0` before a loop that adds to it and calls `backward()` in each turn."""
    loop = text.loop(node)
    statement = text.statement(node)
    targets = [t for t in ast.walk(statement) if isinstance(t, ast.Name | ast.Attribute)] if statement else []
    while loop is not None:
        block = text.block(loop)
        for before in reversed(block[: block.index(loop)]):
            if isinstance(before, ast.Assign) and ast.unparse(before.targets[0]) in {ast.unparse(t) for t in targets}:
                yield from change("start again in each iteration of the loop", *text.moved(before, before=loop.body[0]))
        loop = text.loop(loop)


@repair("backward-twice")
def one_pass_for_all(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`a.backward(); b.backward()` → `(a + b).backward()`."""
    function = text.function(node) or text.syntax.tree
    passes = [
        (s, s.value.func.value)
        for s in _statements(text, function, "backward")
        if isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) and isinstance(s.value.func, ast.Attribute)
    ]
    blocks = {id(text.block(s)) for s, _ in passes}
    if len(passes) > 1 and len(blocks) == 1:
        together = " + ".join(text.of(loss) for _, loss in passes)
        first, *rest = (s for s, _ in passes)
        put = text.put(first, f"({together}).backward()")
        yield from change("one pass for the sum", put, *(text.removed(s) for s in rest))


@repair("modified-in-place")
def pass_before_the_step(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """What an optimizer's step changes is needed by a later pass: the step after it, or the loss computed again."""
    step = text.statement(node)
    if step is None or not any(last_name(c) == "step" for c in calls_in(text, step)):
        return
    block = text.block(step)
    below = block[block.index(step) + 1 :]
    for later in below:
        calls = list(calls_in(text, later))
        backward = next((c for c in calls if last_name(c) == "backward" and isinstance(c.func, ast.Attribute)), None)
        if backward is not None and isinstance(backward.func, ast.Attribute):
            yield from _computed_after(text, text.of(backward.func.value), step, later)
            yield from change("step after the pass", *text.moved(step, after=later))


@repair("modified-in-place")
def loss_after_the_call_that_steps(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`a = f(); update(b); update(a)` → `update(b); a = f(); update(a)`: a later call's argument is made later."""
    call = text.statement(node)
    if call is None or any(last_name(c) == "step" for c in calls_in(text, call)):
        return
    block = text.block(call)
    for later in block[block.index(call) + 1 :]:
        given = [a.id for c in calls_in(text, later) for a in c.args if isinstance(a, ast.Name)]
        for name in dict.fromkeys(given):
            yield from _computed_after(text, name, call, later)


def _computed_after(text: Text, loss: str, step: ast.stmt, later: ast.stmt) -> Iterator[Change]:
    """The statements that make the loss, moved behind the step: the last, the last two, and so on; else run again."""
    block = text.block(step)
    above = block[: block.index(step)]
    moved: list[ast.stmt] = []
    wanted = {loss}
    again: list[Change] = []
    for statement in reversed(above):
        targets = _bound(statement)
        if targets & wanted:
            moved.insert(0, statement)
            lines = "\n".join(text.dedented_lines(s) for s in moved)
            repeated = "\n".join(_binding_only(text, s, wanted) for s in moved)
            wanted |= names_in(statement)
            edits = [edit for s in moved for edit in text.moved(s, after=step)[:1]]
            if len(targets) == 1:
                yield from change("compute the loss after the step", *edits, text.after(step, lines))
            if not makes_an_object(statement):
                again += change("compute the loss again after the step", text.after(step, repeated))
    yield from again


def _bound(statement: ast.stmt) -> set[str]:
    """The names that an assignment binds, also those of `a, b = …`."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    each = [e for t in targets for e in (t.elts if isinstance(t, ast.Tuple | ast.List) else [t])]
    return {ast.unparse(e) for e in each}


def _binding_only(text: Text, statement: ast.stmt, wanted: set[str]) -> str:
    """`a, b = f()` → `_, b = f()`: what else it binds stays as it is."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    if not isinstance(statement, ast.Assign) or not isinstance(target, ast.Tuple):
        return text.dedented_lines(statement)
    names = ", ".join(text.of(e) if ast.unparse(e) in wanted else "_" for e in target.elts)
    return f"{names} = {text.of(statement.value)}"
