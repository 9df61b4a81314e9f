"""What goes into a loss, and what comes out of it: shapes, reductions, activations, terms."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain

from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name
from whygrad.source.syntax import last_line, names_in

ACTIVATIONS = frozenset({"softmax", "log_softmax", "sigmoid", "logsigmoid", "relu", "tanh"})
BATCHED = frozenset(
    {"RNN", "LSTM", "GRU", "MultiheadAttention", "Transformer", "TransformerEncoderLayer", "TransformerDecoderLayer"}
)
MODULES = frozenset({"Softmax", "LogSoftmax", "Sigmoid", "ReLU", "Tanh"})


@repair("non-scalar-loss", "gradient-argument", "functional-arguments", "function-transforms")
def reduced(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`.mean()` of what is differentiated: where it is made, returned, or `backward()` is called."""
    statement = text.statement(node)
    targets: list[ast.expr] = []
    for call in calls_in(text, statement) if statement is not None else ():
        if last_name(call) == "backward" and isinstance(call.func, ast.Attribute):
            targets.append(call.func.value)
        given = next((k for k in call.keywords if k.arg == "reduction"), None)
        if given is not None:
            yield from change('`reduction="mean"`', text.put(given.value, '"mean"'))
    if isinstance(statement, ast.Return | ast.Assign) and statement.value is not None:
        targets.append(statement.value)
    for target in targets:
        for method in ("mean", "sum"):
            plain = isinstance(target, ast.Name | ast.Call | ast.Attribute | ast.Subscript)
            new = f"{text.of(target)}.{method}()" if plain else f"({text.of(target)}).{method}()"
            yield from change(f"`.{method}()`", text.put(target, new))
    for file in dict.fromkeys([text.file, *scene.own_files]):
        other = scene.text(file)
        for call in calls_in(other, other.syntax.tree):
            if last_name(call) == "backward" and isinstance(call.func, ast.Attribute) and not call.args:
                for method in ("mean", "sum"):
                    yield from change(f"`.{method}()` before the pass", other.behind(call.func.value, f".{method}()"))


@repair("double-activation", "saturated-value", "zero-derivative", "wrong-dimension", "zero-gradient")
def without_activation(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """The value before the activation: `F.softmax(x, dim=1)` → `x`, `x.sigmoid()` → `x`, no `nn.Softmax()` in a row."""
    statement = text.statement(node)
    for call in dict.fromkeys([*calls_in(text, node), *calls_in(text, statement or node)]):
        if last_name(call) in ACTIVATIONS:
            value = _argument(call)
            if value is not None:
                yield from change(f"without `{last_name(call)}`", text.put(call, text.of(value)))
        if last_name(call) in MODULES:
            yield from change(f"without `{last_name(call)}`", text.put(call, f"{_nn(call)}Identity()"))


def _nn(call: ast.Call) -> str:
    return f"{ast.unparse(call.func.value)}." if isinstance(call.func, ast.Attribute) else "torch.nn."


def _argument(call: ast.Call) -> ast.expr | None:
    """What a function or a method of tensors is applied to."""
    if isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) not in (
        "F",
        "torch",
        "nn.functional",
        "torch.nn.functional",
        "special",
    ):
        return call.func.value
    return call.args[0] if call.args else None


