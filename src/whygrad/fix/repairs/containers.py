"""Modules and parameters that a module does not know of: in containers that register them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import takewhile

from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, change, last_name
from whygrad.ops import OPTIMIZERS
from whygrad.source.syntax import names_in

CAUSES = ("unregistered-module", "not-in-optimizer", "optimizer-arguments", "idle-parameter")
LISTS = ("ModuleList", "ParameterList")
DICTS = ("ModuleDict", "ParameterDict")


def _wrapped(text: Text, value: ast.expr, nn: str) -> Iterator[tuple[str, str]]:
    """The kinds of container that this value may become, with the text that makes it one."""
    inside = text.of(value)
    is_list = isinstance(value, ast.List | ast.ListComp | ast.Tuple) or _is_call(value, "list", "tuple")
    is_dict = isinstance(value, ast.Dict | ast.DictComp) or _is_call(value, "dict", "OrderedDict", "defaultdict")
    empty = inside.replace(" ", "") in ("[]", "{}", "()", "list()", "dict()")
    if not (is_list or is_dict):
        return
    held = ast.unparse(value)
    kinds = list(LISTS if is_list else DICTS)
    if "Parameter(" in held or "randn(" in held:
        kinds.reverse()
    if isinstance(value, ast.ListComp):
        yield from ((k, f"{nn}.{k}({inside})") for k in kinds)
    else:
        yield from ((k, f"{nn}.{k}({'' if empty else inside})") for k in kinds)


def _is_call(value: ast.expr, *names: str) -> bool:
    return isinstance(value, ast.Call) and last_name(value) in names


@repair(*CAUSES)
def registering_container(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`self.layers = []` → `nn.ModuleList()`; by what is in it, a list or dict of modules or of parameters."""
    nn = nn_name(text)
    statement = text.statement(node)
    owner = next((a for a in text.syntax.above(node) if isinstance(a, ast.ClassDef)), None)
    others = [s for s in (text.within(owner, ast.Assign, ast.AnnAssign) if owner else []) if s is not statement]
    for found in (statement, *others):
        if not isinstance(found, ast.Assign | ast.AnnAssign) or found.value is None:
            continue
        target = found.targets[0] if isinstance(found, ast.Assign) else found.target
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self":
            for kind, new in _wrapped(text, found.value, nn):
                yield from change(f"hold `{text.of(target)}` in a `{kind}`", text.put(found.value, new))


def nn_name(text: Text) -> str:
    """How the file calls `torch.nn`."""
    for statement in text.syntax.of(ast.Import):
        for alias in statement.names:
            if alias.name == "torch.nn" and alias.asname:
                return alias.asname
    for found in text.syntax.of(ast.ImportFrom):
        for alias in found.names:
            if found.module == "torch" and alias.name == "nn":
                return alias.asname or "nn"
    return "torch.nn"


