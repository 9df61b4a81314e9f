"""Parts of a training step that are missing, have no effect, or go the wrong way."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name

WRITING = frozenset(
    [
        "add",
        "sub",
        "mul",
        "div",
        "copy",
        "clamp",
        "clamp_min",
        "clamp_max",
        "clip",
        "lerp",
        "addcmul",
        "addcdiv",
        "fill",
        "zero",
        "neg",
        "nan_to_num",
        "renorm",
    ]
)


def _scopes(text: Text, node: ast.AST) -> list[ast.AST]:
    """The function around the node, then the whole file."""
    function = text.function(node)
    return [function, text.syntax.tree] if function is not None else [text.syntax.tree]


@repair("backward-never-called")
def pass_added(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`loss.backward()` before the step, for each name with "loss" in it."""
    for scope in _scopes(text, node):
        names = [n.id for n in text.within(scope, ast.Name) if isinstance(n, ast.Name) and "loss" in n.id.lower()]
        for call in calls_in(text, scope):
            step = text.statement(call) if last_name(call) == "step" else None
            for name in dict.fromkeys(names) if step is not None else ():
                if step is not None:
                    yield from change(f"`{name}.backward()`", text.before(step, f"{name}.backward()"))


@repair("step-never-called")
def step_added(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`optimizer.step()` after the pass, of each object whose gradients are cleared, or whose name says so."""
    for scope in _scopes(text, node):
        cleared = [
            text.of(c.func.value)
            for c in calls_in(text, scope)
            if last_name(c) == "zero_grad" and isinstance(c.func, ast.Attribute)
        ]
        made = [target for target in text.syntax.assigned if "opt" in target.lower()]
        for call in calls_in(text, scope):
            backward = text.statement(call) if last_name(call) == "backward" else None
            for name in dict.fromkeys([*cleared, *made]) if backward is not None else ():
                if backward is not None:
                    yield from change(f"`{name}.step()`", text.after(backward, f"{name}.step()"))


@repair("step-without-effect")
def learning_rate(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A rate that is not 0, and a schedule that divides without rounding down."""
    statement = text.statement(node)
    for found in text.within(statement, ast.keyword, ast.BinOp) if statement is not None else ():
        if isinstance(found, ast.keyword) and found.arg == "lr":
            yield from change("`lr=1e-3`", text.put(found.value, "1e-3"))
        if isinstance(found, ast.BinOp) and isinstance(found.op, ast.FloorDiv):
            new = f"{text.of(found.left)} / {text.of(found.right)}"
            yield from change("without rounding down", text.put(found, new))


@repair("dropped-update")
def update_in_place(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`w = w - lr * g` binds a name: `w -= lr * g` changes the parameter."""
    statement = text.statement(node)
    value = statement.value if isinstance(statement, ast.Assign) else None
    if not isinstance(statement, ast.Assign) or not isinstance(value, ast.BinOp):
        return
    target = text.of(statement.targets[0])
    if text.of(value.left) == target and isinstance(value.op, ast.Sub | ast.Add):
        new = f"{target} {'-' if isinstance(value.op, ast.Sub) else '+'}= {text.of(value.right)}"
        yield from change("update the parameter itself", text.put(statement, new))
        indent = text.indent(statement)
        under = f"{indent}with torch.no_grad():\n{indent}    {new}"
        yield from change("update the parameter itself", text.replaced_lines(statement, under))


@repair("dropped-update")
def result_copied(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`k = torch.lerp(q, k, m)` in a loop over parameters binds a name: `k.copy_(torch.lerp(q, k, m))`."""
    statement = text.statement(node)
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    if isinstance(statement, ast.Assign) and isinstance(target, ast.Name):
        new = f"{text.of(target)}.data.copy_({text.of(statement.value)})"
        yield from change("write into the parameter itself", text.put(statement, new))


@repair("loss-left-out", "dropped-update", "dropped-write", "step-without-effect")
def result_bound(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`total.add(term)` as a statement of its own drops its result: `total = total.add(term)`."""
    statement = text.statement(node)
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and last_name(call) in WRITING:
        owner = text.of(call.func.value)
        yield from change(f"keep the result in `{owner}`", text.before_node(call, f"{owner} = "))


@repair("idle-parameter", "unused-parameters", "loss-left-out", first=True)
def result_used(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`self.norm(h)` as a statement of its own drops its result: `h = self.norm(h)`."""
    statement = text.statement(node)
    call = statement.value if isinstance(statement, ast.Expr) else None
    given = call.args[0] if isinstance(call, ast.Call) and call.args else None
    if isinstance(call, ast.Call) and isinstance(given, ast.Name) and last_name(call) not in ("append", "print"):
        yield from change(f"keep the result in `{given.id}`", text.before_node(call, f"{given.id} = "))


@repair("step-without-effect", "dropped-update", "dropped-write")
def result_written(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`w.add(g)` as a statement of its own drops its result: `w.add_(g)`."""
    statement = text.statement(node)
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and last_name(call) in WRITING:
        new = f".{last_name(call)}_"
        yield from change(f"`{last_name(call)}_`, in place", text.put_between(call.func.value, call.func, new))


@repair("update-undone")
def the_other_way(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`online.load_state_dict(target.state_dict())` → the other way."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        given = call.args[0] if call.args else None
        is_load = last_name(call) == "load_state_dict" and isinstance(call.func, ast.Attribute)
        if is_load and isinstance(given, ast.Call) and isinstance(given.func, ast.Attribute):
            one, other = call.func.value, given.func.value  # type: ignore[attr-defined]
            edits = (text.put(one, text.of(other)), text.put(other, text.of(one)))
            yield from change("copy in the other direction", *edits)


@repair("update-undone")
def average_the_other_way(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`p.lerp_(average, w)` → `average.lerp_(p, 1 - w)`; `p.copy_(average)` → `average.copy_(p)`."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None and not hasattr(statement, "body") else ():
        if last_name(call) not in ("lerp_", "copy_") or not call.args or not isinstance(call.func, ast.Attribute):
            continue
        edits = [text.put(call.func.value, text.of(call.args[0])), text.put(call.args[0], text.of(call.func.value))]
        if last_name(call) == "lerp_" and len(call.args) == 2:
            weight = call.args[1]
            plain = isinstance(weight, ast.Name | ast.Attribute | ast.Constant | ast.Call)
            rest = text.put(weight, f"1 - {text.of(weight)}" if plain else f"1 - ({text.of(weight)})")
            yield from change("average the other way", *edits, rest)
        yield from change("average the other way", *edits)


@repair("self-comparison")
def target_of_its_own(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`wanted = value` is the same tensor: `value.detach().clone()` is a target."""
    for scope in _scopes(text, node)[:1]:
        for statement in text.within(scope, ast.Assign):
            assert isinstance(statement, ast.Assign)
            if isinstance(statement.value, ast.Name):
                yield from change("a separate target", text.behind(statement.value, ".detach().clone()"))


@repair("gradient-argument")
def gradient_of_its_shape(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`y.backward(torch.ones(16))` → `torch.ones_like(y)`."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        if last_name(call) == "backward" and isinstance(call.func, ast.Attribute) and call.args:
            new = f"torch.ones_like({text.of(call.func.value)})"
            yield from change("a gradient of the same shape", text.put(call.args[0], new))
        asked = [k.value for k in call.keywords if k.arg == "grad_outputs"] or call.args[2:3]
        if last_name(call) == "grad" and call.args and asked:
            new = f"torch.ones_like({text.of(call.args[0])})"
            yield from change("a gradient of the same shape", text.put(asked[0], new))


@repair("grad-assignment")
def gradient_that_fits(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`p.grad = g` in the shape and type of `p`."""
    statement = text.statement(node)
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Attribute):
        owner, value = text.of(statement.targets[0].value), text.of(statement.value)
        for new in (f"({value}).mean(dim=0)", f"({value}).sum(dim=0)", f"({value}).to({owner})"):
            yield from change("a gradient that fits", text.put(statement.value, new))
        yield from change("a gradient that fits", text.put(statement.value, f"({value}).reshape({owner}.shape)"))


@repair("out-argument", "modified-in-place")
def result_itself(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`torch.mm(a, b, out=c)` → `c = torch.mm(a, b)`."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        for keyword in call.keywords:
            if keyword.arg == "out" and isinstance(statement, ast.Expr) and statement.value is call:
                bound = text.before_node(statement, f"{text.of(keyword.value)} = ")
                yield from change("the result itself", bound, text.without_keyword(call, keyword))
            elif keyword.arg == "out":
                yield from change("the result itself", text.without_keyword(call, keyword))


@repair("straight-through-attached")
def difference_detached(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`z + (q - z)` → `z + (q - z).detach()`."""
    statement = text.statement(node)
    for found in text.within(statement, ast.BinOp) if statement is not None else ():
        right = found.right if isinstance(found, ast.BinOp) and isinstance(found.op, ast.Add) else None
        if isinstance(found, ast.BinOp) and isinstance(right, ast.BinOp) and isinstance(right.op, ast.Sub):
            new = f"{text.of(found.left)} + ({text.of(right)}).detach()"
            yield from change("let the gradient pass", text.put(found, new))


@repair("straight-through-loss")
def loss_of_the_codes(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """The loss of the codes is of the codes, and not of what passes the gradient by them."""
    function = text.function(node) or text.syntax.tree
    for passing in text.within(function, ast.Assign):
        assert isinstance(passing, ast.Assign)
        name, codes = ast.unparse(passing.targets[0]), _codes(passing.value)
        if codes is None:
            continue
        if name == codes:
            used = [r for s in text.within(function, ast.Return) for r in text.within(s, ast.Name)]
            returned = [n for n in used if isinstance(n, ast.Name) and n.id == name]
            edits = [text.put(n, text.of(passing.value)) for n in returned]
            yield from change("let the gradient pass after the loss", text.removed(passing), *edits)
        else:
            statement = text.statement(node)
            given = [n for n in text.within(statement or node, ast.Name) if isinstance(n, ast.Name) and n.id == name]
            for each in given:
                yield from change(f"the loss of `{codes}`", text.put(each, codes))


def _codes(value: ast.expr) -> str | None:
    """`q` of `z + (q - z).detach()`."""
    if not (isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add) and isinstance(value.right, ast.Call)):
        return None
    called = value.right.func
    inner = called.value if isinstance(called, ast.Attribute) and called.attr == "detach" else None
    is_difference = isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Sub)
    return ast.unparse(inner.left) if is_difference and isinstance(inner, ast.BinOp) else None


@repair("broken-tie")
def tied_again(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """The two names share one parameter again, after what has parted them; or its values are written into it."""
    statement = text.statement(node)
    names = scene.names_in(r"`([\w.]+)`")[:2]
    if statement is None or hasattr(statement, "body"):
        return
    made = statement.value if isinstance(statement, ast.Assign) else None
    if (
        isinstance(statement, ast.Assign)
        and isinstance(made, ast.Call)
        and last_name(made) == "Parameter"
        and made.args
    ):
        target, value = text.of(statement.targets[0]), text.of(made.args[0])
        yield from change("write into the shared parameter", text.put(statement, f"{target}.data.copy_({value})"))
    if len(names) == 2:
        own = [f"self.{n.partition('.')[2]}" if text.function(node) else n for n in names]
        for one, other in (own, own[::-1]):
            yield from change("tie them again", text.after(statement, f"{one} = {other}"))


@repair("counted-twice")
def counted_once(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A term that has a pass of its own is left out of the sum; a running total goes backward once, after the loop."""
    function = text.function(node) or text.syntax.tree
    passes = [
        (statement, call.func.value)
        for call in calls_in(text, function)
        if last_name(call) == "backward" and isinstance(call.func, ast.Attribute)
        if (statement := text.statement(call)) is not None
    ]
    alone = {text.of(loss) for _, loss in passes}
    for found in text.within(function, ast.BinOp):
        if isinstance(found, ast.BinOp) and isinstance(found.op, ast.Add):
            for term, rest in ((found.right, found.left), (found.left, found.right)):
                if text.of(term) in alone:
                    yield from change(f"a separate pass for `{text.of(term)}`", text.put(found, text.of(rest)))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from change(f"without `{text.of(node.right)}`", text.put(node, text.of(node.left)))
        yield from change(f"without `{text.of(node.left)}`", text.put(node, text.of(node.right)))
    same = [s for i, (s, loss) in enumerate(passes) if text.of(loss) in {text.of(o) for _, o in passes[:i]}]
    for statement in same:
        yield from change("without the second pass", text.removed(statement))
    for statement, _ in passes:
        loop = text.loop(statement)
        if loop is not None and statement in loop.body and len(loop.body) > 1:
            lower = text.replaced_lines(statement, text.indent(loop) + text.dedented_lines(statement))
            moved = [lower] if statement is loop.body[-1] else text.moved(statement, after=loop)
            yield from change("one pass, after the loop", *moved)


@repair("gradient-cleared")
def cleared_with_the_step(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`zero_grad()` at every micro batch → after the step, inside of the `if` that guards it."""
    function = text.function(node) or text.syntax.tree
    for clearing in [s for c in calls_in(text, function) if last_name(c) == "zero_grad" and (s := text.statement(c))]:
        for step in [s for c in calls_in(text, function) if last_name(c) == "step" and (s := text.statement(c))]:
            if isinstance(clearing, ast.Expr) and isinstance(step, ast.Expr) and clearing.lineno < step.lineno:
                yield from change("clear the gradients after the step", *text.moved(clearing, after=step))
