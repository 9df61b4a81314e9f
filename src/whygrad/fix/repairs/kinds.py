"""Values of the wrong kind: another dtype, a sparse gradient, a complex number."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change

SPARSE = "sparse"


@repair("mixed-dtypes", "requires-grad-misuse")
def converted_where_made(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`torch.from_numpy(x)` → `torch.from_numpy(x).to(torch.float32)`; a `dtype=` that stands there gets the value."""
    if not scene.finding.wanted or not isinstance(node, ast.expr):
        return
    dtype = f"torch.{scene.finding.wanted}"
    given = [k for k in node.keywords if k.arg == "dtype"] if isinstance(node, ast.Call) else []
    for keyword in given:
        yield from change(f"`dtype={dtype}`", text.put(keyword.value, dtype))
    value = text.of(node) if isinstance(node, ast.Call | ast.Name | ast.Attribute) else f"({text.of(node)})"
    yield from change(f"convert to `{dtype}`", text.put(node, f"{value}.to({dtype})"))


@repair("optimizer-arguments")
def dense_gradient(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`nn.Embedding(…, sparse=True)` → `nn.Embedding(…)`, in all calls of the file, then in this one."""
    if scene.finding.wanted != "dense":
        return
    statement = text.statement(node)
    for outer in (text.syntax.tree, statement):
        calls = calls_in(text, outer) if outer is not None else ()
        edits = [text.without_keyword(c, k) for c in calls for k in c.keywords if k.arg == SPARSE]
        if edits:
            yield from change("without `sparse=True`", *edits)


@repair("gradient-argument")
def absolute_value(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`difference ** 2` of complex values → `(difference ** 2).abs()`."""
    if scene.finding.wanted == "real" and isinstance(node, ast.expr):
        yield from change("take the absolute value", text.put(node, f"({text.of(node)}).abs()"))
