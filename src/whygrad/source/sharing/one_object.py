"""Two names of one object: where the program's text gives it the second one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.patterns.arguments import positional
from whygrad.source.scopes import Function, function_around, function_on_line, parameters_of
from whygrad.source.span import node_at, place_of_node

Comprehension = ast.ListComp | ast.DictComp | ast.GeneratorExp | ast.SetComp
PLAIN = ast.Name | ast.Attribute
# What shows the values of a module, a container or a tensor, and copies none.
SHOWING = ("state_dict", "parameters", "named_parameters", "buffers", "named_buffers", "items", "values", "detach")
# A module's own methods that return the module itself.
RETURNING_ITSELF = ("to", "cuda", "cpu", "float", "double", "half", "bfloat16", "train", "eval", "requires_grad_")
GATHERING = ("list", "tuple", "dict", "iter", "zip", "enumerate", "reversed")
MOST = 16  # names that are followed from one to the next


@dataclass(frozen=True)
class _Name:
    """A name or an attribute, in one frame of a chain."""

    node: ast.Name | ast.Attribute
    depth: int

    @property
    def text(self) -> str:
        return ast.unparse(self.node)

    @property
    def last(self) -> str:
        return self.node.attr if isinstance(self.node, ast.Attribute) else self.node.id


@dataclass(frozen=True)
class _Binding:
    """An assignment of a name, with what it got."""

    file: str
    statement: ast.Assign
    value: ast.expr

    @property
    def line(self) -> int:
        return self.statement.lineno


def second_name(chain: Chain, sources: SourceFiles) -> Place | None:
    """The statement that gave one object two names, of which the call that ends the chain copies one to the other."""
    node = node_at(chain[-1], sources) if chain else None
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
        return None
    return _of_sides([node.func.value, node.args[0]], chain, sources)


def second_name_subtracted(chain: Chain, sources: SourceFiles) -> Place | None:
    """The statement that gave one object the two names on the sides of the difference that ends the chain."""
    node = node_at(chain[-1], sources) if chain else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
        return _of_sides([node.left, node.right], chain, sources)
    if isinstance(node, ast.Call):
        on = [node.func.value] if isinstance(node.func, ast.Attribute) and len(node.args) == 1 else []
        return _of_sides([*on, *node.args], chain, sources)
    return None


def _of_sides(expressions: list[ast.expr], chain: Chain, sources: SourceFiles) -> Place | None:
    sides = [_followed(e, len(chain) - 1, chain, sources) for e in expressions]
    if len(sides) != 2 or sides[0] is None or sides[1] is None or sides[0].text == sides[1].text:
        return None  # one name, given twice: the expression itself is the mistake
    return _named_twice((sides[0], chain), (sides[1], chain), sources)


def of_two_names(one: tuple[ast.expr, Chain], other: tuple[ast.expr, Chain], sources: SourceFiles) -> Place | None:
    """The statement or the call that gave one object these two names, each in the last frame of its chain."""
    sides = [(_followed(e, len(chain) - 1, chain, sources), chain) for e, chain in (one, other)]
    (first, chain), (second, other_chain) = sides
    if first is None or second is None:
        return None
    if first.text == second.text:
        is_given = first.depth == second.depth < len(chain) - 1
        return chain[first.depth] if is_given else None  # a call that passes it twice
    return _named_twice((first, chain), (second, other_chain), sources, by_copy=False)


def is_plain(node: ast.expr) -> bool:
    """Is it a name, or an attribute of one?"""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _named_twice(
    one: tuple[_Name, Chain], other: tuple[_Name, Chain], sources: SourceFiles, by_copy: bool = True
) -> Place | None:
    """The statement after which both names show the same values; `by_copy` if what it copies is shared memory."""
    (first, second), chains = (one[0], other[0]), (one[1], other[1])
    bound = [_binding(name, chain, sources) for name, chain in zip((first, second), chains, strict=True)]
    for own, counterpart, name in ((bound[0], bound[1], second), (bound[1], bound[0], first)):
        for binding in _and_rebound(own, sources) if own is not None else ():
            is_copy = isinstance(binding.value, ast.Call | Comprehension)
            if (by_copy or not is_copy or binding == counterpart) and _is_one(binding, counterpart, name):
                return place_of_node(binding.file, binding.statement, "", sources)
    return _given_twice(bound, sources)


def _and_rebound(own: _Binding, sources: SourceFiles) -> list[_Binding]:
    """The assignment, one for each value that it may give; and what its value was given before, in the same function.

    As in `if old is None: old = net` before `self.old = old`.
    """
    found = [_Binding(own.file, own.statement, value) for value in _alternatives(own.value)]
    if isinstance(own.value, ast.Name):
        syntax = sources.syntax(own.file)
        function = function_around(own.statement, syntax)
        for before in _bindings(own.file, sources, own.value):
            if function is not None and syntax.holds(function, before.statement) and before.statement.lineno < own.line:
                found += [_Binding(own.file, before.statement, value) for value in _alternatives(before.value)]
    return found


def _alternatives(value: ast.expr) -> list[ast.expr]:
    """What a choice may give: `a if a is not None else b`, `a or b`."""
    if isinstance(value, ast.IfExp):
        return [value.body, value.orelse]
    return value.values if isinstance(value, ast.BoolOp) else [value]


def _followed(expr: ast.expr, depth: int, chain: Chain, sources: SourceFiles) -> _Name | None:
    """Whose values an expression shows: through loops, and through parameters to what the caller passed."""
    for _ in range(MOST):
        inner = _shown(expr)
        if inner is not None:
            expr = inner
            continue
        if not isinstance(expr, PLAIN):
            return None
        looped = _looped(expr, chain[depth], sources) if isinstance(expr, ast.Name) else None
        if looped is not None:
            expr = looped
            continue
        passed = _passed(expr, depth, chain, sources)
        if passed is None:
            return _Name(expr, depth)
        expr, depth = passed, depth - 1
    return None


def _shown(expr: ast.expr) -> ast.expr | None:
    """What it takes its values from, without a copy."""
    if isinstance(expr, ast.Subscript) or (isinstance(expr, ast.Attribute) and expr.attr == "data"):
        return expr.value
    if not isinstance(expr, ast.Call):
        return None
    if isinstance(expr.func, ast.Attribute) and expr.func.attr in SHOWING and not expr.args:
        return expr.func.value
    is_gathered = isinstance(expr.func, ast.Name) and expr.func.id in GATHERING and len(expr.args) == 1
    return expr.args[0] if is_gathered else None


def _looped(name: ast.Name, place: Place, sources: SourceFiles) -> ast.expr | None:
    """What a loop around the place takes the name's values from."""
    syntax = sources.syntax(place.file)
    for loop in reversed(syntax.around(place.line).of(ast.For)):
        targets, given = [loop.target], [loop.iter]
        if isinstance(loop.target, ast.Tuple) and _is_call_of(loop.iter, "zip"):
            targets, given = loop.target.elts, loop.iter.args  # type: ignore[attr-defined]
        for target, value in zip(targets, given, strict=False):
            if any(isinstance(n, ast.Name) and n.id == name.id for n in ast.walk(target)):
                return value
    return None


