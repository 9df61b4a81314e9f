"""Values that are carried over: from step to step, into a copy, or out to a log."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name, makes_an_object
from whygrad.fix.writing import with_method
from whygrad.source.syntax import names_in

CARRIED = ("backward-twice", "modified-in-place", "copied-result", "growing-graph", "checkpoint-mismatch")


@repair("backward-twice", "modified-in-place", "dropped-detach", first=True)
def detached_and_kept(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`h.detach()`, whose result is dropped → `h = h.detach()`; of a loop's variable `h.detach_()`."""
    statement = text.statement(node)
    call = statement.value if isinstance(statement, ast.Expr | ast.Assign) else None
    if (
        not isinstance(call, ast.Call)
        or not isinstance(call.func, ast.Attribute)
        or ast.unparse(call)[-9:] != ".detach()"
    ):
        return
    subject, loop = text.of(call.func.value), text.loop(node)
    of_loop = isinstance(loop, ast.For) and subject in names_in(loop.target)
    if of_loop and statement is not None:
        yield from change(f"detach `{subject}` itself", text.put(statement, f"{subject}.detach_()"))
    elif isinstance(statement, ast.Expr):
        yield from change("keep what `.detach()` returns", text.put(statement, f"{subject} = {subject}.detach()"))


@repair(*CARRIED)
def detached_where_stored(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`self.h = h` → `h.detach()`; of a call's result that is unpacked into `self.h`, after it."""
    for statement in _storing(text, node):
        yield from _detached(text, statement)


def _storing(text: Text, node: ast.AST) -> list[ast.Assign]:
    """The assignment at the node, and all others in the file that store into the same attributes."""
    own = text.statement(node)
    if not isinstance(own, ast.Assign):
        return []
    kept = {ast.unparse(a) for t in own.targets for a in ast.walk(t) if isinstance(a, ast.Attribute)}
    found = [own]
    for other in text.syntax.of(ast.Assign):
        stored = {ast.unparse(a) for t in other.targets for a in ast.walk(t) if isinstance(a, ast.Attribute)}
        if other is not own and kept & stored:
            found.append(other)
    return found


def _detached(text: Text, statement: ast.Assign) -> Iterator[Change]:
    value, target = statement.value, statement.targets[0]
    stored = [t for t in (target.elts if isinstance(target, ast.Tuple) else [target])]
    kept = [t for t in stored if isinstance(t, ast.Attribute | ast.Subscript | ast.Name)]
    if isinstance(target, ast.Attribute | ast.Subscript) and isinstance(value, ast.Name | ast.Call | ast.Attribute):
        yield from change(f"detach what `{text.of(target)}` keeps", text.behind(value, ".detach()"))
    elif isinstance(target, ast.Attribute | ast.Subscript) and isinstance(value, ast.BinOp):
        kept_value = text.put(value, f"({text.of(value)}).detach()")
        yield from change(f"detach what `{text.of(target)}` keeps", kept_value)
        yield from _read_detached(text, target, value)
    attributes = [t for t in kept if isinstance(t, ast.Attribute | ast.Subscript)]
    if isinstance(target, ast.Tuple):
        for each in attributes or kept:
            name = text.of(each)
            yield from change(f"detach what `{name}` keeps", text.after(statement, f"{name} = {name}.detach()"))
            one_by_one = f"{name} = tuple(h.detach() for h in {name})"
            yield from change(f"detach what `{name}` keeps", text.after(statement, one_by_one))
        if len(kept) > 1:
            lines = "\n".join(f"{text.of(t)} = {text.of(t)}.detach()" for t in kept)
            yield from change("detach what is kept", text.after(statement, lines))


def _read_detached(text: Text, target: ast.expr, value: ast.expr) -> Iterator[Change]:
    """`self.m = 0.9 * self.m + new` → `0.9 * self.m.detach() + new`: what is new keeps its gradient."""
    own = ast.unparse(target)
    reads = [n for n in text.within(value, ast.Attribute, ast.Subscript) if ast.unparse(n) == own]
    edits = [text.behind(n, ".detach()") for n in reads if isinstance(n, ast.expr)]
    yield from change(f"detach what `{own}` has kept", *edits)


@repair("modified-in-place")
def detached_before_the_next_iteration(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """As below, after what keeps the gradient: a value that was overwritten need not be cut off."""
    yield from detached_where_it_comes_back(scene, text, node)


@repair("backward-twice", first=True)
def detached_where_it_comes_back(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`state = step(x, state)` in a loop → `step(x, state.detach())`, for each name that a turn hands to the next."""
    for added in _adding(text, node):
        name, new = text.of(added.target), with_method(text, added.value, "")
        plain = text.put(added, f"{name} = {name}.detach() + {new}")
        yield from change("detach what the previous iteration left", plain)
    for statement in _carrying(text, node):
        targets = {n.id for t in statement.targets for n in ast.walk(t) if isinstance(n, ast.Name)}
        carried = [n for n in text.within(statement.value, ast.Name) if isinstance(n, ast.Name) and n.id in targets]
        operands = [n for n in carried if isinstance(text.syntax.parent.get(n), ast.BinOp)]
        if operands and isinstance(statement.value, ast.BinOp | ast.IfExp):
            edits = [text.behind(n, ".detach()") for n in operands]
            yield from change("detach what the previous iteration left", *edits)
        for call in calls_in(text, statement.value):
            given = [a for a in (*call.args, *(k.value for k in call.keywords)) if a in carried]
            if given:
                yield from change(
                    "detach what the previous iteration left", *(text.behind(a, ".detach()") for a in given)
                )
                each = [text.put(a, f"tuple(h.detach() for h in {text.of(a)})") for a in given]
                yield from change("detach what the previous iteration left", *each)


def _adding(text: Text, node: ast.AST) -> list[ast.AugAssign]:
    """`total += loss` in a loop, at the node."""
    own = text.statement(node)
    is_sum = isinstance(own, ast.AugAssign) and isinstance(own.op, ast.Add) and text.loop(own) is not None
    return [own] if isinstance(own, ast.AugAssign) and is_sum else []


def _carrying(text: Text, node: ast.AST) -> list[ast.Assign]:
    """The assignments whose targets they also read, the node's own first, then those in its function."""
    own, function = text.statement(node), text.function(node) or text.syntax.tree
    found = [s for s in text.within(function, ast.Assign) if isinstance(s, ast.Assign) and text.loop(s) is not None]
    return sorted(found, key=lambda s: s is not own)


@repair("backward-twice", "modified-in-place")
def detached_in_helper(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A function that only hands a state on: `tuple(s for s in state)` → `tuple(s.detach() for s in state)`."""
    for function in text.syntax.of(ast.FunctionDef):
        if len(function.body) <= 2 and isinstance(function.body[-1], ast.Return):
            returned = function.body[-1].value
            for found in text.within(returned, ast.GeneratorExp, ast.ListComp) if returned is not None else ():
                assert isinstance(found, ast.GeneratorExp | ast.ListComp)
                if isinstance(found.elt, ast.Name) and ast.unparse(found.generators[0].target) == found.elt.id:
                    yield from change(f"detach in `{function.name}`", text.behind(found.elt, ".detach()"))


@repair("growing-graph", "exported-while-recorded")
def plain_number(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`total += loss` → `loss.item()`."""
    statement = text.statement(node)
    if isinstance(statement, ast.AugAssign):
        yield from change(
            "add a plain number", text.put(statement.value, with_method(text, statement.value, ".item()"))
        )
        yield from change(
            "add a detached value", text.put(statement.value, with_method(text, statement.value, ".detach()"))
        )
    for call in calls_in(text, statement) if statement is not None else ():
        if last_name(call) == "append" and len(call.args) == 1:
            yield from change(
                "keep a detached value", text.put(call.args[0], with_method(text, call.args[0], ".detach()"))
            )


@repair("growing-graph", "backward-twice")
def detached_where_made(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`missed = loss(net(x), y)`, which is only looked at → `loss(net(x), y).detach()`; so a result."""
    statement = text.statement(node)
    if not isinstance(statement, ast.Assign) or makes_an_object(statement):
        return
    if isinstance(statement.targets[0], ast.Name):
        yield from change(
            "keep a detached value", text.put(statement.value, with_method(text, statement.value, ".detach()"))
        )


@repair("copied-result")
def normalised_by_parametrization(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`weight_norm(layer)` keeps a computed weight, which cannot be copied → that of `parametrizations`."""
    for other in map(scene.text, scene.own_files):
        calls = [c for c in other.syntax.of(ast.Call) if last_name(c) in ("weight_norm", "spectral_norm")]
        edits = [
            other.put(c.func, f"torch.nn.utils.parametrizations.{last_name(c)}")
            for c in calls
            if "parametrizations" not in other.of(c.func)
        ]
        if edits:
            yield from change("normalise by a parametrization", *edits)


@repair("exported-while-recorded")
def exported_detached(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`x.numpy()` → `x.detach().numpy()`; of what a function of the program's returns, `.item()` or `.detach()`."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        if last_name(call) in ("numpy", "tolist", "cpu") and isinstance(call.func, ast.Attribute):
            yield from change("detach before the export", text.behind(call.func.value, ".detach()"))
        if not call.keywords and call.args and ast.unparse(call.func).startswith(("np.", "numpy.", "plt.")):
            yield from change("detach before the export", text.behind(call.args[0], ".detach()"))
    given = [a for c in calls_in(text, node) for a in (*c.args, *(k.value for k in c.keywords))]
    for value in (v for v in given if isinstance(v, ast.Name | ast.Attribute | ast.Subscript | ast.Call)):
        yield from change("detach before the export", text.behind(value, ".detach()"))
    for file in dict.fromkeys([text.file, *scene.own_files]):
        other = scene.text(file)
        for returned in other.syntax.of(ast.Return):
            parts = returned.value.elts if isinstance(returned.value, ast.Tuple) else [returned.value]
            for part in parts:
                if isinstance(part, ast.Name) and "loss" in part.id:
                    yield from change("return a plain number", other.behind(part, ".item()"))


@repair("shared-memory", "untracked-write")
def tensor_of_its_own(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`torch.from_numpy(a)` and `torch.as_tensor(a)` are views of the array: `.clone()`."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        if last_name(call) in ("from_numpy", "as_tensor", "frombuffer", "asarray"):
            yield from change("a tensor with its own memory", text.behind(call, ".clone()"))
    if isinstance(node, ast.Call | ast.Attribute) and ast.unparse(node).endswith((".detach()", ".data")):
        yield from change("a tensor with its own memory", text.behind(node, ".clone()"))


@repair("copied-result")
def cleared_before_the_copy(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`copy.deepcopy(model)` of a model that keeps `model.features` → `model.features = None` before it."""
    statement = text.statement(node)
    given = {n.id for n in ast.walk(statement) if isinstance(n, ast.Name)} if statement is not None else set()
    for name in scene.names_in(r"`(\w+(?:\.\w+)+)`"):
        copies = statement is not None and not hasattr(statement, "body") and name.partition(".")[0] in given
        if copies and statement is not None and name not in ast.unparse(statement):
            yield from change(f"clear `{name}` before the copy", text.before(statement, f"{name} = None"))


@repair("shared-memory", "untracked-write", "view-modified-in-place", "modified-in-place")
def copied_before_the_write(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A view or an array that shares memory: `.numpy().copy()`, `.expand(…).clone()`, where it is made or used."""
    function = text.function(node) or text.syntax.tree
    for call in (
        *calls_in(text, text.statement(node) or node),
        *calls_in(text, function),
        *calls_in(text, text.syntax.tree),
    ):
        if last_name(call) == "numpy" and not _is_called_on(text, call, "copy"):
            yield from change("a copy of the array", text.behind(call, ".copy()"))
        if last_name(call) in ("expand", "expand_as") and not _is_called_on(text, call, "clone"):
            yield from change("a copy of the view", text.behind(call, ".clone()"))


def _is_called_on(text: Text, call: ast.Call, name: str) -> bool:
    above = text.syntax.parent.get(call)
    return isinstance(above, ast.Attribute) and above.attr == name


@repair("modified-in-place")
def read_through_a_copy(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A buffer that is written again before the pass: what needs it reads a copy."""
    written = scene.written_name(text, node)
    if not written:
        return
    function = text.function(node) or text.syntax.tree
    for read in text.within(function, ast.Attribute, ast.Name):
        assert isinstance(read, ast.expr)
        above = text.syntax.parent.get(read)
        is_operand = isinstance(above, ast.BinOp) or (isinstance(above, ast.Call) and above.func is not read)
        if text.of(read) == written and isinstance(getattr(read, "ctx", None), ast.Load) and is_operand:
            yield from change(f"compute with a copy of `{written}`", text.behind(read, ".clone()"))


@repair("gradient-not-retained", "missing-gradient")
def retained(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`x.retain_grad()` after `x` is made."""
    for name in dict.fromkeys([*scene.finding.lost, *scene.names_in(r"`(\w+)(?:\.grad)?`")]):
        for file in dict.fromkeys([text.file, *(p.file for p in scene.places)]):
            other = scene.text(file)
            for statement in other.syntax.assigned.get(name, ()):
                yield from change(f"keep the gradient of `{name}`", other.after(statement, f"{name}.retain_grad()"))


@repair("modified-in-place", "view-modified-in-place")
def copied_where_made(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """What an operation keeps for the pass is its own result: what is written later is a copy of it."""
    statement = text.statement(node)
    function = text.function(node) or text.syntax.tree
    written = names_in(statement) if statement is not None else set()
    wanted, made = set(written), []
    for bound in reversed(text.within(function, ast.Assign)):
        assert isinstance(bound, ast.Assign)
        targets = {n.id for t in bound.targets for n in ast.walk(t) if isinstance(n, ast.Name)}
        is_before = statement is not None and bound.lineno < statement.lineno
        if is_before and targets & wanted and isinstance(bound.value, ast.Call) and len(targets) == 1:
            made.append(bound)
            wanted |= names_in(bound.value)
    for bound in made:
        name = text.of(bound.targets[0])
        yield from change(f"a copy in `{name}`", text.behind(bound.value, ".clone()"))


@repair("copied-result", "growing-graph", "checkpoint-mismatch")
def kept_beside_its_use(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`self.last = f(x); return self.last` → `last = f(x)`, which is returned; `self.last` keeps a detached one."""
    statement, function = text.statement(node), text.function(node)
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    if not isinstance(statement, ast.Assign) or not isinstance(target, ast.Attribute) or function is None:
        return
    own = text.of(target)
    later = [n for n in text.within(function, ast.Attribute) if isinstance(n, ast.Attribute) and text.of(n) == own]
    reads = [n for n in later if isinstance(n.ctx, ast.Load) and n.lineno > statement.lineno]
    if reads and own.startswith("self."):
        indent, name = text.indent(statement), target.attr
        lines = f"{indent}{name} = {text.of(statement.value)}\n{indent}{own} = {name}.detach()"
        edits = [text.put(n, name) for n in reads]
        yield from change(f"detach what `{own}` keeps", text.replaced_lines(statement, lines), *edits)
