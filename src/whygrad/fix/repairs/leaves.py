"""Leaves: who requires a gradient, who was frozen, and who was written in place."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.diagnostic import Edit
from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name
from whygrad.source.syntax import last_line, names_in

CREATORS = frozenset(
    {
        "tensor",
        "zeros",
        "ones",
        "randn",
        "rand",
        "empty",
        "full",
        "linspace",
        "arange",
        "eye",
        "normal",
        "zeros_like",
        "ones_like",
        "randn_like",
        "rand_like",
        "full_like",
    }
)


@repair("leaf-without-grad", "never-connected", "unused-input", "missing-gradient", "branch-on-value")
def requires_grad_where_made(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`torch.zeros(3)` → `torch.zeros(3, requires_grad=True)`."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None and not hasattr(statement, "body") else ():
        if last_name(call) in CREATORS and not any(k.arg == "requires_grad" for k in call.keywords):
            yield from change("`requires_grad=True`", text.inside_end(call, "requires_grad=True"))


@repair("leaf-without-grad", first=True)
def parameter_of_the_module(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`self.scale = torch.ones(3)` in a module → `nn.Parameter(torch.ones(3))`; then all such of its `__init__`."""
    statement, function = text.statement(node), text.function(node)
    owner = text.syntax.parent.get(function) if function is not None else None
    if not isinstance(owner, ast.ClassDef) or not any("Module" in ast.unparse(b) for b in owner.bases):
        return
    made = [s for s in text.within(function or owner, ast.Assign) if isinstance(s, ast.Assign) and _is_plain_part(s)]
    if statement in made:
        for some in ([statement], made):
            edits = [text.put(s.value, f"torch.nn.Parameter({text.of(s.value)})") for s in some]
            yield from change("a parameter of the module", *edits)


