"""`autograd.Function`s: what `forward` keeps, and what `backward` returns."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from whygrad.diagnostic import Edit
from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name
from whygrad.place import Place
from whygrad.source.scopes import Function
from whygrad.source.syntax import characters, last_line

CAUSES = (
    "function-gradient",
    "function-definition",
    "non-differentiable-function",
    "wrong-backward",
    "missing-derivative",
    "never-connected",
    "zero-gradient",
    "not-explained",
)


def _class_around(text: Text, node: ast.AST) -> ast.ClassDef | None:
    return next((a for a in (node, *text.syntax.above(node)) if isinstance(a, ast.ClassDef)), None)


def _method(owner: ast.ClassDef | None, name: str) -> ast.FunctionDef | None:
    found = [s for s in (owner.body if owner else []) if isinstance(s, ast.FunctionDef) and s.name == name]
    return found[0] if found else None


@repair(*CAUSES)
def one_gradient_for_each_input(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`return g` → `return g, None`: one value for each argument of `forward`."""
    owner = _class_around(text, node)
    forward, backward = _method(owner, "forward"), _method(owner, "backward")
    if forward is None or backward is None:
        return
    wanted = len(forward.args.args) - 1
    for statement in text.within(backward, ast.Return):
        assert isinstance(statement, ast.Return)
        if statement.value is None:
            continue
        parts = statement.value.elts if isinstance(statement.value, ast.Tuple) else [statement.value]
        if len(parts) < wanted:
            yield from change("a gradient for each input", text.behind(parts[-1], ", None" * (wanted - len(parts))))
        elif len(parts) > wanted > 0:
            kept = ", ".join(text.of(p) for p in parts[:wanted])
            yield from change("a gradient for each input", text.put(statement.value, kept))


