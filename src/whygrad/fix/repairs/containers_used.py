"""Containers that register what is in them take strings as keys and are no lists: their uses change with them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.diagnostic import Edit
from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.repairs.containers import nn_name
from whygrad.fix.scene import Scene, Text, change, last_name

SEVERAL = ("stack", "cat", "concat", "hstack", "vstack", "einsum", "meshgrid", "block_diag", "chain_matmul")


@repair("unregistered-module", "not-in-optimizer", "idle-parameter", "optimizer-arguments")
def strings_as_keys(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`self.heads = {0: nn.Linear(…)}` → a `ModuleDict` with strings as keys; `self.heads[str(k)]` reads it."""
    for statement, target in _kept(text, node):
        value = statement.value
        if not isinstance(value, ast.Dict | ast.DictComp) and ast.unparse(value) != "dict()":
            continue
        keys = [value.key] if isinstance(value, ast.DictComp) else value.keys if isinstance(value, ast.Dict) else []
        as_text = [text.put(k, f"str({text.of(k)})") for k in keys if k is not None and not _is_text(k)]
        reads = [text.put(key, f"str({text.of(key)})") for key in _keys_read(text, target) if not _is_text(key)]
        if not as_text and not reads:
            continue
        kinds = ["ModuleDict", "ParameterDict"]
        for kind in reversed(kinds) if "Parameter(" in ast.unparse(value) else kinds:
            yield from change(f"a `{kind}` with strings as keys", *_inside(text, value, kind), *as_text, *reads)


def _kept(text: Text, node: ast.AST) -> list[tuple[ast.Assign, str]]:
    """Assignments to attributes of `self` in the class: the node's own first."""
    own = text.statement(node)
    owner = next((a for a in text.syntax.above(node) if isinstance(a, ast.ClassDef)), None)
    found = [s for s in (text.within(owner, ast.Assign) if owner else []) if isinstance(s, ast.Assign)]
    kept = [s for s in found if isinstance(s.targets[0], ast.Attribute) and text.of(s.targets[0]).startswith("self.")]
    return [(s, text.of(s.targets[0])) for s in sorted(kept, key=lambda s: s is not own)]


def _inside(text: Text, value: ast.expr, kind: str) -> list[Edit]:
    """The value as the argument of the container; an empty one without."""
    name = f"{nn_name(text)}.{kind}"
    if text.of(value).replace(" ", "") in ("{}", "dict()"):
        return [text.put(value, f"{name}()")]
    return [text.before_node(value, f"{name}("), text.behind(value, ")")]


def _is_text(key: ast.expr) -> bool:
    return (isinstance(key, ast.Constant) and isinstance(key.value, str)) or isinstance(key, ast.JoinedStr)


def _keys_read(text: Text, target: str) -> list[ast.expr]:
    """The keys of all places that read or write an element."""
    return [s.slice for s in text.syntax.of(ast.Subscript) if text.of(s.value) == target]


@repair("unregistered-module", "not-in-optimizer", "idle-parameter")
def list_where_read(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`self.bases = [nn.Parameter(…) …]` → a `ParameterList`; `torch.stack(self.bases)` → `torch.stack(list(…))`."""
    for statement, target in _kept(text, node):
        value = statement.value
        if not isinstance(value, ast.List | ast.ListComp | ast.Tuple):
            continue
        reads = [
            text.put(c.args[0], f"list({target})")
            for c in text.syntax.of(ast.Call)
            if last_name(c) in SEVERAL and c.args and text.of(c.args[0]) == target
        ]
        empty = not isinstance(value, ast.ListComp) and not value.elts
        held = [text.put(value, f"{nn_name(text)}.ParameterList({'' if empty else text.of(value)})")]
        if reads:
            yield from change(f"hold `{target}` in a `ParameterList`", *held, *reads)


@repair("optimizer-arguments", "not-in-optimizer", "idle-parameter")
def read_again_and_again(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """What an optimizer is given by name, and was read before: a list instead of a generator."""
    function = text.function(node) or text.syntax.tree
    for call in text.within(function, ast.Call):
        given = call.args[0] if isinstance(call, ast.Call) and call.args else None
        if not isinstance(given, ast.Name):
            continue
        for bound in text.within(function, ast.Assign):
            assert isinstance(bound, ast.Assign)
            if text.of(bound.targets[0]) == given.id and isinstance(bound.value, ast.Call | ast.GeneratorExp):
                whole = text.of(bound.value)
                inside = whole[1:-1] if isinstance(bound.value, ast.GeneratorExp) else whole
                yield from change(f"`{given.id}` as a list", text.put(bound.value, f"list({inside})"))


@repair("not-in-optimizer", "stale-optimizer", "unregistered-module")
def group_beside_the_others(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """An optimizer of groups gets one more: of all parameters that the other groups do not have."""
    owners = dict.fromkeys(name.partition(".")[0] for name in scene.finding.lost)
    for file in dict.fromkeys([text.file, *scene.own_files]):
        other = scene.text(file)
        for group in other.syntax.of(ast.List):
            first = group.elts[0] if group.elts else None
            if not isinstance(first, ast.Dict) or not _has_parameters(first):
                continue
            for owner in [o for o in owners if o.isidentifier()]:
                parts = _parts(scene, owner)
                more = ", ".join(f'{{"params": {part}.parameters()}}' for part in parts)
                yield from change("a group for the missing parameters", other.behind(group.elts[-1], f", {more}"))


def _has_parameters(group: ast.Dict) -> bool:
    return any(isinstance(k, ast.Constant) and k.value == "params" for k in group.keys)


def _parts(scene: Scene, owner: str) -> list[str]:
    """The modules that starve as a whole: `model.bridge` of `model.bridge.weight`."""
    names = [n for n in scene.finding.lost if n.partition(".")[0] == owner]
    parts = dict.fromkeys(".".join(name.split(".")[:2]) for name in names if name.count(".") > 1)
    return list(parts) or [owner]
