"""Switches that turn gradients off: `with torch.no_grad():`, decorators, and calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.diagnostic import Edit
from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name
from whygrad.ops import SWITCHING
from whygrad.place import Place
from whygrad.source.scopes import Function
from whygrad.source.syntax import last_line


def _switches(node: ast.expr) -> bool:
    return any(word in ast.unparse(node) for word in SWITCHING)


@repair("not-frozen")
def frozen_indeed(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`encoder.eval()` freezes nothing → `encoder.requires_grad_(False)` beside it; flags of parameters themselves."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None and not hasattr(statement, "body") else ():
        if last_name(call) == "eval" and isinstance(call.func, ast.Attribute) and statement is not None:
            frozen = f"{text.of(call.func.value)}.requires_grad_(False)"
            yield from change("freeze it", text.after(statement, frozen))
    for call in calls_in(text, text.syntax.tree):
        if last_name(call) == "state_dict" and isinstance(call.func, ast.Attribute) and not call.args:
            named = f"dict({text.of(call.func.value)}.named_parameters())"
            yield from change("flags of the parameters themselves", text.put(call, named))


@repair("grad-disabled", "inference-tensor", "not-recorded", "not-explained", "unused-input")
def no_grad_for_inference_mode(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`inference_mode` → `no_grad`: its tensors may be saved for a backward pass."""
    if scene.cause != "inference-tensor":
        return
    for switch in _switches_around(text, node):
        for part in text.within(switch, ast.Attribute, ast.Name):
            name = part.attr if isinstance(part, ast.Attribute) else part.id if isinstance(part, ast.Name) else ""
            if name == "inference_mode" and isinstance(part, ast.expr):
                new = text.of(part).removesuffix("inference_mode") + "no_grad"
                yield from change("`no_grad` instead of `inference_mode`", text.put(part, new))


def _switches_around(text: Text, node: ast.AST) -> Iterator[ast.expr]:
    """The expressions that switch gradients off for the node, the nearest first."""
    above = [node, *text.syntax.above(node)]
    for outer in above:
        if isinstance(outer, ast.With | ast.AsyncWith):
            yield from (item.context_expr for item in outer.items if _switches(item.context_expr))
        if isinstance(outer, Function | ast.ClassDef):
            yield from (d for d in outer.decorator_list if _switches(d))


@repair("grad-disabled", "inference-tensor", "cut-derivative")
def without_switch(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """The body without its `with`, only what is needed of it, or the function without its decorator."""
    for outer in (node, *text.syntax.above(node)):
        if isinstance(outer, ast.With | ast.AsyncWith):
            yield from _of_block(text, outer)
        if isinstance(outer, Function):
            for decorator in outer.decorator_list:
                if _switches(decorator):
                    line = Place(text.file, decorator.lineno, 1, last_line(decorator) + 1, 1, "")
                    yield from change(f"without `@{text.of(decorator)}`", Edit(line, ""))
    statement = text.statement(node)
    if isinstance(statement, ast.Expr) and _switches(statement.value):
        yield from change(f"without `{text.of(statement)}`", text.removed(statement))


def _of_block(text: Text, block: ast.With | ast.AsyncWith) -> Iterator[Change]:
    switching = [item for item in block.items if _switches(item.context_expr)]
    if not switching:
        return
    shown = f"`with {text.of(switching[0].context_expr)}:`"
    if len(block.items) == 1:
        # The last statements first: what comes before them may well be meant to stay without gradients.
        for split in range(len(block.body) - 1, 0, -1):
            outside = block.body[split:]
            yield from change(f"keep the end of the block out of {shown}", _ended_before(text, block, outside))
        yield from change(f"without {shown}", text.dedented(block))
    else:
        kept = ", ".join(text.sources.segment(_item_place(text, i)) for i in block.items if i not in switching)
        first, last = block.items[0].context_expr, block.items[-1]
        end = last.optional_vars or last.context_expr
        span = Place(text.file, *text.syntax.columns(first)[:2], *text.syntax.columns(end)[2:], "")
        yield from change(f"without {shown}", Edit(span, kept))


def _item_place(text: Text, item: ast.withitem) -> Place:
    end = item.optional_vars or item.context_expr
    return Place(text.file, *text.syntax.columns(item.context_expr)[:2], *text.syntax.columns(end)[2:], "")


def _ended_before(text: Text, block: ast.With | ast.AsyncWith, outside: list[ast.stmt]) -> Edit | None:
    """The block's last statements after it, as deep as it stands."""
    if block.body[0].lineno == block.lineno:
        return None
    first, last = outside[0].lineno, last_line(outside[-1])
    deeper, outer = text.indent(block.body[0]), text.indent(block)
    inside = text.lines_in_strings(block)
    lines = [(text.syntax.line(n), n in inside) for n in range(first, last + 1)]
    moved = "\n".join(line if kept or not line.strip() else outer + line.removeprefix(deeper) for line, kept in lines)
    return Edit(Place(text.file, first, 1, last, len(text.syntax.line(last)) + 1, ""), moved)


@repair("grad-disabled")
def gradients_inside(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """What the loss needs under `torch.enable_grad()`, inside a function or a block that stays without gradients."""
    for place in scene.places:
        found = scene.at(place)
        statement = found[0].statement(found[1]) if found is not None else None
        if found is None or not isinstance(statement, ast.Assign | ast.Return | ast.Expr):
            continue
        if found[0].file == text.file and any(_switches_around(*found)):
            title = "with gradients on, inside `torch.enable_grad()`"
            yield from change(title, found[0].under(statement, "with torch.enable_grad():"))
