"""Where the program makes modules: `nn.Softmax(dim=1)`, or those that write in place, as `nn.Dropout(0, True)`."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import Syntax, last_line

# The position of `inplace` among what a constructor takes.
SWITCH_AT = {
    **dict.fromkeys(("Hardsigmoid", "Hardswish", "Mish", "ReLU", "ReLU6", "SELU", "SiLU"), 0),
    **dict.fromkeys(("AlphaDropout", "CELU", "Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "ELU", "LeakyReLU"), 1),
    **dict.fromkeys(("Hardtanh", "RReLU", "Threshold"), 2),
}
ALSO = {"hardtanh": ("relu6",), "threshold": ("threshold",)}  # functions that other modules call


@dataclass(frozen=True)
class Made:
    """A call that makes such a module."""

    place: Place
    after: str  # the class of the module before it in an `nn.Sequential`
    held_as: str  # the attribute or variable that is assigned this module alone


def inplace_modules(function: str, files: Iterable[str], sources: SourceFiles) -> list[Made]:
    """The modules that run `torch.nn.functional.<function>` in place, as the program's text makes them."""
    return modules_made(function, files, sources, _is_in_place)


def all_inplace_modules(files: Iterable[str], sources: SourceFiles) -> list[Made]:
    """All modules that are made with `inplace=True`, whatever they run."""
    made = [(file, n) for file in files for n in sources.syntax(file).of(ast.Call)]
    return [
        Made(place_of_node(file, node, "", sources), "", "")
        for file, node in made
        if _is_in_place(node) and any(keyword.arg == "inplace" for keyword in node.keywords)
    ]


def modules_with(option: str, value: str, files: Iterable[str], sources: SourceFiles) -> list[Made]:
    """The modules that are made with this option, each with what holds it."""
    found = []
    for file in files:
        syntax = sources.syntax(file)
        for node in syntax.of(ast.Call):
            given = [k.value for k in node.keywords if k.arg == option]
            if _class(node)[:1].isupper() and any(isinstance(v, ast.Constant) and v.value == value for v in given):
                found.append(Made(place_of_node(file, node, "", sources), "", _held_as(syntax).get(node, "")))
    return found


def writes_by_itself(place: Place, sources: SourceFiles) -> bool:
    """Does the text say there that it writes in place, and leave that to no layer: `x += 1`, `F.relu(x, True)`?"""
    node = node_at(place, sources)
    if not isinstance(node, ast.Call):
        return True
    switched = [k.value for k in node.keywords if k.arg == "inplace"] + node.args[-1:]
    return _class(node).endswith("_") or any(isinstance(v, ast.Constant) and v.value is True for v in switched)


def renormalising_embedding(function: str, called: str, files: Iterable[str], sources: SourceFiles) -> Place | None:
    """Where the one table is made that scales its rows in place, by `max_norm`; `called` is how the lookup calls it."""
    made = modules_made(function, files, sources, _is_renormalised)
    fitting = [m for m in made if m.held_as == called] or made
    return fitting[0].place if len({(m.place.file, m.place.line) for m in fitting}) == 1 else None


def layer_made(
    function: str, place: Place, files: Iterable[str], sources: SourceFiles, inside: bool = False
) -> Place | None:
    """Where the one layer is made that runs the function, where the call at the place is a module's.

    `inside`: only where the call is one of a module that has the layer in it, not of the layer itself.
    """
    called = called_name(place, sources)
    made = modules_made(function, files, sources, _is_a_class)
    held = [m for m in made if m.held_as and m.held_as == called]
    if (not held and called.lower() == function) or (held and inside):
        return None  # the function itself, or the layer, is called there
    fitting = held or [m for m in made if not m.held_as] or made
    lines = {(m.place.file, m.place.line) for m in fitting}
    return fitting[-1].place if len(lines) == 1 else None


def layer_by_number(
    function: str, place: Place, number: int, of: int, files: Iterable[str], sources: SourceFiles
) -> Place | None:
    """Where the layer is made that runs the function as the `number`th of so many in the call at the place.

    The call is one of a list of layers, `self.head(x)`, which one statement fills: `self.head = nn.Sequential(…)`.
    """
    called = called_name(place, sources)
    made = {m.place for m in modules_made(function, files, sources, _is_a_class)}
    filled = [
        [p for n in syntax.within(part).of(ast.Call) if (p := place_of_node(file, n, "", sources)) in made]
        for file in files
        for syntax in [sources.syntax(file)]
        for part, name in _held_as(syntax).items()
        if name == called and isinstance(part, ast.Call) and _class(part) == "Sequential"
    ]
    fitting = [sorted(layers, key=lambda p: (p.line, p.column)) for layers in filled if len(layers) == of]
    return fitting[0][number] if len(fitting) == 1 and number < of else None


