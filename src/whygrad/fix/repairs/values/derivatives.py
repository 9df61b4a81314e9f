"""Functions whose result has no derivative, in a form that has one."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.diagnostic import Edit
from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.repairs.calls import with_argument
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name

PRIVATE = {"_values": "values", "_indices": "indices"}
OF_FUNCTIONS = ("jacobian", "hessian", "hvp", "vhp", "jvp", "vjp")


@repair("detached-tensor")
def values_with_history(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`sparse._values()`, which has no history → `sparse.coalesce().values()`, and so with its indices."""
    edits: list[Edit] = []
    for call in calls_in(text, text.function(node) or text.statement(node) or node):
        if last_name(call) in PRIVATE and isinstance(call.func, ast.Attribute):
            owner = call.func.value
            edits.append(text.put_between(owner, call, f".coalesce().{PRIVATE[last_name(call)]}()"))
    if edits:
        yield from change("`values()` of the coalesced tensor", *edits)


@repair("detached-tensor", "missing-create-graph", "leaf-without-grad", "never-connected")
def derivatives_of_functions(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`jacobian(f, x)`, whose result is a plain value → `jacobian(f, x, create_graph=True)`."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        if last_name(call) in OF_FUNCTIONS:
            yield from with_argument(text, call, "create_graph", "True")


@repair("no-derivative", "never-connected")
def soft_histogram(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`torch.histc(x, bins=32, min=0, max=1)` → a smooth weight in each bin, by the distance from its centre."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        given = _of_histogram(text, call)
        if given is not None:
            values, bins, low, high = given
            width, start = _width(bins, low, high)
            centres = f"{start}{width} * (torch.arange({bins}, device={values}.device) + 0.5)"
            new = f"torch.exp(-0.5 * (({values}.reshape(-1, 1) - ({centres})) / {width}) ** 2).sum(0)"
            yield from change("a histogram with soft bins", text.put(call, new))


def _width(bins: str, low: str, high: str) -> tuple[str, str]:
    """The width of a bin, and what stands before the centres that are counted from zero."""
    try:
        span = f"{float(high) - float(low):g}"
        start = f"{low} + " if float(low) else ""
    except ValueError:
        span, start = f"({high} - {low})", f"{low} + "
    return f"({span} / {bins})", start


def _of_histogram(text: Text, call: ast.Call) -> tuple[str, str, str, str] | None:
    """The values, the number of bins and the range, where all of them are written."""
    if last_name(call) != "histc" or not isinstance(call.func, ast.Attribute):
        return None
    is_function = text.of(call.func.value) == "torch"
    arguments = [*call.args] if is_function else [call.func.value, *call.args]
    names = dict(zip(("input", "bins", "min", "max"), arguments, strict=False))
    names |= {k.arg: k.value for k in call.keywords if k.arg}
    if not names.keys() >= {"input", "bins", "min", "max"} or not isinstance(names["input"], ast.Name | ast.Attribute):
        return None
    values, bins, low, high = (text.of(names[name]) for name in ("input", "bins", "min", "max"))
    return values, bins, low, high
