"""Values that are computed once and kept, where each step needs its own: computed each time."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from textwrap import indent

from whygrad.diagnostic import Edit
from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name, makes_an_object
from whygrad.place import Place
from whygrad.source.syntax import last_line, names_in
from whygrad.source.values.draws import full_name

PUTTING = frozenset({"update", "append", "setattr", "extend", "appendleft", "setdefault", "put", "add", "insert"})
READING = frozenset({"getattr", "get", "pop"})
SAVING = frozenset({"save", "dump", "savez", "dumps"})
CAUSES = (
    "backward-twice",
    "modified-in-place",
    "left-torch",
    "copied-tensor",
    "inference-tensor",
    "checkpoint-mismatch",
    "grad-disabled",
)
DECORATORS = ("cache", "lru_cache", "cached_property")


@repair(*CAUSES)
def computed_each_time(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`if key not in cache: cache[key] = f()` → `cache[key] = f()`, at the place, then elsewhere in its file."""
    near = [a for a in text.syntax.above(node) if isinstance(a, ast.If)]
    own = {ast.unparse(t) for s in [text.statement(node)] if isinstance(s, ast.Assign) for t in s.targets}
    every = [i for i in text.syntax.of(ast.If) if i not in near and (not own or own & _stored(i))]
    for found in (*near, *every):
        if _asks_for_kept(found) and not found.orelse:
            yield from change("compute it each time", text.dedented(found))


def _stored(found: ast.If) -> set[str]:
    return {ast.unparse(t) for s in ast.walk(found) if isinstance(s, ast.Assign) for t in s.targets}


def _asks_for_kept(found: ast.If) -> bool:
    """Does it ask whether something was kept, and keep it then?"""
    test = found.test
    asks = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    if isinstance(test, ast.Compare):
        asks = isinstance(test.ops[0], ast.NotIn | ast.Is)
    if asks and isinstance(test, ast.UnaryOp) and isinstance(test.operand, ast.Call):
        asks = last_name(test.operand) == "hasattr"
    return asks and any(isinstance(s, ast.Assign | ast.Expr) for s in found.body)


@repair(*CAUSES)
def without_caching(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A function without `@lru_cache`, a `property` for a `cached_property`, a block without `parametrize.cached()`."""
    for file in dict.fromkeys([text.file, *(p.file for p in scene.places)]):
        other = scene.text(file)
        for function in other.syntax.of(ast.FunctionDef):
            for decorator in function.decorator_list:
                yield from _undecorated(other, decorator)
        for block in other.syntax.of(ast.With):
            if len(block.items) == 1 and ast.unparse(block.items[0].context_expr).endswith(".cached()"):
                title = f"without `with {other.of(block.items[0].context_expr)}:`"
                yield from change(title, other.dedented(block))


def _undecorated(text: Text, decorator: ast.expr) -> Iterator[Change]:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    name = ast.unparse(called).rpartition(".")[2]
    if name == "cached_property":
        yield from change("a `property` that is computed each time", text.put(decorator, "property"))
    elif name in DECORATORS:
        line = Place(text.file, decorator.lineno, 1, last_line(decorator) + 1, 1, "")
        yield from change(f"without `@{text.of(decorator)}`", Edit(line, ""))


@repair("backward-twice", "modified-in-place")
def computed_when_read(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`self.value = self.log.exp()` in `__init__` → a property, which computes it each time that it is read."""
    statement, init = text.statement(node), text.function(node)
    if not isinstance(statement, ast.Assign) or init is None or len(init.body) < 2:
        return
    pairs = _pairs(statement)
    if init.name not in ("__init__", "__post_init__") or not pairs or any(_is_set_again(text, t) for t, _ in pairs):
        return
    given = [a.arg for a in init.args.args[1:] if a.arg in names_in(statement.value)]
    kept = [f"self.{name} = {name}" for name in given if f"self.{name}" not in text.syntax.assigned]
    properties = []
    for target, value in pairs:
        read = text.of(value)
        for name in given:
            read = re.sub(rf"(?<![\w.]){name}\b", f"self.{name}", read)
        properties.append(f"@property\ndef {target.attr}(self):\n    return {read}")
    lines, title = "\n\n".join(properties), f"compute `{text.of(pairs[-1][0])}` when it is read"
    if statement is init.body[-1]:  # the place after it is that of its last line
        stays = [text.indent(statement) + line for line in kept]
        below = "\n".join([*stays, "", indent(lines, text.indent(init))])
        yield from change(title, text.replaced_lines(statement, below))
    else:
        edit = text.put(statement, f"\n{text.indent(statement)}".join(kept)) if kept else text.removed(statement)
        yield from change(title, edit, text.after(init, f"\n{lines}"))


def _pairs(statement: ast.Assign) -> list[tuple[ast.Attribute, ast.expr]]:
    """The attributes of `self` that a statement sets, with their values, where it sets nothing else."""
    target, value = statement.targets[0], statement.value
    targets = target.elts if isinstance(target, ast.Tuple) else [target]
    values = value.elts if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) else [value]
    own = [t for t in targets if isinstance(t, ast.Attribute) and ast.unparse(t.value) == "self"]
    fits = len(statement.targets) == 1 and len(own) == len(targets) == len(values)
    return list(zip(own, values, strict=True)) if fits else []


