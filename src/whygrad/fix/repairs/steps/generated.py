"""Weights that were computed, and are written into a module's parameters: they take the parameters' place.

A module computes with whatever its `_parameters` hold. A tensor with a history passes gradients on there, while a write
into a parameter keeps only the values.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from whygrad.diagnostic import Edit
from whygrad.fix.change import Change
from whygrad.fix.repairs._registry import repair
from whygrad.fix.scene import Scene, Text, calls_in, change, last_name
from whygrad.place import Place

CAUSES = ("detached-tensor", "untracked-write", "grad-disabled", "copied-tensor", "unused-input")
ALL_OF = ("parameters", "named_parameters")
SIGNS = {ast.Sub: "-", ast.Add: "+", ast.Mult: "*", ast.Div: "/"}
METHODS = {"copy_": "", "set_": "", "sub_": "-", "add_": "+", "mul_": "*"}
INSTALLED = """\
parts = iter({values})
for part in {module}.modules():
    part._parameters.update({{key: next(parts) for key, old in part._parameters.items() if old is not None}})"""
LOADED = """\
for key, value in {state}.items():
    owner, _, last = key.rpartition(".")
    if last in {module}.get_submodule(owner)._parameters:
        {module}.get_submodule(owner)._parameters[last] = value"""
COPIED = """\
for part, own in zip({copy}.modules(), {module}.modules()):
    part._parameters.update({{key: old.clone() for key, old in own._parameters.items() if old is not None}})"""


@repair(*CAUSES, first=True)
def computed_weights_installed(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`for p, w in zip(net.parameters(), ws): p.data.copy_(w)` → the tensors themselves become the parameters."""
    statement, loop = text.statement(node), text.loop(node)
    if isinstance(statement, ast.With) and len(statement.body) == 1:
        statement = statement.body[0]
    target = _gone_through(text, loop) if isinstance(loop, ast.For) else None
    if statement is None or target is None or not isinstance(loop, ast.For):
        return
    module, name = target
    value = _written(text, statement, name)
    around = text.syntax.parent.get(statement)
    whole = around if isinstance(around, ast.With) and around.body == [statement] else statement
    if value is None or whole not in loop.body:
        return
    lines = INSTALLED.format(values="computed", module=module)
    kept = text.replaced_lines(whole, f"{text.indent(whole)}computed.append({value})")
    yield from change(
        "the computed weights themselves", text.before(loop, "computed = []"), kept, _behind(text, loop, lines)
    )


def _behind(text: Text, loop: ast.For, lines: str) -> Edit:
    """Lines below the loop, in front of what follows it: the last line of the loop may itself be replaced."""
    line = (loop.end_lineno or loop.lineno) + 1
    indented = "".join(f"{text.indent(loop)}{one}\n" for one in lines.split("\n"))
    if line > len(text.syntax.lines):  # the file ends there, without the end of a line
        indented = f"\n{indented}".rstrip("\n")
    return Edit(Place(text.file, line, 1, line, 1, ""), indented)


def _gone_through(text: Text, loop: ast.For) -> tuple[str, str] | None:
    """The module whose parameters the loop goes through, and what a parameter is called in it."""
    zipped = isinstance(loop.iter, ast.Call) and last_name(loop.iter) == "zip" and isinstance(loop.target, ast.Tuple)
    sources = loop.iter.args if zipped and isinstance(loop.iter, ast.Call) else [loop.iter]
    names = loop.target.elts if zipped and isinstance(loop.target, ast.Tuple) else [loop.target]
    for source, name in zip(sources, names, strict=False):
        if not isinstance(source, ast.Call) or not isinstance(source.func, ast.Attribute) or source.args:
            continue
        if last_name(source) == "named_parameters" and isinstance(name, ast.Tuple):
            name = name.elts[-1]
        if last_name(source) in ALL_OF and isinstance(name, ast.Name):
            return text.of(source.func.value), name.id
    return None


