"""Helpers that cut, and are right for others: the call without the helper, or with what it computes in its place."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator, Mapping

from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name, makes_an_object
from whygrad.source.syntax import names_in

SCORE = re.compile("acc|score|iou|f1|metric|correct|precision|recall|hits")
HARMLESS = frozenset(
    {"detach", "clone", "cpu", "item", "numpy", "to", "tuple", "list", "dict", "isinstance", "type", "items"}
)


@repair("grad-disabled", "inference-tensor", first=True)
def what_the_helper_computes(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`model.predict(x)` → `model.net(x)`, where the helper is one expression under `no_grad`."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None and not hasattr(statement, "body") else ():
        for file in scene.own_files:
            for function in scene.text(file).syntax.functions.get(last_name(call), ()):
                new = _inlined(call, function)
                if new is not None:
                    yield from change(f"the body of `{function.name}` instead of the call", text.put(call, new))


def _inlined(call: ast.Call, function: ast.FunctionDef) -> str | None:
    body = [s for s in function.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    while len(body) == 1 and isinstance(body[0], ast.With):
        body = body[0].body
    if len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is None or call.keywords:
        return None
    names = [a.arg for a in function.args.args]
    given: dict[str, ast.expr] = {}
    if names[:1] == ["self"] and isinstance(call.func, ast.Attribute):
        given["self"] = call.func.value
        names = names[1:]
    if len(names) != len(call.args):
        return None
    given.update(zip(names, call.args, strict=True))
    return ast.unparse(_Put(given).visit(copy.deepcopy(body[0].value)))


class _Put(ast.NodeTransformer):
    """Puts what was given into the place of the parameters."""

    def __init__(self, given: Mapping[str, ast.expr]) -> None:
        self._given = given

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self._given.get(node.id, node))


@repair("detached-tensor", "left-torch", "copied-tensor", "rebuilt-tensor", "growing-graph", first=True)
def without_the_helper(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`h = repackage(h)` → nothing; `f(repackage(h))` → `f(h)`."""
    statement = text.statement(node)
    if statement is None or hasattr(statement, "body"):
        return
    own = {
        n for file in scene.own_files for n, all_ in scene.text(file).syntax.functions.items() if _only_detaches(all_)
    }
    for call in calls_in(text, statement):
        if last_name(call) in own and len(call.args) == 1:
            value = text.of(call.args[0])
            is_whole = isinstance(statement, ast.Assign) and statement.value is call
            if is_whole and isinstance(statement, ast.Assign) and text.of(statement.targets[0]) == value:
                yield from change(f"without `{last_name(call)}`", text.removed(statement))
            else:
                yield from change(f"without `{last_name(call)}`", text.put(call, value))


def _only_detaches(functions: list[ast.FunctionDef]) -> bool:
    """Do all functions of the name nothing but cut: does a call of theirs change no value?"""
    for function in functions:
        called = {last_name(c) for c in ast.walk(function) if isinstance(c, ast.Call)}
        if not called & {"detach", "item", "numpy"} or called - HARMLESS - {function.name}:
            return False
        if any(isinstance(node, ast.BinOp) for node in ast.walk(function)):
            return False
    return True


