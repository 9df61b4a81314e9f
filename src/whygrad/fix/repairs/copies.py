"""Values that are to stay as they were, and share their memory with what is trained: copies of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.diagnostic import Edit
from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, change, last_name

OF_PARAMETERS = ("parameters", "buffers")
OF_NAMED = ("named_parameters", "named_buffers")


@repair("self-comparison", "same-memory", "shared-memory", "self-load")
def kept_as_a_copy(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`list(net.parameters())`, `{n: p for …}`, `net.state_dict()` that is kept: of copies; what is read here first."""
    statement = text.statement(node)
    read = (
        {ast.unparse(n) for n in ast.walk(statement) if isinstance(n, ast.Name | ast.Attribute)} if statement else set()
    )
    kept = [s for s in text.syntax.of(ast.Assign) if len(s.targets) == 1]
    kept.sort(key=lambda s: (s is not statement, ast.unparse(s.targets[0]) not in read))
    for found in kept:
        if (edits := _copied(text, found.value)) is not None:
            yield from change(f"keep copies in `{text.of(found.targets[0])}`", *edits)


@repair("exhausted-iterator", first=True)
def kept_as_a_list(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`filter(…)` → `list(filter(…))`, and `(p for …)` → `list(p for …)`: what can be gone through again."""
    if isinstance(node, ast.Call | ast.GeneratorExp):
        old = text.of(node)
        is_bare = isinstance(node, ast.GeneratorExp)  # its parentheses are those of the call then
        yield from change("keep a list", text.put(node, f"list{old}" if is_bare else f"list({old})"))


@repair("same-memory", "self-load", first=True)
def alias_as_a_copy(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`backup[k] = p.data` → `….clone()`; `target = net`, `Pair(net, net)` → with `copy.deepcopy(net)`."""
    statement = text.statement(node)
    known = [] if "copy" in text.syntax.imported else [text.add_import("import copy")]
    if isinstance(node, ast.expr) and _is_alias(node):
        yield from change(f"keep a copy of `{text.of(node)}`", text.put(node, f"{text.of(node)}.clone()"))
        return
    if isinstance(statement, ast.Assign) and not hasattr(statement, "body"):
        for value in _assigned(statement):
            shallow = isinstance(value, ast.Call) and ast.unparse(value.func) == "copy.copy" and len(value.args) == 1
            if shallow or isinstance(value, ast.Name | ast.Attribute):
                inner = value.args[0] if isinstance(value, ast.Call) else value
                new = text.put(value, f"copy.deepcopy({text.of(inner)})")
                yield from change(f"a copy of `{text.of(inner)}`", new, *known)
    for call in text.within(statement, ast.Call) if statement is not None else ():
        given = [a for a in getattr(call, "args", ()) if isinstance(a, ast.Name | ast.Attribute)]
        twice = [a for i, a in enumerate(given) if ast.unparse(a) in map(ast.unparse, given[:i])]
        for argument in twice:
            new = text.put(argument, f"copy.deepcopy({text.of(argument)})")
            yield from change(f"a copy of `{text.of(argument)}`", new, *known)


@repair("same-memory", "shared-memory")
def second_name_of_a_copy(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`moved = x; moved += step` writes into `x` too: `moved = x.clone()`."""
    written = scene.written_name(text, node)
    function = text.function(node) or text.syntax.tree
    for bound in text.within(function, ast.Assign):
        assert isinstance(bound, ast.Assign)
        if text.of(bound.targets[0]) == written and isinstance(bound.value, ast.Name | ast.Attribute):
            yield from change(f"a copy in `{written}`", text.behind(bound.value, ".clone()"))


def _is_alias(node: ast.expr) -> bool:
    """Is it `p.data` or `p.detach()`?"""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr == "detach" and not node.args
    return isinstance(node, ast.Attribute) and node.attr == "data"


def _assigned(statement: ast.Assign) -> list[ast.expr]:
    """What an assignment gives, the last first: of `a, b = net, net` the second is the copy."""
    return statement.value.elts[::-1] if isinstance(statement.value, ast.Tuple) else [statement.value]


def _copied(text: Text, value: ast.expr) -> list[Edit] | None:
    """The edits that make it hold copies; None where it is nothing of that kind."""
    if isinstance(value, ast.DictComp) and isinstance(value.value, ast.Name | ast.Attribute):
        return [text.put(value.value, _copy_of(text, value.value))]
    if isinstance(value, ast.ListComp) and isinstance(value.elt, ast.Name | ast.Attribute):
        return [text.put(value.elt, _copy_of(text, value.elt))]
    if not isinstance(value, ast.Call):
        return None
    if last_name(value) == "state_dict" and not value.args:
        known = [] if "copy" in text.syntax.imported else [text.add_import("import copy")]
        return [text.put(value, f"copy.deepcopy({text.of(value)})"), *known]
    inner = value.args[0] if len(value.args) == 1 and last_name(value) in ("list", "tuple", "dict") else value
    if not isinstance(inner, ast.Call) or inner.args:
        return None
    if last_name(inner) in OF_PARAMETERS:
        made = f"[p.detach().clone() for p in {text.of(inner)}]"
        return [text.put(value, f"tuple({made})" if last_name(value) == "tuple" else made)]
    if last_name(inner) in OF_NAMED and last_name(value) == "dict":
        return [text.put(value, f"{{n: p.detach().clone() for n, p in {text.of(inner)}}}")]
    return None


def _copy_of(text: Text, value: ast.expr) -> str:
    bare = value.value if isinstance(value, ast.Attribute) and value.attr == "data" else value
    return f"{text.of(bare)}.detach().clone()"