@repair("leaf-without-grad", "not-in-optimizer", first=True)
def parameter_instead_of_buffer(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`self.register_buffer("scale", value)` → `self.scale = nn.Parameter(value)`."""
    statement = text.statement(node)
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or last_name(call) != "register_buffer" or len(call.args) < 2:
        return
    name, value = call.args[0], call.args[1]
    if isinstance(name, ast.Constant) and isinstance(name.value, str) and isinstance(call.func, ast.Attribute):
        new = f"{text.of(call.func.value)}.{name.value} = torch.nn.Parameter({text.of(value)})"
        yield from change("a parameter instead of a buffer", text.put(call, new))


def _is_plain_part(statement: ast.Assign) -> bool:
    """`self.name = …` of a tensor that is made there."""
    target, value = statement.targets[0], statement.value
    while isinstance(value, ast.BinOp):
        value = value.left if isinstance(value.left, ast.Call | ast.BinOp) else value.right
    made = isinstance(value, ast.Call) and last_name(value) in CREATORS
    is_attribute = isinstance(target, ast.Attribute) and ast.unparse(target.value) == "self"
    return made and is_attribute


@repair("leaf-without-grad", "unused-input", "missing-gradient", "gradient-not-retained")
def requires_grad_after(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`x.requires_grad_(True)` after `x` was bound, or at the start of the function that it was handed to."""
    names = [n for n in scene.finding.lost if all(p.isidentifier() for p in n.split("."))]
    statement = text.statement(node)
    if isinstance(statement, ast.Assign):
        bound_here = [text.of(t) for target in statement.targets for t in _targets(target)]
        names += bound_here
        for name in dict.fromkeys(names):
            if name in bound_here:
                new = f"{name} = {name}.requires_grad_(True)"
                yield from change(f"`{name}` requires a gradient", text.after(statement, new.partition(" = ")[2]))
                yield from change(
                    f"`{name}` requires a gradient",
                    text.after(statement, f"{name} = {name}.detach().requires_grad_(True)"),
                )
    function = text.function(node)
    for name in dict.fromkeys(names):
        if function is None:
            continue
        if name != "self" and any(a.arg == name for a in function.args.args):
            first = next((s for s in function.body if not _is_docstring(s)), function.body[0])
            yield from change(f"`{name}` requires a gradient", text.before(first, f"{name}.requires_grad_(True)"))
        for bound in text.within(function, ast.Assign):
            assert isinstance(bound, ast.Assign)
            if any(isinstance(n, ast.Name) and n.id == name for t in bound.targets for n in ast.walk(t)):
                yield from change(f"`{name}` requires a gradient", text.after(bound, f"{name}.requires_grad_(True)"))


def _targets(target: ast.expr) -> list[ast.Name | ast.Attribute]:
    """The names and attributes that an assignment binds."""
    if isinstance(target, ast.Tuple | ast.List):
        return [t for element in target.elts for t in _targets(element)]
    return [target] if isinstance(target, ast.Name | ast.Attribute) else []


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


@repair("leaf-without-grad", "unused-input", "missing-gradient", "never-connected")
def requires_grad_where_asked(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`grad(y, x)`: `x` requires a gradient from where its function binds it, or gets it."""
    for file in scene.own_files:
        other = scene.text(file)
        for call in calls_in(other, other.syntax.tree):
            if last_name(call) != "grad" or len(call.args) < 2:
                continue
            function = other.function(call) or other.syntax.tree
            for asked in other.within(call.args[1], ast.Name):
                if isinstance(asked, ast.Name):
                    yield from _from_its_binding(other, function, asked.id)


def _from_its_binding(text: Text, function: ast.AST, name: str) -> Iterator[Change]:
    title, new = f"`{name}` requires a gradient", f"{name}.requires_grad_(True)"
    for bound in text.within(function, ast.Assign):
        assert isinstance(bound, ast.Assign)
        if any(isinstance(n, ast.Name) and n.id == name for t in bound.targets for n in ast.walk(t)):
            yield from change(title, text.after(bound, new))
            return
    if isinstance(function, ast.FunctionDef) and any(a.arg == name for a in function.args.args):
        first = next((s for s in function.body if not _is_docstring(s)), function.body[0])
        yield from change(title, text.before(first, new))


@repair("non-leaf-parameter", "gradient-not-retained")
def leaf_made_last(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`torch.randn(3, requires_grad=True) * 0.1` → `(torch.randn(3) * 0.1).requires_grad_(True)`."""
    statement = text.statement(node)
    function = text.function(node) or text.syntax.tree
    if statement is None or hasattr(statement, "body"):
        return
    flags = [
        text.without_keyword(call, keyword)
        for call in calls_in(text, function)
        for keyword in call.keywords
        if keyword.arg == "requires_grad" and last_name(call) in CREATORS
    ]
    value = statement.value if isinstance(statement, ast.Assign | ast.Return) else None
    if value is None:
        return
    if isinstance(node, ast.expr) and node is not value:  # one of several, as in a list
        own = [e for e in flags if text.place(node).contains(e.place)]
        opened = [text.before_node(node, "("), text.behind(node, ").requires_grad_(True)")]
        if own:
            yield from change("create the leaf last", *own, *opened)
    inside = [e for e in flags if text.place(value).contains(e.place)]
    outside = [e for e in flags if e not in inside]
    if inside:
        opened = [text.before_node(value, "("), text.behind(value, ").requires_grad_(True)")]
        yield from change("create the leaf last", *inside, *opened)
        yield from _on_returned(text, function, inside)
    elif outside:
        yield from change("create the leaf last", *outside, text.put(value, f"({text.of(value)}).requires_grad_(True)"))
    yield from change(
        "turn the result into a leaf", text.put(value, f"({text.of(value)}).detach().requires_grad_(True)")
    )


def _on_returned(text: Text, function: ast.AST, flags: list[Edit]) -> Iterator[Change]:
    for returned in text.within(function, ast.Return):
        assert isinstance(returned, ast.Return)
        if isinstance(returned.value, ast.Call | ast.Name):
            yield from change("create the leaf last", *flags, text.behind(returned.value, ".requires_grad_(True)"))


@repair("frozen-parameter", "flag-on-module", "leaf-without-grad")
def not_frozen(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A freezing loop over a part of the model alone, or without the freezing."""
    statement = text.statement(node)
    if statement is None:
        return
    loop = statement if isinstance(statement, ast.For) else text.loop(node)
    if isinstance(loop, ast.For) and _freezes(loop):
        yield from _over_a_part(scene, text, loop)
        yield from change("without freezing", text.removed(loop))
    if isinstance(statement, ast.Assign) and "requires_grad" in ast.unparse(statement.targets[0]):
        target = statement.targets[0]
        if isinstance(target, ast.Attribute):
            yield from change(
                "`requires_grad_(True)`", text.put(statement, f"{text.of(target.value)}.requires_grad_(True)")
            )
        yield from change("`requires_grad = True`", text.put(statement.value, "True"))
    if not hasattr(statement, "body") and _freezes(statement):
        yield from change("without freezing", text.removed(statement))
        if isinstance(statement, ast.Expr):
            yield from _over_a_part_of_call(scene, text, statement)


@repair("requires-grad-misuse", "non-leaf-parameter")
def without_the_flag(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`loss.requires_grad = True` of what has a history: nothing."""
    statement = text.statement(node)
    if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]).endswith(".requires_grad"):
        yield from change(f"without `{text.of(statement)}`", text.removed(statement))
    for call in calls_in(text, statement) if statement is not None and not hasattr(statement, "body") else ():
        if last_name(call) == "requires_grad_" and isinstance(call.func, ast.Attribute):
            if isinstance(statement, ast.Expr):
                yield from change(f"without `{text.of(statement)}`", text.removed(statement))
            else:
                yield from change("without `requires_grad_()`", text.put(call, text.of(call.func.value)))


@repair("requires-grad-misuse")
def leaf_in_each_turn(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`x = f(x)`, whose flag is set in the next turn of the loop → `x = f(x).detach()`."""
    statement = text.statement(node)
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name | ast.Attribute):
        value = statement.value
        plain = isinstance(value, ast.Name | ast.Call | ast.Attribute | ast.Subscript)
        new = f"{text.of(value)}.detach()" if plain else f"({text.of(value)}).detach()"
        yield from change(f"detach `{text.of(statement.targets[0])}`", text.put(value, new))


@repair("not-frozen")
def flag_of_the_parameter(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`w.data.requires_grad_(False)`, `w.detach().requires_grad = False` → of `w` itself, for all in the block."""
    statement = text.statement(node)
    edits: list[Edit] = []
    for beside in text.block(statement) if statement is not None else ():
        for found in text.within(beside, ast.Attribute):
            owner = found.value if isinstance(found, ast.Attribute) and found.attr.startswith("requires_grad") else None
            called = owner.func if isinstance(owner, ast.Call) else owner
            if isinstance(owner, ast.expr) and isinstance(called, ast.Attribute) and called.attr in ("data", "detach"):
                edits.append(text.put(owner, text.of(called.value)))
    yield from change("freeze the parameter itself", *edits)


def _freezes(statement: ast.stmt) -> bool:
    """Is switching gradients off all that the statement does?"""
    body = statement.body if isinstance(statement, ast.For) else [statement]
    while len(body) == 1 and isinstance(body[0], ast.For | ast.If):
        body = body[0].body
    return all("requires_grad" in ast.unparse(s) or "freeze" in ast.unparse(s) for s in body)


def _parts_of_model(scene: Scene) -> list[str]:
    """The attributes of modules in the program's files, those that starve last."""
    names: dict[str, None] = {}
    for file in scene.own_files:
        for target in scene.text(file).syntax.assigned:
            owner, _, name = target.partition(".")
            if owner == "self" and name.isidentifier():
                names[name] = None
    starving = {part for lost in scene.finding.lost for part in lost.split(".")}
    return sorted(names, key=lambda n: n in starving)


def _over_a_part(scene: Scene, text: Text, loop: ast.For) -> Iterator[Change]:
    for call in calls_in(text, loop.iter):
        if last_name(call) in ("parameters", "named_parameters", "modules") and isinstance(call.func, ast.Attribute):
            for part in _parts_of_model(scene):
                title = f"freeze only `{part}`"
                yield from change(title, text.behind(call.func.value, f".{part}"))


def _over_a_part_of_call(scene: Scene, text: Text, statement: ast.Expr) -> Iterator[Change]:
    for call in calls_in(text, statement):
        if last_name(call) == "requires_grad_" and isinstance(call.func, ast.Attribute):
            for part in _parts_of_model(scene):
                yield from change(f"freeze only `{part}`", text.behind(call.func.value, f".{part}"))


@repair("leaf-modified-in-place")
def written_without_recording(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """An update by hand under `torch.no_grad()`; a view of a parameter of its detached self."""
    statement = text.statement(node)
    if statement is None:
        return
    yield from change("under `torch.no_grad()`", text.under(statement, "with torch.no_grad():"))
    names = {n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    names |= names_in(statement)
    function = text.function(node) or text.syntax.tree
    for bound in text.within(function, ast.Assign):
        assert isinstance(bound, ast.Assign)
        target = bound.targets[0]
        if isinstance(target, ast.Name) and target.id in names and last_line(bound) < statement.lineno:
            base = _viewed(bound.value)
            if base is not None:
                yield from change("write into the detached parameter", text.behind(base, ".detach()"))


def _viewed(value: ast.expr) -> ast.expr | None:
    """What a chain of views begins with: `head.bias` of `head.bias.view(2, -1)`."""
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        return value.func.value
    return value.value if isinstance(value, ast.Subscript) else value if isinstance(value, ast.Attribute) else None


@repair(
    "stale-optimizer", "parameter-assignment", "update-undone", "dropped-update", "not-in-optimizer", "made-in-forward"
)
def parameter_kept(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`m.weight = nn.Parameter(new)` → a write into the existing parameter, for all such in the block."""
    statement = text.statement(node)
    block = text.block(statement) if statement is not None else []
    made = [s for s in block if isinstance(s, ast.Assign) and _makes_parameter(s)]
    edits = []
    for s in made:
        target, call = s.targets[0], s.value
        if isinstance(call, ast.Call) and call.args and isinstance(target, ast.Attribute):
            edits.append(text.put(s, f"{text.of(target)}.data.copy_({text.of(call.args[0])})"))
    if edits:
        yield from change("write into the existing parameter", *edits)


def _makes_parameter(statement: ast.Assign) -> bool:
    return isinstance(statement.value, ast.Call) and last_name(statement.value) == "Parameter"


@repair(
    "made-in-forward", "untracked-change", "never-connected", "parameter-assignment", "copied-tensor", "rebuilt-tensor"
)
def value_itself(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`nn.Parameter(x)` or `Variable(x.data, requires_grad=True)` in a computation → `x`."""
    for outer in (text.statement(node), text.function(node)):
        for call in calls_in(text, outer) if outer is not None else ():
            if last_name(call) in ("Parameter", "Variable") and call.args:
                inner = call.args[0]
                bare = inner.value if isinstance(inner, ast.Attribute) and inner.attr == "data" else inner
                yield from change(f"without `{last_name(call)}`", text.put(call, text.of(bare)))