def layer_by_helper(function: str, place: Place, files: Iterable[str], sources: SourceFiles) -> Place | None:
    """Where the layer is made, by a function of the program's that fills what is called: `self.head = build(…)`.

    Of a function that fills something else too the call is to blame, and not its line.
    """
    called, files = called_name(place, sources), tuple(files)
    filling = [
        (file, part)
        for file in files
        for part, name in _held_as(sources.syntax(file)).items()
        if name == called and isinstance(part, ast.Call)
    ]
    if len(filling) != 1 or not called:
        return None
    file, call = filling[0]
    helpers = [
        (other, node)
        for other in files
        for node in sources.syntax(other).of(ast.FunctionDef)
        if node.name == _class(call)
    ]
    made = {(m.place.file, m.place.line): m.place for m in modules_made(function, files, sources, _is_a_class)}
    inside = [p for (at, line), p in made.items() for f, n in helpers if at == f and n.lineno < line <= last_line(n)]
    if len(helpers) != 1 or len(inside) != 1:
        return None
    calls = [n for other in files for n in sources.syntax(other).of(ast.Call) if _class(n) == _class(call)]
    return inside[0] if len(calls) == 1 else place_of_node(file, call, "", sources)


def makes_layer(function: str, place: Place, sources: SourceFiles) -> bool:
    """Does the call there make a layer that runs the function: `nn.GroupNorm(4, 16)`?"""
    node = node_at(place, sources)
    return isinstance(node, ast.Call) and _is_a_class(node) and _class(node).lower() == function.replace("_", "")


def modules_made(
    function: str, files: Iterable[str], sources: SourceFiles, is_meant: Callable[[ast.Call], bool]
) -> list[Made]:
    """The calls that make modules which run `torch.nn.functional.<function>`, those that are meant."""
    names = (function.replace("_", ""), *ALSO.get(function, ()))
    found = []
    for file in files:
        syntax = sources.syntax(file)
        made = [n for n in syntax.of(ast.Call) if _class(n).lower() in names and is_meant(n)]
        before, held = (_before_each(syntax), _held_as(syntax)) if made else ({}, {})
        for node in made:
            place = place_of_node(file, node, "", sources)
            found.append(Made(place, before.get(node, ""), held.get(node, "")))
    return found


def called_name(place: Place, sources: SourceFiles) -> str:
    """`act` of `self.act(x)`."""
    node = node_at(place, sources)
    function = node.func if isinstance(node, ast.Call) else None
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _class(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _is_a_class(call: ast.Call) -> bool:
    return _class(call)[:1].isupper()


def _is_renormalised(call: ast.Call) -> bool:
    given = [k.value for k in call.keywords if k.arg == "max_norm"] or call.args[3:4]
    return _is_a_class(call) and any(not (isinstance(v, ast.Constant) and v.value is None) for v in given)


def _is_in_place(call: ast.Call) -> bool:
    if not _class(call)[:1].isupper():  # a function's own call is seen where it runs
        return False
    for keyword in call.keywords:
        if keyword.arg == "inplace":
            return not (isinstance(keyword.value, ast.Constant) and not keyword.value.value)
    last = call.args[-1] if call.args else None
    if last is not None and not isinstance(last, ast.Constant):
        return len(call.args) - 1 == SWITCH_AT.get(_class(call), -1)  # a variable decides
    return isinstance(last, ast.Constant) and last.value is True


def _before_each(syntax: Syntax) -> dict[ast.AST, str]:
    """For each element of a list of modules the class of the one before it."""
    found: dict[ast.AST, str] = {}
    for node in syntax.of(ast.Call, ast.List, ast.Tuple, ast.Set):
        parts = node.args if isinstance(node, ast.Call) else node.elts
        for first, second in itertools.pairwise(parts):
            if isinstance(first, ast.Call) and isinstance(second, ast.Call):
                found[second] = _class(first)
    return found


def _held_as(syntax: Syntax) -> dict[ast.AST, str]:
    found: dict[ast.AST, str] = {}
    for node in syntax.of(ast.Assign):
        for target in node.targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs += zip(target.elts, node.value.elts, strict=False)
            for one, value in pairs:
                found[value] = one.attr if isinstance(one, ast.Attribute) else getattr(one, "id", "")
    return found
