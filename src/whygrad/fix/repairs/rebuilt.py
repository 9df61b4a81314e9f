"""Tensors made anew from the values of others: the same of the tensors themselves."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from whygrad.diagnostic import Edit
from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.repairs.cut_calls import chains_in
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name
from whygrad.place import Place

CAUSES = ("rebuilt-tensor", "left-torch", "copied-tensor", "never-connected", "leaf-without-grad", "untracked-change")
DTYPES = ("float16", "float32", "float64", "int32", "int64")
MAKERS = ("tensor", "new_tensor", "from_numpy", "as_tensor", "FloatTensor", "Tensor", "asarray", "array")
NUMPY = ("np", "numpy")
SAME = {"array": "stack", "asarray": "stack", "concatenate": "cat", "power": "pow", "percentile": "quantile"}


@repair("rebuilt-tensor", "left-torch", "leaf-without-grad", first=True)
def all_stacked(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """Where several statements of a block rebuild tensors, all of them: one alone may hide the others."""
    statement = text.statement(node)
    block = text.block(statement) if statement is not None and not hasattr(statement, "body") else []
    calls = [c for s in block if not hasattr(s, "body") for c in calls_in(text, s) if _rebuilds(c)]
    if len(calls) > 1 and any(c in calls for c in calls_in(text, statement or node)):
        cuts = [edit for call in calls for edit in _cuts(text, call.args[0])]
        yield from change("`torch.stack`", *(e for call in calls for e in _head(text, call, "torch.stack")), *cuts)


def _rebuilds(call: ast.Call) -> bool:
    """`torch.tensor` of a list in which something is computed."""
    given = call.args[0] if call.args else None
    is_list = isinstance(given, ast.List | ast.ListComp | ast.Tuple)
    return last_name(call) == "tensor" and is_list and any(isinstance(n, ast.Name) for n in ast.walk(given or call))


@repair(*CAUSES)
def stacked(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`torch.tensor([a, b])` → `torch.stack([a, b])`, with what takes the values out of torch gone as well."""
    for outer in (text.statement(node), text.function(node)):
        if outer is None or isinstance(outer, ast.For | ast.While | ast.If | ast.With):
            continue
        calls = [c for c in calls_in(text, outer) if last_name(c) in MAKERS and c.args]
        several = [c for c in calls if isinstance(c.args[0], ast.List | ast.ListComp | ast.Tuple)]
        for call in several:
            yield from change("`torch.stack`", text.put(call, _stack(text, call)))
            cuts = _cuts(text, call.args[0])
            if cuts:
                yield from change("`torch.stack` of the tensors", *_head(text, call, "torch.stack"), *cuts)
        if len(several) > 1:
            yield from change("`torch.stack`", *(text.put(call, _stack(text, call)) for call in several))
        for call in several:
            if isinstance(call.args[0], ast.ListComp | ast.List):
                yield from change("`sum` of the tensors", *_summed(text, call))


def _stack(text: Text, call: ast.Call) -> str:
    return f"torch.stack({text.of(call.args[0])})"


def _head(text: Text, call: ast.Call, name: str) -> list[Edit]:
    """The call by another name, with its first argument alone."""
    keywords = [text.without_keyword(call, k) for k in call.keywords]
    return [text.put(call.func, name), *keywords]


def _summed(text: Text, call: ast.Call) -> list[Edit]:
    """`torch.tensor([…]).sum()` → `sum([…])`: numbers among the tensors do not matter."""
    above = text.syntax.parent.get(call)
    outer = text.syntax.parent.get(above) if isinstance(above, ast.Attribute) and above.attr == "sum" else None
    if not isinstance(outer, ast.Call):
        return []
    return [text.put(outer, f"sum({text.of(call.args[0])})")]


def _cuts(text: Text, node: ast.AST) -> list[Edit]:
    return [text.put(cut, text.of(value)) for cut, value in chains_in(text, node)]


