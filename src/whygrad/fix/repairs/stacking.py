"""Lists of tensors whose numbers were taken: the tensors stacked, and reduced by torch."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.repairs.cut_calls import bracketed, chains_in
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name

MAKERS = ("tensor", "as_tensor", "FloatTensor", "DoubleTensor", "Tensor", "asarray", "array", "from_numpy")
REDUCED = {"mean": "mean", "sum": "sum", "max": "max", "min": "min", "amax": "max", "amin": "min", "std": "std",
           "median": "median", "prod": "prod"}  # fmt: skip
NUMPY = ("np", "numpy", "statistics")
DEPTHS = (
    "torch.stack(list({0}))",
    "torch.stack([torch.stack(list(row)) for row in {0}])",
    "torch.stack([torch.stack([torch.stack(list(row)) for row in part]) for part in {0}])",
)


@repair("rebuilt-tensor", "left-torch", "leaf-without-grad", "never-connected")
def list_stacked(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`torch.tensor(losses)` of a list with a name → `torch.stack(list(losses))`, of nested lists one by one."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None and not hasattr(statement, "body") else ():
        given = call.args[0] if call.args else None
        if last_name(call) not in MAKERS or given is None:
            continue
        if isinstance(given, ast.Name | ast.Attribute | ast.Subscript):
            for depth in DEPTHS:
                yield from change("`torch.stack`", text.put(call, depth.format(text.of(given))))
        if isinstance(given, ast.List | ast.Tuple) and given.elts:
            yield from change("`torch.stack`", text.put(call, _stack_of(text, given)))


def _stack_of(text: Text, value: ast.expr) -> str:
    """A nested literal as stacks of stacks; plain numbers in it become tensors."""
    if isinstance(value, ast.List | ast.Tuple):
        return f"torch.stack([{', '.join(_stack_of(text, e) for e in value.elts)}])"
    bare = {cut: kept for cut, kept in chains_in(text, value)}.get(value, value)
    inside = text.of(bare)
    return f"torch.as_tensor({inside}, dtype=torch.get_default_dtype())" if isinstance(bare, ast.Constant) else (
        f"torch.as_tensor({inside})"
    )  # fmt: skip


@repair("left-torch", "rebuilt-tensor", "never-connected", "copied-tensor", "exported-while-recorded")
def reduced_by_torch(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`np.mean([l.item() for l in losses])` → `torch.stack([l for l in losses]).mean()`."""
    statement = text.statement(node)
    if statement is None or hasattr(statement, "body"):
        return
    for call in calls_in(text, statement):
        owner = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""
        name = last_name(call)
        if owner not in NUMPY or name not in REDUCED or not call.args:
            continue
        inner = text.of(call.args[0])
        for cut, value in chains_in(text, call.args[0]):
            inner = inner.replace(text.of(cut), bracketed(text, cut, value))
        reduced = f"torch.stack(list({inner})).{REDUCED[name]}()"
        made = text.syntax.parent.get(call)
        outer = made if isinstance(made, ast.Call) and last_name(made) in MAKERS and made.args[:1] == [call] else call
        yield from change(f"`{name}` of the stacked tensors", text.put(outer, reduced))


@repair("exported-while-recorded")
def numbers_of_a_list(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`np.mean(losses)` of tensors in a list → `np.mean([float(v) for v in losses])`."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        owner = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""
        if owner in (*NUMPY, "plt", "ax") and call.args:
            for given in call.args[:2]:
                if isinstance(given, ast.Name | ast.Attribute | ast.Subscript):
                    new = f"[float(v) for v in {text.of(given)}]"
                    yield from change("plain numbers for the export", text.put(given, new))


@repair("exported-while-recorded")
def kept_as_a_number(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`history.append(loss)` → `loss.item()`, wherever the program's files collect."""
    for file in scene.own_files:
        other = scene.text(file)
        for call in calls_in(other, other.syntax.tree):
            if last_name(call) == "append" and len(call.args) == 1 and isinstance(call.args[0], ast.Name):
                yield from change("keep a plain number", other.behind(call.args[0], ".item()"))
                yield from change("keep a detached value", other.behind(call.args[0], ".detach()"))
