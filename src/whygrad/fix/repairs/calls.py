"""Repairs of one call: an argument more, another value of one, another function, or its argument alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name

CHECKPOINT = ("use_reentrant", "preserve_rng_state", "context_fn", "determinism_check", "debug", "early_stop")


def with_argument(text: Text, call: ast.Call, name: str, value: str) -> Iterator[Change]:
    """The call with the keyword argument, which it may have with another value."""
    given = next((k for k in call.keywords if k.arg == name), None)
    if given is None:
        yield from change(f"`{name}={value}`", text.inside_end(call, f"{name}={value}"))
    elif text.of(given.value) != value:
        yield from change(f"`{name}={value}`", text.put(given.value, value))


def _around(text: Text, node: ast.AST, *names: str) -> Iterator[ast.Call]:
    """The calls of these names in the node's statement, then in its function."""
    statement, function = text.statement(node), text.function(node)
    seen: set[ast.AST] = set()
    for outer in (node, statement, function, text.syntax.tree):
        for call in calls_in(text, outer) if outer is not None else ():
            if last_name(call) in names and call not in seen:
                seen.add(call)
                yield call


@repair("reentrant-checkpoint", "distributed-reduction", "checkpoint-misuse", "checkpoint-mismatch")
def without_reentrance(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`checkpoint(…, use_reentrant=False)`, in all files that the finding tells of: everywhere, then one by one.

    Two checkpoints that take part in one pass disturb each other where they are of different kinds.
    """
    single: list[Change] = []
    for file in dict.fromkeys([text.file, *(p.file for p in scene.places), *scene.own_files]):
        other = scene.text(file)
        for call in calls_in(other, other.syntax.tree):
            if last_name(call) in ("checkpoint", "checkpoint_sequential"):
                single += with_argument(other, call, "use_reentrant", "False")
    if len(single) > 1:
        yield from change(single[0].title, *(edit for each in single for edit in each.edits))
    yield from single


@repair("checkpoint-mismatch")
def kept_in_evaluation_alone(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`self.cache = …` inside a checkpoint only `if not self.training`: a recomputation finds what the first found."""
    statement = text.statement(node)
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    if isinstance(statement, ast.Assign) and isinstance(target, ast.Attribute) and text.of(target.value) == "self":
        title = f"keep `{text.of(target)}` only in evaluation"
        yield from change(title, text.under(statement, "if not self.training:"))


@repair("checkpoint-mismatch", "checkpoint-misuse", "reentrant-checkpoint")
def without_checkpoint(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`checkpoint(f, x, use_reentrant=False)` → `f(x)`: nothing is computed a second time."""
    for file in dict.fromkeys([text.file, *(p.file for p in scene.places), *scene.own_files]):
        other = scene.text(file)
        for call in calls_in(other, other.syntax.tree):
            if last_name(call) == "checkpoint" and call.args:
                own = [k for k in call.keywords if k.arg not in CHECKPOINT]
                given = [*(other.of(a) for a in call.args[1:]), *(f"{k.arg}={other.of(k.value)}" for k in own)]
                called = other.of(call.args[0])
                new = f"{f'({called})' if isinstance(call.args[0], ast.Lambda) else called}({', '.join(given)})"
                yield from change("without the checkpoint", other.put(call, new))


@repair("missing-create-graph", "missing-derivative")
def create_graph(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`create_graph=True`; a `retain_graph=True` in its place is not enough."""
    for call in _around(text, node, "grad", "backward"):
        kept = next((k for k in call.keywords if k.arg == "retain_graph"), None)
        asked = any(k.arg == "create_graph" for k in call.keywords)
        if kept is not None and not asked:
            yield from change("`create_graph=True`", text.put_keyword(kept, "create_graph=True"))
        yield from with_argument(text, call, "create_graph", "True")


@repair("missing-create-graph")
def as_its_sister_calls(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """A keyword argument that other calls of the same function in the file are given, or the number 1 or 2 more."""
    if not isinstance(node, ast.Call):
        return
    name = ast.unparse(node.func)
    known = {k.arg for k in node.keywords}
    sisters = [c for c in calls_in(text, text.syntax.tree) if c is not node and ast.unparse(c.func) == name]
    for keyword in [k for call in sisters for k in call.keywords if k.arg and k.arg not in known]:
        value = text.of(keyword.value)
        if isinstance(keyword.value, ast.Constant) and type(keyword.value.value) is int:
            yield from with_argument(text, node, str(keyword.arg), str(keyword.value.value + 1))
        yield from with_argument(text, node, str(keyword.arg), value)


@repair("unused-input", "missing-gradient")
def allow_unused(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`allow_unused=True` and zeros for what is not used."""
    for call in _around(text, node, "grad"):
        if any(k.arg == "allow_unused" for k in call.keywords):
            continue
        arguments = "allow_unused=True, materialize_grads=True"
        yield from change("zeros for inputs that the loss does not use", text.inside_end(call, arguments))


@repair("unused-parameters", "distributed-reduction")
def find_unused_parameters(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    for call in _around(text, node, "DDP", "DistributedDataParallel"):
        yield from with_argument(text, call, "find_unused_parameters", "True")
        yield from with_argument(text, call, "static_graph", "True")


@repair("backward-twice")
def retain_graph(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """The graph is kept for the second pass, where the first one is a part of the same step, or asks in a loop."""
    function = text.function(node) or text.syntax.tree
    passes = [c for c in calls_in(text, function) if last_name(c) in ("backward", "grad")]
    asked = [c for c in passes if last_name(c) == "grad" and text.loop(c) is not None]
    if len(passes) > 1:
        yield from with_argument(text, passes[0], "retain_graph", "True")
    for call in asked:
        yield from with_argument(text, call, "retain_graph", "True")


@repair("missing-create-graph")
def asked_instead_of_accumulated(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`y.backward(); f(x.grad)` → `f(torch.autograd.grad(y, x, create_graph=True)[0])`."""
    function = text.function(node) or text.syntax.tree
    reads = [a for a in text.within(function, ast.Attribute) if isinstance(a, ast.Attribute) and a.attr == "grad"]
    for call in calls_in(text, function):
        statement = text.statement(call)
        if last_name(call) != "backward" or not isinstance(call.func, ast.Attribute) or statement is None:
            continue
        loss = text.of(call.func.value)
        later = [r for r in reads if isinstance(r.ctx, ast.Load) and r.lineno > call.lineno]
        if len({ast.unparse(r) for r in later}) == 1:
            new = f"torch.autograd.grad({loss}, {text.of(later[0].value)}, create_graph=True)[0]"
            edits = [text.put(read, new) for read in later]
            yield from change("request the gradient itself, with `create_graph=True`", text.removed(statement), *edits)


@repair("frozen-parameter", "leaf-without-grad")
def not_frozen_by_argument(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`from_pretrained(…, freeze=False)`, in all calls of the statement's block, and `requires_grad=True`."""
    statement = text.statement(node)
    block = text.block(statement) if statement is not None else []
    calls = [c for s in block for c in calls_in(text, s) if last_name(c) == "from_pretrained"]
    if calls and statement is not None:
        title = "`freeze=False`"
        yield from change(title, *(text.inside_end(c, "freeze=False") for c in calls))
    for keyword in text.within(statement, ast.keyword) if statement is not None else ():
        if isinstance(keyword, ast.keyword) and keyword.arg in ("requires_grad", "freeze", "_freeze"):
            value = "True" if keyword.arg == "requires_grad" else "False"
            yield from change(f"`{keyword.arg}={value}`", text.put(keyword.value, value))
    for call in calls_in(text, statement) if statement is not None else ():
        given = call.args[1] if last_name(call) == "Parameter" and len(call.args) == 2 else None
        if isinstance(given, ast.Constant) and given.value is False:
            yield from change("a parameter that learns", text.put(given, "True"))


@repair("frozen-script", "frozen-parameter")
def without_freezing_call(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`torch.jit.freeze(scripted.eval())` → `scripted`."""
    for call in _around(text, node, "freeze", "optimize_for_inference"):
        inner = call.args[0] if call.args else None
        if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute) and last_name(inner) == "eval":
            inner = inner.func.value
        if inner is not None:
            yield from change("without freezing", text.put(call, text.of(inner)))


@repair("sampled-value")
def reparameterised(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    for call in _around(text, node, "sample"):
        if isinstance(call.func, ast.Attribute):
            yield from change("`rsample`", text.put_between(call.func.value, call.func, ".rsample"))


@repair("leaf-without-grad", "detached-tensor", "copied-tensor")
def parameters_themselves(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`model.state_dict()` holds copies without gradients; `dict(model.named_parameters())` the parameters."""
    for call in _around(text, node, "state_dict"):
        if not isinstance(call.func, ast.Attribute):
            continue
        above = text.syntax.parent.get(call)
        is_in_dict = isinstance(above, ast.Call) and last_name(above) == "dict"
        new = f"{text.of(call.func.value)}.named_parameters()"
        title = "the parameters themselves instead of `state_dict()`"
        yield from change(title, text.put(call, new if is_in_dict else f"dict({new})"))


@repair(
    "ignored-row",
    "nan-gradient",
    "zero-gradient",
    "zero-derivative",
    "idle-parameter",
    "masked-gradient",
    "untracked-change",
)
def without_padding(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """An embedding without `padding_idx`, whose row never learns."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        if last_name(call) in ("Embedding", "EmbeddingBag", "dict"):
            for keyword in call.keywords:
                if keyword.arg == "padding_idx":
                    yield from change("without `padding_idx`", text.without_keyword(call, keyword))


@repair("sampled-value", "cut-beside-open")
def relaxed(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`Bernoulli(p).sample()` → a relaxed one; `torch.bernoulli(p)` → the same draw, with the gradient of `p`."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        drawn = call.func.value if isinstance(call.func, ast.Attribute) else None
        if last_name(call) == "sample" and isinstance(drawn, ast.Call) and last_name(drawn) == "Bernoulli":
            given = [*(text.of(a) for a in drawn.args), *(f"{k.arg}={text.of(k.value)}" for k in drawn.keywords)]
            new = f"torch.distributions.RelaxedBernoulli(torch.tensor(0.5), {', '.join(given)}).rsample()"
            yield from change("a relaxed draw", text.put(call, new))
        if text.of(call.func) == "torch.bernoulli" and call.args:
            chance = text.of(call.args[0])
            plain = isinstance(call.args[0], ast.Name | ast.Attribute | ast.Call)
            of = chance if plain else f"({chance})"
            new = f"({text.of(call)} + {of} - {of}.detach())"
            yield from change("let the gradient pass through the draw", text.put(call, new))


@repair("sampled-value", "zero-derivative", "no-derivative", "cut-beside-open")
def drawn_by_its_parameters(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`torch.normal(mean, std)` has no derivative: `mean + std * torch.randn_like(mean)`."""
    for call in _around(text, node, "normal"):
        if len(call.args) == 2 and text.of(call.func) == "torch.normal":
            mean, spread = (text.of(a) for a in call.args)
            yield from change(
                "scale and shift standard noise", text.put(call, f"({mean} + {spread} * torch.randn_like({mean}))")
            )


@repair("sampled-value", "cut-beside-open")
def drawn_along_its_path(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`dist.sample()` → `dist.rsample()`, which keeps the path to the distribution's parameters."""
    for call in _around(text, node, "sample"):
        if isinstance(call.func, ast.Attribute):
            new = f"{text.of(call.func.value)}.rsample"
            yield from change("`rsample()` instead of `sample()`", text.put(call.func, new))


@repair("function-transforms", "not-explained", first=True)
def without_running_statistics(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`nn.BatchNorm2d(8)` under `vmap`, which cannot update its statistics → `track_running_stats=False`."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if statement is not None else ():
        if last_name(call).startswith("BatchNorm"):
            yield from with_argument(text, call, "track_running_stats", "False")


@repair("compiled-graph", "compiled-cut")
def not_compiled(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`torch.compile(model, …)` → `model`: the code as it is has second derivatives."""
    for call in _around(text, node, "compile"):
        if call.args and text.of(call.func) == "torch.compile":
            yield from change("without `torch.compile`", text.put(call, text.of(call.args[0])))