@repair("not-in-optimizer", "unregistered-module", "stale-optimizer", "idle-parameter")
def parameters_added(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """An optimizer of `model.parameters()` gets those of the other module too, by the names of what it misses."""
    for file in dict.fromkeys([text.file, *scene.own_files]):
        other = scene.text(file)
        for call in other.syntax.of(ast.Call):
            if call.args and _is_optimizer(call):
                for name, is_parameter in _owners(scene, other, call).items():
                    yield from _with_owner(other, call, name, is_parameter)
                lost = ", ".join(scene.finding.lost)
                if isinstance(call.args[0], ast.Name) and all(p.isidentifier() for p in re.split(r", |\.", lost)):
                    groups = f'[*{other.of(call.args[0])}, {{"params": [{lost}]}}]'
                    yield from change("a group for the missing parameters", other.put(call.args[0], groups))


def _is_optimizer(call: ast.Call) -> bool:
    name = ast.unparse(call.func)
    return "optim." in name or last_name(call) in OPTIMIZERS


def _owners(scene: Scene, text: Text, call: ast.Call) -> dict[str, bool]:
    """What the starving parameters belong to, as the program calls it where the call stands, and whether it is one.

    `criterion` of `criterion.log_vars`; in a method of `trainer`, `self.head` of `trainer.head.weight`.
    """
    found: dict[str, bool] = {}
    for lost in _as_called(scene, text, call):
        paths = [name.split(".") for name in lost]
        shared = [parts[0] for parts in zip(*(path[:-1] for path in paths), strict=False) if len(set(parts)) == 1]
        part_of_all = list(takewhile(str.isidentifier, shared))
        if len(paths) > 1 and part_of_all and part_of_all != ["self"]:
            found.setdefault(".".join(part_of_all), False)
        for path in paths:
            known = list(takewhile(str.isidentifier, path))
            roots = known[:2] if path[0] == "self" else known[:1]
            if roots and roots != path and roots != ["self"]:
                found.setdefault(".".join(roots), False)
            if known == path:
                found.setdefault(".".join(path), True)
    return found


def _as_called(scene: Scene, text: Text, call: ast.Call) -> list[list[str]]:
    """The names of the starving parameters: as they are told, and as the methods of their owners call them."""
    lost = list(scene.finding.lost)
    function = text.function(call)
    if function is None or [a.arg for a in function.args.args[:1]] != ["self"]:
        return [lost]
    inside = [[f"self.{'.'.join(n.split('.')[d:])}" for n in lost if len(n.split(".")) > d] for d in (1, 2)]
    return [names for names in (*inside, lost) if names]


def _with_owner(text: Text, call: ast.Call, name: str, is_parameter: bool) -> Iterator[Change]:
    given = call.args[0]
    held = text.of(given)
    if f"{name}.parameters()" in held:
        return
    new = f"[{name}]" if is_parameter else f"list({name}.parameters())"
    if isinstance(given, ast.List) and given.elts and isinstance(given.elts[0], ast.Dict):
        group = f'{{"params": {new}}}'
        yield from change(f"pass `{name}` to the optimizer", text.behind(given.elts[-1], f", {group}"))
    else:
        yield from change(f"pass `{name}` to the optimizer", text.put(given, f"list({held}) + {new}"))


@repair("not-in-optimizer", "stale-optimizer", "unregistered-module")
def group_added(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`optimizer.add_param_group(…)` of what it misses: those that the finding names, then all of their owner's."""
    lost = [n for n in scene.finding.lost if all(part.isidentifier() for part in n.split("."))]
    owners = dict.fromkeys(n.partition(".")[0] for n in scene.finding.lost if n.partition(".")[0].isidentifier())
    for file in scene.own_files:
        other = scene.text(file)
        for statement in other.syntax.of(ast.Assign):
            if not isinstance(statement.value, ast.Call) or not _is_optimizer(statement.value):
                continue
            name = other.of(statement.targets[0])
            if lost and len(lost) == len(scene.finding.lost):
                new = f'{name}.add_param_group({{"params": [{", ".join(lost)}]}})'
                yield from change("add the missing parameters to the optimizer", other.after(statement, new))
            for owner in owners:
                held = f'{{id(q) for g in {name}.param_groups for q in g["params"]}}'
                missing = f"[p for p in {owner}.parameters() if id(p) not in {held}]"
                new = f'{name}.add_param_group({{"params": {missing}}})'
                yield from change("add the missing parameters to the optimizer", other.after(statement, new))


@repair("stale-optimizer", "not-in-optimizer")
def group_of_the_new_part(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`self.net[2] = nn.Linear(4, 8)` after the optimizer was made: it gets the new part's parameters there."""
    statement = text.statement(node)
    made = [s for s in text.syntax.of(ast.Assign) if isinstance(s.value, ast.Call) and _is_optimizer(s.value)]
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    if not isinstance(statement, ast.Assign) or not isinstance(target, ast.Attribute | ast.Subscript | ast.Name):
        return
    for name in dict.fromkeys(text.of(s.targets[0]) for s in made if s is not statement):
        for held in (f"{text.of(target)}.parameters()", text.of(target)):  # of a module, or a parameter itself
            new = f'{name}.add_param_group({{"params": {held}}})'
            yield from change("add the new parameters to the optimizer", text.after(statement, new))
    for again in made:
        if again is not statement and text.stands_alone(again):
            yield from change("create the optimizer again", text.after(statement, text.dedented_lines(again)))


@repair("not-in-optimizer", "stale-optimizer")
def group_after_the_call(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`model.add_token()` after the optimizer was made: it gets what it does not hold yet."""
    statement = text.statement(node)
    made = [s for s in text.syntax.of(ast.Assign) if isinstance(s.value, ast.Call) and _is_optimizer(s.value)]
    owners = dict.fromkeys(name.partition(".")[0] for name in scene.finding.lost)
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        for name in dict.fromkeys(text.of(s.targets[0]) for s in made if s.lineno < statement.lineno):
            held = f'{{id(q) for g in {name}.param_groups for q in g["params"]}}'
            for owner in (o for o in owners if o.isidentifier()):
                missing = f"[p for p in {owner}.parameters() if id(p) not in {held}]"
                new = f'{name}.add_param_group({{"params": {missing}}})'
                yield from change("add the new parameters to the optimizer", text.after(statement, new))


@repair("not-in-optimizer", first=True)
def group_of_the_collected(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """Parameters that are collected in a list which no optimizer gets: a group of them."""
    for name in scene.names_in(r"collected in `(\w+)`"):
        for call in (c for c in text.syntax.of(ast.Call) if c.args and _is_optimizer(c)):
            given = call.args[0]
            if isinstance(given, ast.List) and given.elts:
                group = text.behind(given.elts[-1], f', {{"params": {name}}}')
            else:
                group = text.put(given, f"[*{text.of(given)}, *{name}]")
            yield from change(f"`{name}` for the optimizer", group)


@repair("not-in-optimizer", first=True)
def each_optimizer_its_own(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """Two optimizers of `a.parameters()`, and none of `b`: the second one gets those of `b`."""
    calls = [c for c in text.syntax.of(ast.Call) if c.args and _is_optimizer(c)]
    for position, call in enumerate(calls):
        held = text.of(call.args[0])
        if held in {text.of(c.args[0]) for c in calls[:position]} and held.endswith(".parameters()"):
            for name, is_parameter in _owners(scene, text, call).items():
                if not is_parameter:
                    new = text.put(call.args[0], f"{name}.parameters()")
                    yield from change(f"the parameters of `{name}`", new)


@repair("made-in-forward")
def made_in_init(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`layer = nn.Linear(…)` in `forward` → `self.layer` in `__init__`; one of the input's size as a lazy layer."""
    statement, function = text.statement(node), text.function(node)
    owner = text.syntax.parent.get(function) if function is not None else None
    call = statement.value if isinstance(statement, ast.Assign) else None
    if not isinstance(owner, ast.ClassDef) or not isinstance(statement, ast.Assign) or not isinstance(call, ast.Call):
        return
    init = next((s for s in owner.body if isinstance(s, ast.FunctionDef) and s.name == "__init__"), None)
    target = statement.targets[0]
    if init is None or function is None:
        return
    if isinstance(target, ast.Attribute):
        yield from _made_once(text, init, statement, call)
    if not isinstance(target, ast.Name):
        return
    uses = [n for n in text.within(function, ast.Name) if isinstance(n, ast.Name) and n.id == target.id]
    read = [text.put(n, f"self.{n.id}") for n in uses if isinstance(n.ctx, ast.Load)]
    for new in _layers(text, call):
        added = text.after(init.body[-1], f"self.{target.id} = {new}")
        yield from change(f"create `{target.id}` in `__init__`", text.removed(statement), added, *read)


@repair("made-in-forward")
def used_at_once(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`nn.Conv1d(a, b, 1)(x)` in `forward` → `self.conv1d(x)`, made in `__init__` where the same tests hold."""
    function = text.function(node)
    owner = text.syntax.parent.get(function) if function is not None else None
    body = owner.body if isinstance(owner, ast.ClassDef) else []
    init = next((s for s in body if isinstance(s, ast.FunctionDef) and s.name == "__init__"), None)
    statement = text.statement(node)
    if init is None or statement is None or function is None or hasattr(statement, "body"):
        return
    known = {n.attr for n in text.within(owner, ast.Attribute) if isinstance(n, ast.Attribute)} if owner else set()
    for call in text.within(statement, ast.Call):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Call) or not _is_of_self(call.func):
            continue
        name = last_name(call.func).lower()
        name = f"{name}_layer" if name in known else name
        above = [a for a in text.syntax.above(statement) if isinstance(a, ast.If) and text.syntax.holds(function, a)]
        tests = [a.test for a in reversed(above) if _is_of_self(a.test) and statement in a.body]
        made = f"self.{name} = {text.of(call.func)}"
        made = f"if {' and '.join(map(text.of, tests))}:\n    {made}" if tests else made
        added = text.after(init.body[-1], made)
        yield from change(f"create `{name}` in `__init__`", text.put(call.func, f"self.{name}"), added)


def _is_of_self(node: ast.expr) -> bool:
    """Does it read nothing but modules and the object itself, so that `__init__` can say the same?"""
    called = {ast.unparse(n.func).partition(".")[0] for n in ast.walk(node) if isinstance(n, ast.Call)}
    return names_in(node) <= {"self", *called}


def _layers(text: Text, call: ast.Call) -> Iterator[str]:
    """The layer as it is made, and one that takes its input's size from the first input."""
    yield text.of(call)
    if len(call.args) > 1 and isinstance(call.func, ast.Attribute):
        given = [*(text.of(a) for a in call.args[1:]), *(f"{k.arg}={text.of(k.value)}" for k in call.keywords)]
        yield f"{text.of(call.func.value)}.Lazy{call.func.attr}({', '.join(given)})"


def _made_once(text: Text, init: ast.FunctionDef, statement: ast.Assign, call: ast.Call) -> Iterator[Change]:
    """`if self.head is None: self.head = nn.Linear(…)` → `self.head = …` in `__init__`, where it was None."""
    name = text.of(statement.targets[0])
    guard = text.syntax.parent.get(statement)
    gone = guard if isinstance(guard, ast.If) and guard.body == [statement] and not guard.orelse else statement
    empty = [s for s in init.body if isinstance(s, ast.Assign) and ast.unparse(s.targets[0]) == name]
    for new in _layers(text, call):
        there = text.put(empty[0].value, new) if empty else text.after(init.body[-1], f"{name} = {new}")
        yield from change(f"create `{name}` in `__init__`", text.removed(gone), there)


@repair("not-in-optimizer", "optimizer-arguments", "stale-optimizer", "idle-parameter", "unregistered-module")
def generators_as_lists(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`parameters()` can be read once: `list(model.parameters())` again and again."""
    for outer in (text.statement(node), text.function(node)):
        calls = [
            c
            for c in (text.within(outer, ast.Call) if outer is not None else [])
            if isinstance(c, ast.Call) and last_name(c) in ("parameters", "named_parameters")
        ]
        bare = [c for c in calls if not _is_in_list(text, c)]
        if bare:
            new = [text.put(c, f"list({text.of(c)})") for c in bare]
            yield from change("lists instead of generators", *new)


def _is_in_list(text: Text, call: ast.Call) -> bool:
    above = text.syntax.parent.get(call)
    return isinstance(above, ast.Call | ast.comprehension | ast.For)


@repair(
    "non-leaf-parameter", "untracked-change", "dropped-update", "made-in-forward", "update-undone", "idle-parameter"
)
def parameter_made_last(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`nn.Parameter(x).to(d)` → `nn.Parameter(x.to(d))`."""
    statement = text.statement(node)
    for call in text.within(statement, ast.Call) if statement is not None else ():
        if isinstance(call, ast.Call) and last_name(call) == "Parameter" and call.args:
            outer: ast.expr = call
            while (above := _called_on(text, outer)) is not None:
                outer = above
            if outer is not call:
                rest = text.of(outer).removeprefix(text.of(call))
                inner = call.args[0]
                plain = isinstance(inner, ast.Name | ast.Call | ast.Attribute | ast.Subscript)
                value = text.of(inner) if plain else f"({text.of(inner)})"
                new = f"{text.of(call.func)}({value}{rest})"
                yield from change("create the parameter last", text.put(outer, new))


def _called_on(text: Text, node: ast.expr) -> ast.expr | None:
    attribute = text.syntax.parent.get(node)
    if not isinstance(attribute, ast.Attribute):
        return None
    above = text.syntax.parent.get(attribute)
    return above if isinstance(above, ast.Call) and above.func is attribute else attribute


@repair("requires-grad-misuse")
def buffer(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`self.mask = nn.Parameter(mask)` of whole numbers → `register_buffer`."""
    statement = text.statement(node)
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
        return
    target, call = statement.targets[0], statement.value
    if isinstance(target, ast.Attribute) and last_name(call) == "Parameter" and call.args:
        new = f'{text.of(target.value)}.register_buffer("{target.attr}", {text.of(call.args[0])})'
        yield from change(f"hold `{target.attr}` as a buffer", text.put(statement, new))
        yield from change("`requires_grad=False`", text.inside_end(call, "requires_grad=False"))


@repair("requires-grad-misuse")
def floating_point(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """Whole numbers as floating-point ones: before `requires_grad`, and `1.` for `1`."""
    statement = text.statement(node)
    for call in text.within(statement, ast.Call) if statement is not None else ():
        assert isinstance(call, ast.Call)
        if last_name(call) in ("tensor", "arange", "randint", "zeros", "ones", "full"):
            yield from change("a floating-point tensor", text.inside_end(call, "dtype=torch.float32"))
        if last_name(call) == "requires_grad_" and isinstance(call.func, ast.Attribute):
            yield from change("a floating-point tensor", text.behind(call.func.value, ".float()"))