@repair(*CAUSES)
def as_it_is(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`torch.tensor(x)` → `torch.as_tensor(x)`, or `x` itself."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None and not hasattr(statement, "body") else ():
        if last_name(call) not in MAKERS or not call.args or isinstance(call.args[0], ast.List):
            continue
        if last_name(call) == "tensor":
            yield from change("`torch.as_tensor`", text.put(call.func, "torch.as_tensor"))
        cuts = _cuts(text, call.args[0])
        inner = text.of(call.args[0])
        if not cuts:
            yield from change("the tensor itself", text.put(call, inner))
        for cut, value in chains_in(text, call.args[0]):
            if cut is call.args[0]:
                yield from change("the tensor itself", text.put(call, text.of(value)))
                yield from change(
                    "`torch.as_tensor`", text.put(call.func, "torch.as_tensor"), text.put(cut, text.of(value))
                )
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = ast.unparse(statement.targets[0])
        if isinstance(statement.targets[0], ast.Name | ast.Attribute) and _only_copies(text, statement.value, target):
            yield from change("without the copy", text.removed(statement))
            makes = [c for c in calls_in(text, statement.value) if last_name(c) in MAKERS]
            if makes:
                kept = [text.put(m, f"torch.as_tensor({target}{_dtype(text, m)})") for m in makes[:1]]
                yield from change("`torch.as_tensor`", *kept)


def _only_copies(text: Text, value: ast.expr, target: str) -> bool:
    """Is the value made from nothing but the target itself?"""
    if not isinstance(value, ast.Call | ast.ListComp | ast.DictComp):
        return False
    bound = {
        n.id
        for c in ast.walk(value)
        if isinstance(c, ast.comprehension)
        for n in ast.walk(c.target)
        if isinstance(n, ast.Name)
    }
    names = {n.id for n in ast.walk(value) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    others = names - bound - text.syntax.imported - set(dir(builtins)) - {"torch", "Variable"}
    reads = [n for n in ast.walk(value) if isinstance(n, ast.expr) and ast.unparse(n) == target]
    return bool(reads) and others == {target.partition(".")[0]}


def _dtype(text: Text, call: ast.Call) -> str:
    given = next((text.of(k.value) for k in call.keywords if k.arg == "dtype"), "")
    return f", dtype={given}" if given else ""


@repair("left-torch", "never-connected")
def torch_for_math(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`math.exp(x.item())` → `torch.exp(x)`, in the statement."""
    statement = text.statement(node)
    if statement is None or hasattr(statement, "body"):
        return
    calls = [c for c in calls_in(text, statement) if ast.unparse(c.func).startswith("math.")]
    edits = [text.put(call.func, f"torch.{last_name(call)}") for call in calls]
    yield from change("`torch` instead of `math`", *edits, *_cuts(text, statement))


@repair("left-torch", "rebuilt-tensor", "copied-tensor", "never-connected", "exported-while-recorded")
def torch_for_numpy(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A function that computes in NumPy on the way: the same functions of torch, on the tensors themselves."""
    function = text.function(node)
    own = _in_torch(text, function) if function is not None else []
    if own:
        yield from change("compute with torch instead of NumPy", *own)
    everywhere = _in_torch(text, text.syntax.tree)
    if len(everywhere) > len(own):
        yield from change("compute with torch instead of NumPy, in the whole file", *everywhere)


def _in_torch(text: Text, outer: ast.AST) -> list[Edit]:
    """The edits that do it in a function, or in a file; none where nothing of it is NumPy's."""
    edits: list[Edit] = _cuts(text, outer)
    taken = [e.place for e in edits]
    for call in calls_in(text, outer):
        if last_name(call) in ("from_numpy", "tensor", "as_tensor") and _is_of_array(call):
            first, inner = text.place(call), text.place(call.args[0])
            start = Edit(_span(text, first.line, first.column, inner.line, inner.column), "(")
            end = Edit(_span(text, inner.end_line, inner.end_column, first.end_line, first.end_column), ")")
            if not any(p.contains(start.place) for p in taken):
                edits += [start, end]
        elif isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) in NUMPY:
            edits += _called_in_torch(text, call, call.func.attr)
    for found in text.within(outer, ast.Attribute) if len(edits) > len(taken) else ():
        if isinstance(found, ast.Attribute) and ast.unparse(found.value) in NUMPY and found.attr in DTYPES:
            edits.append(text.put(found, f"torch.{found.attr}"))
    return edits if len(edits) > len(taken) else []


def _called_in_torch(text: Text, call: ast.Call, function: str) -> list[Edit]:
    """The call of the same function of torch, where it needs it with other arguments."""
    name = SAME.get(function, function)
    is_several = bool(call.args) and isinstance(call.args[0], ast.List | ast.ListComp | ast.Tuple | ast.GeneratorExp)
    if function in ("asarray", "array", "ascontiguousarray") and not is_several:
        name = "as_tensor"
    edits = [text.put(call.func, f"torch.{name}")]
    if name == "quantile" and len(call.args) > 1:
        edits.append(text.put(call.args[1], f"torch.as_tensor({text.of(call.args[1])}) / 100"))
    if name in ("maximum", "minimum") and len(call.args) == 2 and not isinstance(call.args[1], ast.Call):
        edits.append(text.put(call.args[1], f"torch.as_tensor({text.of(call.args[1])})"))
    return edits


def _is_of_array(call: ast.Call) -> bool:
    return len(call.args) == 1 and not isinstance(call.args[0], ast.Constant | ast.List | ast.ListComp)


def _span(text: Text, line: int, column: int, end_line: int, end_column: int) -> Place:
    return Place(text.file, line, column, end_line, end_column, "")