@repair("double-activation")
def logits_into_the_loss(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """The loss gets what the activation was applied to: `probs = sigmoid(x); bce_with_logits(probs, …)`."""
    function = text.function(node) or text.syntax.tree
    for bound in text.within(function, ast.Assign):
        assert isinstance(bound, ast.Assign)
        value, target = bound.value, bound.targets[0]
        if not (isinstance(value, ast.Call) and last_name(value) in ACTIVATIONS and isinstance(target, ast.Name)):
            continue
        inner = _argument(value)
        for call in calls_in(text, function):
            given = call.args[0] if call.args else None
            if isinstance(given, ast.Name) and given.id == target.id and inner is not None and call is not value:
                yield from change(f"pass `{text.of(inner)}` to the loss", text.put(given, text.of(inner)))


@repair("double-activation")
def matching_loss(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A loss that takes what there is: `nll_loss` of log-probabilities, `binary_cross_entropy` of probabilities."""
    pairs = {
        "binary_cross_entropy_with_logits": "binary_cross_entropy",
        "BCEWithLogitsLoss": "BCELoss",
        "cross_entropy": "nll_loss",
        "CrossEntropyLoss": "NLLLoss",
    }
    for file in dict.fromkeys([text.file, *scene.own_files]):
        other = scene.text(file)
        for call in calls_in(other, other.syntax.tree):
            if last_name(call) in pairs:
                new = other.of(call.func).removesuffix(last_name(call)) + pairs[last_name(call)]
                yield from change(f"`{pairs[last_name(call)]}`", other.put(call.func, new))


@repair("wrong-dimension", first=True)
def batch_first(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`nn.GRU(4, 8)` takes the batch in the second dimension: `batch_first=True`."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        if last_name(call) in BATCHED and not any(k.arg == "batch_first" for k in call.keywords):
            yield from change("`batch_first=True`", text.inside_end(call, "batch_first=True"))


@repair("broadcast-loss", "wrong-dimension")
def shapes_that_meet(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`squeeze(-1)` or `unsqueeze(-1)` of one of two operands that are broadcast."""
    statement = text.statement(node)
    if statement is None:
        return
    operands: list[ast.expr] = []
    for found in (node, *text.within(statement, ast.BinOp, ast.Call)):
        if isinstance(found, ast.BinOp):
            operands += [found.right, found.left]
        elif isinstance(found, ast.Call) and len(found.args) >= 2:
            operands += found.args[:2]
    each = [_reshaped(text, operands), _reshaped_inside(scene, text, operands)]
    # A value of n by n is broadcast already where it was computed.
    yield from chain(*(reversed(each) if re.search(r"\[(\d+), \1\]", scene.diagnostic.message) else each))


def _reshaped(text: Text, operands: list[ast.expr]) -> Iterator[Change]:
    for method in ("squeeze(-1)", "unsqueeze(-1)", "squeeze(1)"):
        for operand in dict.fromkeys(operands):
            if isinstance(operand, ast.Name | ast.Call | ast.Attribute | ast.Subscript):
                yield from change(f"`.{method}`", text.behind(operand, f".{method}"))


def _reshaped_inside(scene: Scene, at: Text, operands: list[ast.expr]) -> Iterator[Change]:
    """An operand may be broadcast already where it is bound, or where a function of the program's computes it."""
    called = {last_name(c) for o in operands for c in ast.walk(o) if isinstance(c, ast.Call)}
    for name in (o.id for o in operands if isinstance(o, ast.Name)):
        function = at.function(operands[0]) or at.syntax.tree
        for bound in at.within(function, ast.Assign):
            if isinstance(bound, ast.Assign) and name in {ast.unparse(t) for t in bound.targets}:
                yield from _reshaped(at, _added(at, bound))
                called |= {last_name(c) for c in ast.walk(bound.value) if isinstance(c, ast.Call)}
    for file in scene.own_files:
        text = scene.text(file)
        functions = [f for name in called for f in text.syntax.functions.get(name, ())]
        for function in functions:
            yield from _reshaped(text, _added(text, function))


def _added(text: Text, node: ast.AST) -> list[ast.expr]:
    """The operands of all sums and products in the node."""
    sums = [b for b in text.within(node, ast.BinOp) if isinstance(b, ast.BinOp)]
    return [side for b in sums for side in (b.right, b.left)]


@repair("wrong-dimension", "zero-derivative", "zero-gradient", "double-activation", "cancelled-gradient")
def sigmoid_for_one_value(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A softmax over one value is constant: a sigmoid, or the softmax over another dimension."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        if last_name(call) not in ("softmax", "Softmax", "log_softmax", "LogSoftmax"):
            continue
        value = _argument(call)
        if last_name(call) == "softmax" and value is not None:
            yield from change("a sigmoid", text.put(call, f"torch.sigmoid({text.of(value)})"))
        if last_name(call) == "Softmax":
            yield from change("a sigmoid", text.put(call, f"{_nn(call)}Sigmoid()"))
        yield from _over_another_dimension(text, call)


def _over_another_dimension(text: Text, call: ast.Call) -> Iterator[Change]:
    for number in [*call.args, *(k.value for k in call.keywords)]:
        if ast.unparse(number) in ("0", "1", "-1", "2"):
            for other in ("1", "-1", "0"):
                yield from change(f"over dimension {other}", text.put(number, other))


@repair("wrong-dimension", first=True)
def over_another_dimension(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`softmax(dim=0)` → `dim=1`, wherever the program's files normalise."""
    for file in scene.own_files:
        other = scene.text(file)
        for call in calls_in(other, other.syntax.tree):
            if last_name(call) in ("softmax", "Softmax", "log_softmax", "LogSoftmax", "Softmin"):
                yield from _over_another_dimension(other, call)


@repair("zero-derivative", "zero-gradient", "multiplied-by-zero")
def without_normalisation(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`nn.LayerNorm(1)` takes away all that a single value says → `nn.Identity()`."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        if last_name(call) in ("LayerNorm", "GroupNorm", "InstanceNorm1d", "InstanceNorm2d", "RMSNorm"):
            yield from change(f"without `{last_name(call)}`", text.put(call, f"{_nn(call)}Identity()"))


@repair("loss-left-out", "idle-parameter", "unused-parameters", "unused-input")
def summed_over_the_loop(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`for f in fs: h, kl = f(h)`, where the last `kl` alone counts → the sum of all, under the same name."""
    told = re.search(r"overwrites `(\w+)`", scene.diagnostic.message)
    statement, loop = text.statement(node), text.loop(node)
    if not isinstance(statement, ast.Assign) or loop is None:
        return
    plain = statement.targets[0].id if isinstance(statement.targets[0], ast.Name) else ""
    name = told.group(1) if told is not None else plain
    bound = [n for t in statement.targets for n in _names(t) if n.id == name]
    every = [n for n in _names(text.function(node) or text.syntax.tree) if n.id == name and isinstance(n.ctx, ast.Load)]
    later = [n for n in every if n.lineno > last_line(loop)]
    if bound and later and not any(text.syntax.holds(loop, n) for n in every):
        start, new = text.before(loop, f"{name} = 0.0"), [text.put(n, f"{name}_here") for n in bound]
        added = text.after(statement, f"{name} = {name} + {name}_here")
        yield from change(f"the sum of all `{name}`", start, *new, added)


@repair("loss-left-out")
def sum_of_both(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`z, change = f(x); z, change = g(z)`, where nothing reads the first `change` → the sum of both."""
    told = re.search(r"nothing reads the `(\w+)`", scene.diagnostic.message)
    first = text.statement(node)
    if told is None or not isinstance(first, ast.Assign):
        return
    name, block = told.group(1), text.block(first)
    bound = [n for t in first.targets for n in _names(t) if n.id == name]
    for second in block[block.index(first) + 1 :]:
        if bound and isinstance(second, ast.Assign) and name in {n.id for t in second.targets for n in _names(t)}:
            renamed = [text.put(n, f"{name}_before") for n in bound]
            added = text.after(second, f"{name} = {name} + {name}_before")
            yield from change(f"the sum of both `{name}`", *renamed, added)
            return


@repair("loss-left-out", "zero-gradient")
def term_added(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A term that was computed and is not in the loss: `loss.backward()` → `(loss + term).backward()`.

    What was computed from the loss has it inside: `total = loss + term` → `total.backward()`.
    """
    statement = text.statement(node)
    if not isinstance(statement, ast.Assign):
        return
    terms = [t.id for t in statement.targets if isinstance(t, ast.Name)]
    function = text.function(node) or text.syntax.tree
    for kept in (t.attr for t in statement.targets if isinstance(t, ast.Attribute) and text.of(t.value) == "self"):
        yield from _kept_term_added(scene, kept)
    for call in calls_in(text, function):
        if last_name(call) == "backward" and isinstance(call.func, ast.Attribute):
            loss = call.func.value
            for term in terms:
                if isinstance(loss, ast.Name) and loss.id in {n.id for n in _names(statement.value)}:
                    yield from change(f"run backward from `{term}`", text.put(loss, term))
                else:
                    yield from change(f"add `{term}` to the loss", text.put(loss, f"({text.of(loss)} + {term})"))


def _kept_term_added(scene: Scene, kept: str) -> Iterator[Change]:
    """`self.balance = …` of a module → `(loss + model.balance).backward()`, for each module that is called there."""
    for text in map(scene.text, scene.own_files):
        for call in text.syntax.of(ast.Call):
            if last_name(call) == "backward" and isinstance(call.func, ast.Attribute):
                loss, around = text.of(call.func.value), text.function(call) or text.syntax.tree
                used = [c.func.id for c in calls_in(text, around) if isinstance(c.func, ast.Name)]
                for name in dict.fromkeys(n for n in used if n in text.syntax.assigned and not n[:1].isupper()):
                    new = text.put(call.func.value, f"({loss} + {name}.{kept})")
                    yield from change(f"add `{name}.{kept}` to the loss", new)


@repair("loss-left-out", first=True)
def term_of_its_twin(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`a, b = f(x); loss = g(a) + g(a)` → `g(a) + g(b)`: a term that stands there twice is of the other value."""
    statement, function = text.statement(node), text.function(node) or text.syntax.tree
    sums = [b for b in (text.within(statement, ast.BinOp) if statement is not None else []) if isinstance(b, ast.BinOp)]
    pairs = [t for t in text.within(function, ast.Tuple) if isinstance(t, ast.Tuple) and isinstance(t.ctx, ast.Store)]
    for twice in (b for b in sums if ast.unparse(b.left) == ast.unparse(b.right)):
        for pair in pairs:
            names = [e.id for e in pair.elts if isinstance(e, ast.Name)]
            for used in _names(twice.right):
                for other in (n for n in names if used.id in names and n not in names_in(statement or node)):
                    yield from change(f"`{other}` in the second term", text.put(used, other))


@repair("loss-left-out", "idle-parameter", "unused-parameters")
def added_to_what_it_replaces(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`loss = a; loss = b` → `loss = loss + b`, where nothing reads `loss` in between."""
    function, own = text.function(node) or text.syntax.tree, text.statement(node)
    if isinstance(own, ast.Assign) and "assigned again" in scene.diagnostic.message:
        name = text.of(own.targets[0])
        if name not in {n.id for n in _names(own.value)}:
            yield from change(f"add to `{name}`", text.before_node(own.value, f"{name} + "))
    for statement in text.within(function, ast.Assign):
        assert isinstance(statement, ast.Assign)
        target = statement.targets[0]
        if not isinstance(target, ast.Name) or target.id in {n.id for n in _names(statement.value)}:
            continue
        block = text.block(statement)
        earlier = [s for s in block[: block.index(statement)] if isinstance(s, ast.Assign)]
        bound = [s for s in earlier if isinstance(s.targets[0], ast.Name) and s.targets[0].id == target.id]
        between = block[block.index(bound[-1]) + 1 : block.index(statement)] if bound else []
        if bound and not any(n.id == target.id for s in between for n in _names(s)):
            yield from change(f"add to `{target.id}`", text.before_node(statement.value, f"{target.id} + "))


def _names(node: ast.AST) -> list[ast.Name]:
    return [n for n in ast.walk(node) if isinstance(n, ast.Name)]


@repair("partial-backward")
def the_whole_sum(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`return fit`, `fit.backward()` → with the sum that the function has made of it."""
    function = text.function(node) or text.syntax.tree
    sums = [s for s in text.within(function, ast.Assign) if isinstance(s, ast.Assign)]
    for made in (s for s in sums if isinstance(s.value, ast.BinOp | ast.Call) and isinstance(s.targets[0], ast.Name)):
        parts = names_in(made.value)
        total = text.of(made.targets[0])
        edits = [
            text.put(part, total)
            for out in text.within(function, ast.Return, ast.Call)
            for part in _handed_out(out)
            if isinstance(part, ast.Name) and part.id in parts and part.lineno > made.lineno
        ]
        if edits:
            yield from change(f"`{total}` instead of a part of it", *edits)


def _handed_out(node: ast.AST) -> list[ast.expr]:
    """What a `return` hands out first, or `backward()` is called on."""
    if isinstance(node, ast.Call):
        called = node.func
        return [called.value] if isinstance(called, ast.Attribute) and called.attr == "backward" else []
    value = node.value if isinstance(node, ast.Return) else None
    if isinstance(value, ast.Tuple | ast.List):
        return value.elts[:1]
    if isinstance(value, ast.Dict):
        return value.values[:1]
    return [value] if value is not None else []
