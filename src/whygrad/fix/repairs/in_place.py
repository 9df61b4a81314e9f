"""Writes into a tensor that something else still needs: the same out of place, or into a copy."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.diagnostic import Edit
from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name
from whygrad.source.out_of_place import is_in_place, is_read, operator_text, written_by

ACTIVATIONS = frozenset({"relu", "relu6", "leakyrelu", "leaky_relu", "elu", "selu", "celu", "silu", "mish", "dropout",
                         "dropout2d", "hardtanh", "hardswish", "threshold", "rrelu", "alphadropout"})  # fmt: skip
CAUSES = (
    "modified-in-place",
    "view-modified-in-place",
    "leaf-modified-in-place",
    "untracked-write",
    "overwritten-skip",
    "shared-memory",
    "dropped-write",
)


@repair(*CAUSES)
def operator_out_of_place(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`x += y` → `x = x + y`; then all such statements of the block at once."""
    statement = text.statement(node)
    if not isinstance(statement, ast.AugAssign) or _out_of_place(text, statement) is None:
        return
    target = text.of(statement.target)
    yield from change(f"`{target} = …` instead of an in-place operator", _out_of_place(text, statement))
    beside = [s for s in text.block(statement) if isinstance(s, ast.AugAssign)]
    edits = [edit for s in beside if (edit := _out_of_place(text, s)) is not None]
    if len(edits) > 1:
        yield from change("no in-place operators in this block", *edits)


def _out_of_place(text: Text, statement: ast.AugAssign) -> Edit | None:
    """`x = x + y`; None where the write is meant for what the name views."""
    made = operator_text(text.file, statement, text.sources)
    return text.put(statement, made) if made and is_read(text.syntax, statement, statement.target) else None