def _is_call_of(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _passed(expr: ast.expr, depth: int, chain: Chain, sources: SourceFiles) -> ast.expr | None:
    """What the caller passed for a parameter of the function."""
    if not depth or not isinstance(expr, ast.Name):
        return None
    function = function_on_line(chain[depth], sources)
    call = node_at(chain[depth - 1], sources)
    if function is None or not isinstance(call, ast.Call) or expr.id not in parameters_of(function):
        return None
    return _argument(expr.id, function, call)


def _binding(name: _Name, chain: Chain, sources: SourceFiles) -> _Binding | None:
    """The assignment of it: the latest before its use, of an attribute the first in any of the files."""
    place = chain[name.depth]
    if isinstance(name.node, ast.Name):
        function, syntax = function_on_line(place, sources), sources.syntax(place.file)
        scope = function if function is not None else syntax.tree
        known = [b for b in _bindings(place.file, sources, name.node) if syntax.holds(scope, b.statement)] or list(
            _bindings(place.file, sources, name.node)
        )
        before = [b for b in known if b.statement.lineno < place.line]
        return max(before, key=lambda b: b.statement.lineno, default=None)
    files = dict.fromkeys(p.file for p in reversed(chain))
    return next((b for file in files for b in _bindings(file, sources, name.node)), None)


def _bindings(file: str, sources: SourceFiles, node: ast.Name | ast.Attribute) -> Iterator[_Binding]:
    for statement in sources.syntax(file).of(ast.Assign):
        for target in statement.targets:
            for part, value in _each(target, statement.value):
                held = part.value if isinstance(part, ast.Subscript) else part
                if type(held) is type(node) and _last(held) == _last(node):
                    yield _Binding(file, statement, value)


def _each(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """What is assigned to what: `a, self.b = x, y` element by element."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return list(zip(target.elts, value.elts, strict=True))
    return [(target, value)]


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _is_one(own: _Binding, other: _Binding | None, name: _Name) -> bool:
    """Does the assignment give the other's object as it is?"""
    if other is not None and own.statement is other.statement and own.value is other.value:
        return True  # `a = b = Net()`
    value = _kept_as_it_is(own.value)
    if value is None:
        return False
    if isinstance(own.value, Comprehension) or ast.unparse(value) == name.text:
        return True
    if isinstance(value, ast.Attribute) and isinstance(name.node, ast.Attribute) and value.attr == name.last:
        return True  # `self.target = self.online` and `agent.online`
    others = _kept_as_it_is(other.value) if other is not None else None
    return isinstance(value, PLAIN) and others is not None and ast.unparse(others) == ast.unparse(value)


def _kept_as_it_is(value: ast.expr) -> ast.expr | None:
    """What an assigned value shares its memory with: a name, a shallow copy, a container of what a module holds."""
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "copy.copy" and len(value.args) == 1:
        value = value.args[0]
    if isinstance(value, ast.ListComp | ast.DictComp):
        inside = value.elt if isinstance(value, ast.ListComp) else value.value
        while (inner := _shown(inside)) is not None:
            inside = inner
        value = inside
    while (inner := _shown(value) or _returned(value)) is not None:
        value = inner
    return value if isinstance(value, PLAIN) else None


def _returned(value: ast.expr) -> ast.expr | None:
    """The module that such a method returns."""
    is_method = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)
    return value.func.value if is_method and value.func.attr in RETURNING_ITSELF else None  # type: ignore[attr-defined]


def _given_twice(bound: list[_Binding | None], sources: SourceFiles) -> Place | None:
    """A call that passes one object for two parameters that are kept: `Agent(net, net)`."""
    one, other = bound
    if one is None or other is None or one.file != other.file:
        return None
    syntax = sources.syntax(one.file)
    function = function_around(one.statement, syntax)
    names = [b.value.id for b in (one, other) if isinstance(b.value, ast.Name)]
    if function is None or len(names) != 2 or not set(names) <= parameters_of(function):
        return None
    owner = syntax.parent.get(function)
    called = owner.name if isinstance(owner, ast.ClassDef) and function.name == "__init__" else function.name
    for call in syntax.calls.get(called, ()):
        given = [_argument(name, function, call) for name in names]
        if all(isinstance(g, PLAIN) for g in given) and len({ast.unparse(g) for g in given if g is not None}) == 1:
            return place_of_node(one.file, call, "", sources)
    return None


def _argument(name: str, function: Function, call: ast.Call) -> ast.expr | None:
    """What the call gives for a parameter of the function; of a method the first one is the object."""
    named = next((k.value for k in call.keywords if k.arg == name), None)
    names = positional(function)
    if named is not None or name not in names:
        return named
    at = names.index(name)
    return call.args[at] if at < len(call.args) and not any(isinstance(a, ast.Starred) for a in call.args) else None
