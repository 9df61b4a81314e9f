"""Calls that take a value out of the graph, or out of torch: without them the value stays in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name

METHODS = frozenset({"detach", "detach_", "item", "numpy", "tolist", "cpu", "data", "copy"})
CUTTING = METHODS - {"cpu", "copy"}
CONVERSIONS = frozenset({"float", "int", "bool"})
BACK = frozenset({"from_numpy", "as_tensor", "tensor", "Tensor", "FloatTensor", "asarray"})


def chains_in(text: Text, node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Expressions such as `x.detach().cpu().numpy()` with what they are made from: `x`; the outermost first."""
    inner: set[ast.AST] = set()
    for found in text.within(node, ast.Call, ast.Attribute):
        assert isinstance(found, ast.expr)
        if found in inner:
            continue
        value, names = _stripped(found, inner)
        if CUTTING & set(names):
            yield found, value


def _stripped(node: ast.expr, passed: set[ast.AST]) -> tuple[ast.expr, list[str]]:
    names: list[str] = []
    while True:
        called = node.func if isinstance(node, ast.Call) and not node.args and not node.keywords else None
        attribute = called if called is not None else node
        is_cut = isinstance(attribute, ast.Attribute) and (
            attribute.attr in METHODS and (called is None) == (attribute.attr == "data")
        )
        if is_cut and isinstance(attribute, ast.Attribute):
            passed |= {node, attribute}
            names.append(attribute.attr)
            node = attribute.value
        elif isinstance(node, ast.Call) and _is_conversion(node):
            passed.add(node)
            names.append("item")
            node = node.args[0]
        else:
            return node, names


def _is_conversion(node: ast.Call) -> bool:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    rounds = name == "round" and len(node.args) == 2  # a number for the eye
    return (rounds or (name in CONVERSIONS and len(node.args) == 1)) and not node.keywords


@repair(
    "detached-tensor",
    "detached-state",
    "left-torch",
    "untracked-change",
    "rebuilt-tensor",
    "copied-tensor",
    "never-connected",
    "idle-parameter",
    "zero-gradient",
    "unused-input",
    "loss-left-out",
    "not-recorded",
    "not-explained",
)
def keep_in_graph(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`f(x.detach())` → `f(x)`, for each such expression of the statement, then for all of them."""
    statement = text.statement(node)
    if statement is None or hasattr(statement, "body"):
        return
    own = [
        pair
        for pair in chains_in(text, statement)
        if text.syntax.holds(pair[0], node) or text.syntax.holds(node, pair[0])
    ]
    every = list(chains_in(text, statement))
    for cut, value in own or every:
        yield from change(_title(text, cut, value), text.put(cut, bracketed(text, cut, value)))
    if len(every) > 1:
        yield from change("keep the values in the graph", *(text.put(c, bracketed(text, c, v)) for c, v in every))


@repair("left-torch", "rebuilt-tensor", "copied-tensor", first=True)
def neither_there_nor_back(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`a = x.detach().numpy(); y = torch.from_numpy(a)` → `a = x; y = a`: what comes back from NumPy stays in torch."""
    statement = text.statement(node)
    if not isinstance(statement, ast.Assign | ast.Return) or statement.value is None:
        return
    cuts = [text.put(c, bracketed(text, c, v)) for c, v in chains_in(text, statement.value)]
    function = text.function(node) or text.syntax.tree
    name = text.of(statement.targets[0]) if isinstance(statement, ast.Assign) else ""
    own = {name} if name else {getattr(function, "name", "")}
    scope = function if name else text.syntax.tree
    back = [c for c in calls_in(text, scope) if last_name(c) in BACK and len(c.args) == 1]
    mine = [c for c in back if _named(c.args[0]) in own]
    if cuts and mine:
        yield from change("without the detour through NumPy", *cuts, *(text.put(c, text.of(c.args[0])) for c in mine))
    if isinstance(statement.value, ast.List | ast.ListComp) and mine:
        stacks = [text.put(c, f"torch.stack({text.of(c.args[0])})") for c in mine]
        yield from change("stack the tensors themselves", *cuts, *stacks)
        chains = list(chains_in(text, statement.value))
        scalars = [text.put(c, f"{bracketed(text, c, v)}.squeeze()") for c, v in chains]
        yield from change("stack the tensors themselves", *scalars, *stacks)


def _named(value: ast.expr) -> str:
    """The name of the function that a call calls, else the text of the value."""
    return last_name(value) if isinstance(value, ast.Call) else ast.unparse(value)


def bracketed(text: Text, cut: ast.expr, value: ast.expr) -> str:
    """The value in the place of the cut: in brackets where what stands around it would bind closer."""
    plain = isinstance(value, ast.Name | ast.Call | ast.Attribute | ast.Subscript | ast.Constant)
    around = text.syntax.parent.get(cut)
    return f"({text.of(value)})" if not plain and isinstance(around, ast.expr) else text.of(value)


def _title(text: Text, cut: ast.expr, value: ast.expr) -> str:
    whole, kept = text.of(cut), text.of(value)
    taken = whole.removeprefix(kept) if whole.startswith(kept) else whole.partition("(")[0] + "()"
    return f"without `{taken.strip()}`"