def _written(text: Text, statement: ast.stmt, name: str) -> str | None:
    """The value that the statement gives the parameter, as an expression."""
    own = (name, f"{name}.data")
    if isinstance(statement, ast.Assign) and text.of(statement.targets[0]) in own:
        return text.of(statement.value)
    if isinstance(statement, ast.AugAssign) and text.of(statement.target) in own:
        sign = SIGNS.get(type(statement.op))
        return f"{name} {sign} {_operand(text, statement.value)}" if sign else None
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and text.of(call.func.value) in own:
        sign = METHODS.get(call.func.attr)
        if sign is not None and len(call.args) == 1 and not call.keywords:
            return f"{name} {sign} {_operand(text, call.args[0])}" if sign else text.of(call.args[0])
    return None


def _operand(text: Text, value: ast.expr) -> str:
    return f"({text.of(value)})" if isinstance(value, ast.BinOp | ast.UnaryOp | ast.IfExp) else text.of(value)


@repair(*CAUSES)
def weight_itself(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`layer.weight.data = w`, `layer.weight.data.copy_(w)` → `layer._parameters["weight"] = w`, with its history."""
    statement = text.statement(node)
    call = statement.value if isinstance(statement, ast.Expr) else None
    if statement is None:
        return
    if isinstance(statement, ast.Assign):
        written, value = statement.targets[0], statement.value
    elif (
        isinstance(call, ast.Call) and last_name(call) == "copy_" and isinstance(call.func, ast.Attribute) and call.args
    ):
        written, value = call.func.value, call.args[0]
    else:
        return
    if not isinstance(written, ast.Attribute) or written.attr != "data" or not isinstance(written.value, ast.Attribute):
        return
    owner, name = text.of(written.value.value), written.value.attr
    given = value.value if isinstance(value, ast.Attribute) and value.attr == "data" else value
    new = f'{owner}._parameters["{name}"] = {text.of(given)}'
    yield from change("the computed weight itself", text.put(statement, new))


@repair(*CAUSES)
def weights_of_a_vector(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`vector_to_parameters(v, net.parameters())`, which writes values → parts of `v` become the parameters."""
    statement = text.statement(node)
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or last_name(call) != "vector_to_parameters" or len(call.args) != 2:
        return
    given = call.args[1]
    if isinstance(given, ast.Call) and isinstance(given.func, ast.Attribute) and last_name(given) == "parameters":
        module = text.of(given.func.value)
        sizes = f"[p.numel() for p in {module}.parameters()]"
        pairs = f"zip({text.of(call.args[0])}.split({sizes}), {module}.parameters())"
        lines = INSTALLED.format(values=f"[new.view_as(p) for new, p in {pairs}]", module=module)
        yield from change("the parts of the vector themselves", _in_place_of(text, statement, lines))


@repair(*CAUSES)
def state_that_keeps_its_history(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`net.load_state_dict(computed)`, which copies values → the tensors themselves become the parameters."""
    statement = text.statement(node)
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or len(call.args) != 1:
        return
    state = call.args[0]
    is_own = isinstance(state, ast.Call) and last_name(state) == "state_dict"  # of plain values
    if last_name(call) == "load_state_dict" and not is_own:
        lines = LOADED.format(state=text.of(state), module=text.of(call.func.value))
        yield from change("the computed weights themselves", _in_place_of(text, statement, lines))


@repair("copied-tensor", "detached-tensor")
def copy_that_keeps_the_path(scene: Scene, text: Text, node: ast.AST) -> Iterator[Change]:
    """`fast = copy.deepcopy(model)` has parameters of its own → clones of the model's, which pass gradients to it."""
    statement = text.statement(node)
    for call in calls_in(text, statement) if isinstance(statement, ast.Assign) else ():
        if (
            last_name(call) == "deepcopy"
            and isinstance(statement, ast.Assign)
            and statement.value is call
            and call.args
        ):
            lines = COPIED.format(copy=text.of(statement.targets[0]), module=text.of(call.args[0]))
            yield from change("a copy that keeps the path to the parameters", text.after(statement, lines))


def _in_place_of(text: Text, statement: ast.stmt | None, lines: str) -> Edit | None:
    if statement is None:
        return None
    return text.replaced_lines(statement, "\n".join(f"{text.indent(statement)}{line}" for line in lines.split("\n")))