@repair(*CAUSES, "hook-result")
def method_out_of_place(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`x.mul_(y)` → `x = x.mul(y)`, also of `x.data.mul_(y)`; inside an expression `x.mul(y)`."""
    statement = text.statement(node)
    if statement is None or hasattr(statement, "body"):
        return
    calls = [c for c in text.within(statement, ast.Call) if isinstance(c, ast.Call) and is_in_place(c)]
    if not calls:
        return
    edits = []
    for call in calls:
        assert isinstance(call.func, ast.Attribute)
        edits.append(text.put_between(call.func.value, call.func, f".{call.func.attr[:-1]}"))
    if isinstance(statement, ast.Expr):
        target = written_by(calls)
        if target is None or not is_read(text.syntax, statement, target):
            return
        edits.append(text.before_node(statement, f"{text.of(target)} = "))
        value = calls[-1].func.value if isinstance(calls[-1].func, ast.Attribute) else None
        if value is not None and (inner := _beneath(value)) is not value:
            edits[-2] = text.put_between(inner, calls[-1].func, f".{_plain_name(calls[-1])}")
    yield from change(f"`{_plain_name(calls[0])}` instead of `{_plain_name(calls[0])}_`", *edits)


def _plain_name(call: ast.Call) -> str:
    return call.func.attr[:-1] if isinstance(call.func, ast.Attribute) else ""


def _beneath(value: ast.expr) -> ast.expr:
    """`x` of `x.data` and `x.detach()`."""
    called = value.func if isinstance(value, ast.Call) and not value.args else value
    if isinstance(called, ast.Attribute) and called.attr == ("data" if called is value else "detach"):
        return _beneath(called.value)
    return value


@repair(*CAUSES)
def activation_out_of_place(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`nn.ReLU(inplace=True)` → `inplace=False`, at the place, then of each module in its file."""
    statement = text.statement(node)
    near = [k for k in (text.within(statement, ast.keyword) if statement is not None else [])]
    for keyword in (*near, *text.syntax.of(ast.keyword)):
        assert isinstance(keyword, ast.keyword)
        if keyword.arg == "inplace" and isinstance(keyword.value, ast.Constant) and keyword.value.value is True:
            yield from change("`inplace=False`", text.put(keyword.value, "False"))
    for call in calls_in(text, statement) if statement is not None else ():
        given = call.args[-1] if call.args and last_name(call).lower() in ACTIVATIONS else None
        if isinstance(given, ast.Constant) and given.value is True:
            yield from change(f"`{last_name(call)}` out of place", text.put(given, "False"))


@repair("modified-in-place", "view-modified-in-place", "shared-memory", "untracked-write")
def into_a_copy(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`x[i] = y` → `x = x.clone()` before it."""
    statement = text.statement(node)
    if not isinstance(statement, ast.Assign | ast.AugAssign | ast.Expr):
        return
    target = _base(statement)
    if target is not None and is_read(text.syntax, statement, target):
        name = text.of(target)
        yield from change(f"write into a copy of `{name}`", text.before(statement, f"{name} = {name}.clone()"))


@repair("view-modified-in-place", "leaf-modified-in-place")
def written_by_index(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`for plane in image: plane -= m` → `for i in range(len(image)): image[i] -= m`, into a copy of `image`."""
    loop = text.loop(node)
    if not isinstance(loop, ast.For):
        return
    over, element, index = _iterated(loop)
    if over is None or element is None:
        return
    name = text.of(over)
    uses = [n for s in loop.body for n in ast.walk(s) if isinstance(n, ast.Name) and n.id == element]
    edits = [text.put(n, f"{name}[{index}]") for n in uses]
    head = [text.put(loop.target, index), text.put(loop.iter, f"range(len({name}))")]
    copy = text.before(loop, f"{name} = {name}.clone()")
    yield from change(f"write into a copy of `{name}`, by index", copy, *head, *edits)


def _iterated(loop: ast.For) -> tuple[ast.expr | None, str | None, str]:
    """What a loop goes over, and its names of an element and of the index: `for i, x in enumerate(xs)`."""
    over, target = loop.iter, loop.target
    if isinstance(over, ast.Name) and isinstance(target, ast.Name):
        return over, target.id, "i"
    counts = isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "enumerate"
    if counts and isinstance(over, ast.Call) and len(over.args) == 1 and isinstance(over.args[0], ast.Name):
        names = target.elts if isinstance(target, ast.Tuple) else []
        if len(names) == 2 and isinstance(names[0], ast.Name) and isinstance(names[1], ast.Name):
            return over.args[0], names[1].id, names[0].id
    return None, None, ""


@repair("view-modified-in-place", "leaf-modified-in-place")
def copies_of_the_views(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`planes = x.unbind(1)`, which are written later → `[v.clone() for v in x.unbind(1)]`."""
    function = text.function(node) or text.syntax.tree
    for call in calls_in(text, function):
        if last_name(call) in ("unbind", "split", "chunk", "tensor_split", "unsafe_split", "unsafe_chunk"):
            yield from change("copies of the views", text.put(call, f"[v.clone() for v in {text.of(call)}]"))


@repair("modified-in-place")
def elements_read_from_a_copy(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`h[t + 1] = f(h[t])` → `f(h[t].clone())`: what is computed from elements keeps a copy of them."""
    statement = text.statement(node)
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    if not isinstance(statement, ast.Assign) or not isinstance(target, ast.Subscript):
        return
    written = ast.unparse(target.value)
    reads = [
        read
        for read in text.within(statement.value, ast.Subscript)
        if isinstance(read, ast.Subscript) and ast.unparse(read.value) == written
    ]
    if reads:
        yield from change(f"read `{written}` from a copy", *(text.behind(read, ".clone()") for read in reads))


def _base(statement: ast.Assign | ast.AugAssign | ast.Expr) -> ast.expr | None:
    """What a statement writes into."""
    if isinstance(statement, ast.Expr):
        calls = [c for c in ast.walk(statement) if isinstance(c, ast.Call) and is_in_place(c)]
        return written_by(calls) if calls else None
    target = statement.target if isinstance(statement, ast.AugAssign) else statement.targets[0]
    if isinstance(statement, ast.Assign) and not isinstance(target, ast.Subscript):
        return None  # that only binds a name
    while isinstance(target, ast.Subscript):
        target = target.value
    return target if isinstance(target, ast.Name | ast.Attribute) else None
