"""Where a plain number came from: the `return 0` or `total = 0.0` behind an expression, through calls and variables."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import node_at, place_of_node

DEPTH = 8
_Defined = tuple[str, ast.FunctionDef]  # with its file


@dataclass(frozen=True)
class _Value:
    """An expression, and what the parameters of the function around it were given."""

    node: ast.expr
    file: str
    given: Mapping[str, _Value] = field(default_factory=dict)


def returned_constant(place: Place, files: Iterable[str], sources: SourceFiles) -> Place | None:
    """The `return` of nothing but numbers behind an expression whose value is known to be a plain number.

    Had another `return` of that function run, the value would hold a tensor.
    """
    node = node_at(place, sources)
    if node is None:
        return None
    return _Search(tuple(files), sources).behind(_Value(node, place.file), DEPTH)


class _Search:
    def __init__(self, files: tuple[str, ...], sources: SourceFiles) -> None:
        self._files, self._sources = files, sources

    def behind(self, value: _Value, depth: int) -> Place | None:
        if not depth:
            return None
        for node in ast.walk(value.node):
            found = None
            if isinstance(node, ast.Call):
                found = self._returned(node, value, depth)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                source = value.given.get(node.id) or self._assigned(node, value)
                found = self.behind(source, depth - 1) if source is not None else None
            if found is not None:
                return found
        return None

    def _returned(self, call: ast.Call, value: _Value, depth: int) -> Place | None:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        defined = self._functions(name) or self._called_object(call, value)
        if len(defined) != 1:  # which of several is called is not known
            return None
        file, function = defined[0]
        inside = self._sources.syntax(file).within(function)
        returns = [r.value for r in inside.of(ast.Return) if r.value is not None]
        constants = [r for r in returns if is_constant(r)]
        if constants and len(constants) < len(returns):
            return place_of_node(file, constants[0], name, self._sources)
        parameters = [a.arg for a in function.args.args]
        if parameters[:1] == ["self"] and isinstance(call.func, ast.Attribute):
            parameters = parameters[1:]
        given = {p: _Value(a, value.file, value.given) for p, a in zip(parameters, call.args, strict=False)}
        given |= {k.arg: _Value(k.value, value.file, value.given) for k in call.keywords if k.arg}
        for expression in returns:
            found = self.behind(_Value(expression, file, given), depth - 1)
            if found is not None:
                return found
        only = returns[0] if len(returns) == 1 else None
        if isinstance(only, ast.Name):
            only = _start(only.id, inside.of(ast.Assign), inside.of(ast.AugAssign))
        elif only is not None and not _is_sum(only):
            only = None
        # With a tensor in it the sum would be one.
        return place_of_node(file, only, name, self._sources) if only is not None else None

    def _called_object(self, call: ast.Call, value: _Value) -> list[_Defined]:
        """The `__call__` or `forward` of the class of an object that is called, where its variable tells."""
        made = self._assigned(call.func, value) if isinstance(call.func, ast.Name) else None
        name = ast.unparse(made.node.func).rpartition(".")[2] if made and isinstance(made.node, ast.Call) else ""
        classes = (c for f in self._files for c in self._sources.syntax(f).of(ast.ClassDef) if name)
        own = {id(m) for c in classes if c.name == name for m in c.body}
        return [pair for pair in self._functions("__call__", "forward") if id(pair[1]) in own]

    def _assigned(self, name: ast.Name, value: _Value) -> _Value | None:
        """The latest assignment before the name in its function."""
        syntax = self._sources.syntax(value.file)
        around = syntax.around(name.lineno).of(ast.FunctionDef)
        scope: ast.AST = max(around, key=lambda f: f.lineno, default=syntax.tree)
        found = [
            statement.value
            for statement in syntax.within(scope).of(ast.Assign)
            if statement.lineno < name.lineno
            and any(isinstance(t, ast.Name) and t.id == name.id for s in statement.targets for t in _flat(s))
        ]
        latest = max(found, key=lambda node: node.lineno, default=None)
        return _Value(latest, value.file, value.given) if latest is not None else None

    def _functions(self, *names: str) -> list[_Defined]:
        """Those of one of these names, in the order of the files."""
        defined = [(file, self._sources.syntax(file).functions) for file in self._files]
        return [(file, f) for file, named in defined for name in names for f in named.get(name, ())]


def _start(name: str, assigned: Iterable[ast.Assign], added: Iterable[ast.AugAssign]) -> ast.expr | None:
    """The number that a total starts with, where all else that is assigned to it adds to it."""
    own = [s.value for s in assigned if any(isinstance(t, ast.Name) and t.id == name for t in s.targets)]
    grows = [value for value in own if any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(value))]
    starts = [value for value in own if value not in grows]
    grown = bool(grows) or any(isinstance(s.target, ast.Name) and s.target.id == name for s in added)
    return starts[0] if grown and len(starts) == 1 and is_constant(starts[0]) else None


def _is_sum(node: ast.expr) -> bool:
    """`sum(terms)`, which is a plain 0 where there are none, or a part of it: `sum(terms) / n`."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div | ast.Mult):
        node = node.left
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sum"


def _flat(target: ast.expr) -> list[ast.expr]:
    return target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]


def is_constant(node: ast.expr) -> bool:
    """A number, or a container of numbers; empty containers may stand beside them."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, float)) and not isinstance(node.value, bool)
    if isinstance(node, ast.UnaryOp):
        return is_constant(node.operand)
    if isinstance(node, ast.Dict):
        return bool(node.values) and all(is_constant(value) for value in node.values)
    if not isinstance(node, (ast.Tuple, ast.List)):
        return False
    filled = [e for e in node.elts if ast.unparse(e) not in ("{}", "[]", "()", "None")]
    return bool(filled) and all(is_constant(e) for e in filled)