def _is_set_again(text: Text, target: ast.Attribute) -> bool:
    """Is it more than what it begins with?"""
    sets = [n for n in text.syntax.of(ast.Attribute) if isinstance(n.ctx, ast.Store) and n.attr == target.attr]
    return any(n is not target for n in sets)


@repair("backward-twice")
def computed_where_read(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`SCALE = LOG_SCALE.exp()` when a module is imported → `LOG_SCALE.exp()` where functions read it."""
    statement = text.statement(node)
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    if not isinstance(statement, ast.Assign) or not isinstance(target, ast.Name) or makes_an_object(statement):
        return
    reads = [
        n
        for n in text.syntax.of(ast.Name)
        if n.id == target.id and isinstance(n.ctx, ast.Load) and text.function(n) is not None
    ]
    if reads and text.function(node) is None:
        value = text.of(statement.value)
        new = value if isinstance(statement.value, ast.Call | ast.Name | ast.Attribute) else f"({value})"
        yield from change(f"compute `{target.id}` where it is read", *(text.put(n, new) for n in reads))


@repair("backward-twice", "modified-in-place", "growing-graph")
def detached_where_put(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`self.states.update(zip(ids, new))`, `setattr(self, name, new)`: what is kept there is detached, or read so."""
    statement, function = text.statement(node), text.function(node)
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and last_name(call) in PUTTING:
        given = [n for a in call.args for n in text.within(a, ast.Name) if isinstance(n, ast.Name) and n.id != "self"]
        reading = text.within(function, ast.Assign) if function is not None else []
        for read in (s for s in reading if isinstance(s, ast.Assign) and isinstance(s.value, ast.Call)):
            if isinstance(read.value, ast.Call) and last_name(read.value) in READING:
                yield from change("detach what was kept where it is read", text.behind(read.value, ".detach()"))
        for name in reversed(given):
            if not isinstance(text.syntax.parent.get(name), ast.Call) or name.id != ast.unparse(call.func):
                yield from change(f"detach `{name.id}` where it is kept", text.behind(name, ".detach()"))


@repair("backward-twice", "modified-in-place", first=True)
def forgotten_reset(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A method that clears what a module keeps, and that nothing calls → a call of it before the sequence begins."""
    statement, function = text.statement(node), text.function(node) or text.syntax.tree
    texts = [scene.text(file) for file in scene.own_files]
    called = {last_name(c) for t in texts for c in t.syntax.of(ast.Call)}
    resets = [f for t in texts for f in t.syntax.of(ast.FunctionDef) if f.name not in called and _clears(f)]
    used = [c.func.id for c in calls_in(text, function) if isinstance(c.func, ast.Name)]
    for reset in resets if statement is not None else ():
        for name in dict.fromkeys(n for n in used if not n[:1].isupper() and n not in dir(builtins)):
            if statement is not None and statement is not function:
                yield from change(f"`{name}.{reset.name}()`", text.before(statement, f"{name}.{reset.name}()"))


def _clears(method: ast.FunctionDef) -> bool:
    """Does a method without arguments do nothing but clear, or call what may?"""
    if [a.arg for a in method.args.args] != ["self"] or method.name.startswith("_") or method.decorator_list:
        return False
    inner = [s for s in ast.walk(method) if isinstance(s, ast.Assign | ast.Expr | ast.Return)]
    values = [s.value for s in inner if isinstance(s, ast.Assign)]
    empty = all(isinstance(v, ast.Constant) or "detach" in ast.unparse(v) or "zeros" in ast.unparse(v) for v in values)
    return empty and bool(inner) and not any(isinstance(s, ast.Return) for s in inner)


@repair("stored-result")
def computed_instead_of_loaded(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`z = cache[i]`, where `save(encoder(images), …)` has filled it → `z = encoder(images[i])`."""
    statement = text.statement(node)
    read = statement.value if isinstance(statement, ast.Assign) else None
    if not isinstance(read, ast.Subscript | ast.Name | ast.Call):
        return
    for file in scene.own_files:
        other = scene.text(file)
        for saving in (c for c in calls_in(other, other.syntax.tree) if last_name(c) in SAVING):
            made = [c for given in saving.args for c in calls_in(other, given) if c.args and not c.keywords]
            for call in made:
                rows = other.of(call.args[0])
                some = f"{rows}[{text.of(read.slice)}]" if isinstance(read, ast.Subscript) else rows
                new = f"{other.of(call.func)}({some})"
                yield from change(f"compute `{new}` instead of loading it", text.put(read, new))


@repair("modified-in-place", "untracked-write")
def change_after_the_pass(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A call between the loss and its pass that changes what the pass needs (`net.follow()`) comes after it."""
    statement = text.statement(node)
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return
    block = text.block(statement)
    names = names_in(statement)
    for later in block[block.index(statement) + 1 :]:
        if any(_reads(later, name) for name in names):
            return  # what comes before the pass computes with what was changed
        if any(last_name(call) == "backward" for call in calls_in(text, later)):
            yield from change(f"`{text.of(statement)}` after the pass", *text.moved(statement, after=later))
            return


@repair("unused-input", "missing-gradient", "gradient-not-retained")
def made_before_its_use(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`y = f(x); x = x.clone()` → `x = x.clone(); y = f(x)`: what is asked about is what was used."""
    statement = text.statement(node)
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
        return
    name, block = statement.targets[0].id, text.block(statement)
    users = [s for s in block[: block.index(statement)] if _reads(s, name)]
    if users and _reads(statement, name):
        yield from change(f"create `{name}` before its use", *text.moved(statement, before=users[0]))


def _reads(statement: ast.stmt, name: str) -> bool:
    return any(isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load) for n in ast.walk(statement))


@repair("backward-twice")
def built_in_each_turn(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`pi = Categorical(net(x))` before a loop that runs passes: built again in each turn, with what it is built of.

    A distribution has no state of its own to lose; a module or an optimizer has.
    """
    statement = text.statement(node)
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
        return
    if not full_name(ast.unparse(statement.value.func), text.syntax).startswith("torch.distributions."):
        return
    block = text.block(statement)
    at = block.index(statement)
    names = names_in(statement.value)
    parts = [s for s in block[:at] if isinstance(s, ast.Assign) and _binds(s, names) and not makes_an_object(s)]
    for loop in block[at + 1 :]:
        if isinstance(loop, ast.For | ast.While):
            for some in ([statement], [*parts, statement]):
                lines = "\n".join(text.dedented_lines(s).rstrip("\n") for s in some)
                title = "build it again in each iteration of the loop"
                yield from change(title, text.before(loop.body[0], lines))


def _binds(statement: ast.Assign, names: set[str]) -> bool:
    return any(isinstance(n, ast.Name) and n.id in names for t in statement.targets for n in ast.walk(t))