@repair("no-derivative", "zero-derivative", "never-connected", "left-torch")
def differentiable_loss(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A score of a prediction and a target has no slope: a cross entropy of both in its place."""
    statement = text.statement(node)
    if not isinstance(statement, ast.Assign) or "loss" not in ast.unparse(statement.targets[0]).lower():
        return
    own = {name for file in scene.own_files for name in scene.text(file).syntax.functions}
    for call in calls_in(text, statement.value):
        if last_name(call) in own and len(call.args) == 2 and SCORE.search(last_name(call)):
            given = ", ".join(text.of(a) for a in call.args)
            new = f"torch.nn.functional.cross_entropy({given})"
            yield from change(f"a cross entropy instead of `{last_name(call)}`", text.put(statement.value, new))


@repair("backward-twice", "modified-in-place")
def computed_again(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """What an earlier pass has used up is computed again before it is used a second time."""
    statement, function = text.statement(node), text.function(node) or text.syntax.tree
    if statement is None or hasattr(statement, "body"):
        return
    read = [n for n in ast.walk(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
    for name in dict.fromkeys(n.id for n in read):
        bound = [
            s
            for s in text.within(function, ast.Assign)
            if isinstance(s, ast.Assign) and s.lineno < statement.lineno and isinstance(s.value, ast.Call)
            if not makes_an_object(s)
            if any(isinstance(t, ast.Name) and t.id == name for target in s.targets for t in ast.walk(target))
        ]
        for assignment in bound[-1:]:
            again = text.dedented_lines(assignment)
            yield from change(f"compute `{name}` again", text.before(statement, again))


@repair("backward-twice")
def computed_in_forward(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """What `__init__` computes from parameters once, `forward` computes each time."""
    statement, init = text.statement(node), text.function(node)
    owner = text.syntax.parent.get(init) if init is not None else None
    if not isinstance(statement, ast.Assign) or not isinstance(owner, ast.ClassDef) or init is None:
        return
    forward = next((s for s in owner.body if isinstance(s, ast.FunctionDef) and s.name == "forward"), None)
    if forward is None or init.name != "__init__":
        return
    block = text.block(statement)
    wanted, moved = names_in(statement), [statement]
    for before in reversed(block[: block.index(statement)]):
        if (
            isinstance(before, ast.Assign)
            and isinstance(before.targets[0], ast.Name)
            and before.targets[0].id in wanted
        ):
            moved.insert(0, before)
            wanted |= names_in(before.value)
    lines = "\n".join(text.dedented_lines(s) for s in moved)
    first = text.before(forward.body[0], lines)
    yield from change("compute it in `forward`", text.removed(statement), first)


@repair("copied-tensor", "stale-optimizer", "idle-parameter", "not-in-optimizer")
def without_the_copy(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A deep copy of a model has parameters that no optimizer knows: the model itself, or an optimizer of its own."""
    for file in scene.own_files:
        other = scene.text(file)
        for call in calls_in(other, other.syntax.tree):
            statement = other.statement(call)
            if last_name(call) != "deepcopy" or not call.args or not isinstance(statement, ast.Assign):
                continue
            model = other.of(statement.targets[0])
            for beside in other.block(statement):
                value = beside.value if isinstance(beside, ast.Assign) else None
                if isinstance(value, ast.Name) and "opt" in value.id:
                    new = f"type({value.id})({model}.parameters(), **{value.id}.defaults)"
                    yield from change("an optimizer of the copy's parameters", other.put(value, new))
            yield from change("without the copy", other.put(call, other.of(call.args[0])))


@repair("missing-derivative")
def attention_with_derivatives(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """Attention by the kernel whose backward can be differentiated again."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        if last_name(call) == "scaled_dot_product_attention" and statement is not None:
            imported = "from torch.nn.attention import SDPBackend, sdpa_kernel"
            under = text.under(statement, "with sdpa_kernel(SDPBackend.MATH):")
            yield from change("attention with the math kernel", text.add_import(imported), under)


@repair("leaf-without-grad", "never-connected", "branch-on-value", "rebuilt-tensor")
def connected_zero(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A constant that stands for "no loss": zero times something that has a gradient."""
    statement, function = text.statement(node), text.function(node)
    if statement is None or function is None or hasattr(statement, "body"):
        return
    names = [a.arg for a in function.args.args if a.arg != "self"]
    zeros = [f"({name}.sum() * 0.0)" for name in names]
    if any(a.arg == "self" for a in function.args.args):
        zeros.append("(sum(p.sum() for p in self.parameters()) * 0.0)")
    returned = statement.value if isinstance(statement, ast.Return) else None
    first = returned.elts[0] if isinstance(returned, ast.Tuple) and returned.elts else returned
    if isinstance(first, ast.Constant) and first.value == 0:
        for zero in zeros:
            yield from change("a zero that is connected", text.put(first, zero[1:-1]))
    for call in (c for c in calls_in(text, statement) if last_name(c) == "sum" and len(c.args) == 1):
        if isinstance(call.func, ast.Name):
            for zero in zeros:
                yield from change("a sum that starts with a connected zero", text.inside_end(call, zero[1:-1]))
    for call in dict.fromkeys([*calls_in(text, statement), *calls_in(text, function)]):
        is_constant = all(isinstance(a, ast.Constant | ast.Tuple | ast.List) for a in call.args)
        if last_name(call) in ("tensor", "zeros", "new_zeros", "new_tensor") and is_constant:
            for zero in zeros:
                yield from change("a zero that is connected", text.put(call, zero))