@repair("function-gradient", "function-definition")
def backward_returns(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A `backward` that ends with an assignment returns what it has computed."""
    backward = _method(_class_around(text, node), "backward")
    if backward is not None and not text.within(backward, ast.Return):
        last = backward.body[-1]
        if isinstance(last, ast.Assign) and isinstance(last.targets[0], ast.Name):
            yield from change("return the gradient", text.after(last, f"return {last.targets[0].id}"))
        if isinstance(last, ast.Expr):
            yield from change("return the gradient", text.before_node(last, "return "))


@repair("wrong-backward")
def multiplied_by_what_came_in(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`return slope` → `return grad_output * slope`, where the gradient that came in is never read."""
    backward = _method(_class_around(text, node), "backward")
    if backward is None or len(backward.args.args) != 2:
        return
    name = backward.args.args[1].arg
    if any(n.id == name for n in ast.walk(backward) if isinstance(n, ast.Name)):
        return
    for statement in text.within(backward, ast.Return):
        assert isinstance(statement, ast.Return)
        parts = statement.value.elts if isinstance(statement.value, ast.Tuple) else [statement.value]
        given = [p for p in parts if p is not None and not isinstance(p, ast.Constant)]
        yield from change(
            "multiply by the incoming gradient", *(text.put(p, f"{name} * ({text.of(p)})") for p in given)
        )


@repair("function-gradient", "missing-derivative", "non-differentiable-function")
def differentiable_twice(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A `backward` without `@once_differentiable`."""
    for function in text.syntax.of(ast.FunctionDef):
        for decorator in function.decorator_list:
            if ast.unparse(decorator).endswith("once_differentiable"):
                line = Place(text.file, decorator.lineno, 1, last_line(decorator) + 1, 1, "")
                yield from change("without `@once_differentiable`", Edit(line, ""))


@repair(*CAUSES)
def not_marked(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """Without `ctx.mark_non_differentiable(…)` of what should have a gradient."""
    for outer in (text.statement(node), _class_around(text, node)):
        for call in calls_in(text, outer) if outer is not None else ():
            statement = text.statement(call)
            if last_name(call) == "mark_non_differentiable" and statement is not None:
                yield from change("without `mark_non_differentiable`", text.removed(statement))


@repair("function-definition", "function-gradient", "not-explained")
def numbers_on_the_context(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`ctx.save_for_backward(x, n)` takes tensors alone: `ctx.n = n`, for each of its arguments, then for two."""
    owner = _class_around(text, node)
    forward, backward = _method(owner, "forward"), _method(owner, "backward")
    if forward is None or backward is None or "save_for_backward" not in f"{scene.diagnostic}":
        return
    saving = next((c for c in calls_in(text, forward) if last_name(c) == "save_for_backward"), None)
    loading = next((s for s in text.within(backward, ast.Assign) if "saved_tensors" in ast.unparse(s)), None)
    if saving is None or not isinstance(loading, ast.Assign) or not isinstance(loading.targets[0], ast.Tuple):
        return
    statement, names = text.statement(saving), loading.targets[0].elts
    if statement is None or len(names) != len(saving.args) or not isinstance(saving.func, ast.Attribute):
        return
    said = set(re.findall(r"`(\w+)`", scene.diagnostic.message + " ".join(scene.diagnostic.notes)))
    order = sorted(range(len(names)), key=lambda i: text.of(saving.args[i]) not in said)
    for i in order:
        yield from _one_on_context(text, statement, saving, loading, i)


def _one_on_context(text: Text, statement: ast.stmt, saving: ast.Call, loading: ast.Assign, i: int) -> Iterator[Change]:
    assert isinstance(saving.func, ast.Attribute) and isinstance(loading.targets[0], ast.Tuple)
    ctx, value, name = text.of(saving.func.value), text.of(saving.args[i]), text.of(loading.targets[0].elts[i])
    attribute = name if name.isidentifier() else f"kept_{i}"
    args = [text.of(a) for j, a in enumerate(saving.args) if j != i]
    targets = [text.of(t) for j, t in enumerate(loading.targets[0].elts) if j != i]
    own = loading.value.value if isinstance(loading.value, ast.Attribute) else None
    context = text.of(own) if own is not None else ctx
    saved = f"{text.of(saving.func)}({', '.join(args)})"
    left = ", ".join(targets) if len(targets) > 1 else f"({targets[0]},)" if targets else "_"
    yield from change(
        f"keep `{value}` on the context",
        text.before(statement, f"{ctx}.{attribute} = {value}"),
        text.put(saving, saved),
        text.before(loading, f"{name} = {context}.{attribute}"),
        text.put(loading.targets[0], left),
    )


@repair("function-gradient")
def transposed_gradient(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A gradient in the layout of its input: transposed where it is assigned or returned."""
    statement = text.statement(node)
    if isinstance(statement, ast.Assign):
        yield from change("transpose the gradient", text.put(statement.value, f"({text.of(statement.value)}).t()"))
        yield from change("sum over the batch", text.put(statement.value, f"({text.of(statement.value)}).sum(0)"))
    if isinstance(statement, ast.Return) and statement.value is not None:
        parts = statement.value.elts if isinstance(statement.value, ast.Tuple) else [statement.value]
        for part in parts:
            if not (isinstance(part, ast.Constant) and part.value is None):
                yield from change("transpose the gradient", text.put(part, f"({text.of(part)}).t()"))
                yield from change("sum over the batch", text.put(part, f"({text.of(part)}).sum(0)"))


@repair("wrong-backward", "non-differentiable-function", "function-gradient", "missing-derivative", "mixed-dtypes")
def differentiated_by_autograd(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A Function with a wrong `backward` as a plain class: `apply` is its `forward`, which autograd differentiates."""
    named = {n.id for n in ast.walk(text.statement(node) or node) if isinstance(n, ast.Name)}
    classes = [(text, owner)] if (owner := _class_around(text, node)) is not None else []
    for other in map(scene.text, scene.own_files):
        classes += [(other, c) for c in other.syntax.of(ast.ClassDef) if c.name in named]
    for other, owner in classes:
        forward = _method(owner, "forward")
        is_function = len(owner.bases) == 1 and ast.unparse(owner.bases[0]).rpartition(".")[2] == "Function"
        if is_function and forward is not None and _method(owner, "backward") is not None:
            yield from _as_plain_class(other, owner, forward)


def _as_plain_class(text: Text, owner: ast.ClassDef, forward: ast.FunctionDef) -> Iterator[Change]:
    with_context = _method(owner, "setup_context") is None
    arguments = forward.args.args
    if len(arguments) < 2 or [ast.unparse(d) for d in forward.decorator_list] != ["staticmethod"]:
        return
    first = arguments[1] if with_context else arguments[0]
    context = arguments[0].arg if with_context else ""
    used = [n for n in text.within(forward, ast.Name) if isinstance(n, ast.Name) and n.id == context]
    keeping = list(dict.fromkeys(s for n in used if (s := _on_context(text, n)) is not None))
    if any(not any(text.syntax.holds(s, n) for s in keeping) for n in used):
        return  # what it computes depends on the context
    head, line = owner.bases[0], text.syntax.line(owner.lineno)
    if head.lineno != owner.lineno or not line.rstrip().endswith("):") or first.lineno != forward.lineno:
        return
    start, end = line.index("(") + 1, line.rindex(")") + 2
    bases = Edit(Place(text.file, owner.lineno, start, owner.lineno, end, ""), "")
    called = text.syntax.line(forward.lineno).index("forward") + 1
    until = characters(text.syntax.line(first.lineno), first.col_offset) + 1
    renamed = Edit(Place(text.file, forward.lineno, called, first.lineno, until, ""), "apply(")
    others = [m for name in ("backward", "setup_context", "jvp") if (m := _method(owner, name)) is not None]
    gone = [text.removed(s) for s in (*keeping, *others)]
    yield from change(f"let autograd differentiate `{owner.name}`", bases, renamed, *gone)


def _on_context(text: Text, name: ast.Name) -> ast.stmt | None:
    """The statement that only keeps something on the context: `ctx.save_for_backward(x)`, `ctx.beta = beta`."""
    statement = text.statement(name)
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target: ast.AST = statement.targets[0]
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        target = statement.value.func
    else:
        return None
    return statement if isinstance(target, ast.Attribute) and target.value is name else None


@repair("hook-result", "hook-registration")
def hook_returns(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A hook on the gradient that returns a new one, in the place of writing into it, or a post-accumulate hook."""
    for call in calls_in(text, text.syntax.tree):
        if last_name(call) == "register_post_accumulate_grad_hook" and isinstance(call.func, ast.Attribute):
            edits = [text.put_between(call.func.value, call.func, ".register_hook")]
            yield from change("`register_hook`", *edits, *_returning(text, call))


def _returning(text: Text, call: ast.Call) -> Iterator[Edit]:
    """`grad.mul_(keep)` at the end of the hook → `return grad.mul(keep)`."""
    name = call.args[0].id if call.args and isinstance(call.args[0], ast.Name) else ""
    for function in text.syntax.functions.get(name, ()):
        last = function.body[-1]
        written = last.value if isinstance(last, ast.Expr) else None
        if (
            isinstance(written, ast.Call)
            and isinstance(written.func, ast.Attribute)
            and written.func.attr.endswith("_")
        ):
            yield text.before_node(last, "return ")
            yield text.put_between(written.func.value, written.func, f".{written.func.attr[:-1]}")


@repair("hook-result")
def hook_without_result(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A hook that returns nothing in the place of what is no gradient of this shape."""
    function = text.function(node) if not isinstance(node, Function) else node
    for statement in text.within(function, ast.Return) if function is not None else ():
        assert isinstance(statement, ast.Return)
        if statement.value is not None:
            yield from change("return nothing from the hook", text.put(statement, "return None"))
    for found in (node, *text.syntax.above(node)):
        if isinstance(found, ast.Lambda):
            yield from change("return nothing from the hook", text.put(found.body, f"({text.of(found.body)}, None)[1]"))
