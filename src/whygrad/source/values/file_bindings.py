"""Every binding in one file: which expression a name, an attribute or an element may have got its value from."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whygrad.source.syntax import COMPREHENSIONS, SHARED, Position, Syntax, span
from whygrad.source.values.steps import (
    ANY,
    FunctionNode,
    Path,
    Step,
    dotted,
    key,
    last_name,
    root,
    taken_apart,
)

if TYPE_CHECKING:
    from whygrad.source.values.bindings import Bindings

ADDING = {"append", "add", "appendleft", "push", "put", "put_nowait", "insert"}
MERGING = {"extend", "extendleft", "update", "write"}
# Functions of libraries that write into their first argument; `at` is a method of NumPy's functions, `np.add.at`.
WRITING = {"at", "copyto", "put", "place", "putmask", "put_along_axis", "fill_diagonal", "heappush", "insort"}


@dataclass(frozen=True, eq=False)
class Binding:
    """`stored` of a name, or of an attribute, got `taken` of `value`."""

    kind: str  # "assign", "mutate", "loop" (also `with`), "parameter", "import", "define"
    node: ast.AST
    scope: ast.AST
    start: Position
    end: Position
    value: ast.expr | None = None
    taken: Path = ()
    stored: Path = ()
    owner: ast.expr | None = None  # of an attribute: the object
    method: str = ""  # the method that mutates, where one does


class FileBindings:
    """The bindings of one file, read once."""

    def __init__(self, file: str, syntax: Syntax) -> None:
        self.file = file
        self.syntax = syntax
        self.parent = syntax.parent
        self.scope: dict[ast.AST, ast.AST] = {}
        self.block: dict[ast.AST, tuple[ast.AST, str, int]] = {}
        self.names: dict[tuple[ast.AST, str], list[Binding]] = defaultdict(list)
        self.attributes: dict[str, list[Binding]] = defaultdict(list)
        self.calls: dict[str, list[ast.Call]] = defaultdict(list)
        self.passed: dict[tuple[ast.AST, str], list[ast.Call]] = defaultdict(list)
        self.functions: dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]] = defaultdict(list)
        self.classes: dict[str, list[ast.ClassDef]] = defaultdict(list)
        self.instances: dict[str, set[str]] = defaultdict(set)  # class name -> last names of what it was assigned to
        self.results: dict[ast.AST, list[ast.expr]] = defaultdict(list)
        self.declared: dict[tuple[ast.AST, str], ast.AST] = {}
        self._mutations: list[tuple[str, ast.AST, Binding]] = []
        self._read()

    def _read(self) -> None:
        self._place_in_scopes()
        for statement in self.syntax.of(ast.Global, ast.Nonlocal):
            self._declare(statement)
        for node in self.syntax.nodes:
            record = getattr(self, f"_record_{type(node).__name__}", None)
            if record:
                record(node)
        # `values.append(e)` binds nothing of its own: it belongs to whoever binds `values`.
        for name, scope, binding in self._mutations:
            self.names[home_of(self, scope, name), name].append(binding)
        self._mutations.clear()

    def _place_in_scopes(self) -> None:
        self.scope[self.syntax.tree] = self.syntax.tree
        for node in self.syntax.nodes:
            for field, child in _children(node):
                self.scope[child] = self._scope_of_child(node, field, child)
                if isinstance(child, ast.stmt):
                    self.block[child] = (node, field, len(self.block))

    def _scope_of_child(self, node: ast.AST, field: str, child: ast.AST) -> ast.AST:
        outer = self.scope[node]
        if isinstance(node, FunctionNode | ast.ClassDef):
            return node if field == "body" or isinstance(child, ast.arguments) else outer
        if isinstance(node, ast.arguments) and not isinstance(child, ast.arg):
            return self.scope[self.parent[node]]  # defaults are computed where the function is defined
        if isinstance(node, COMPREHENSIONS):
            return node
        if isinstance(node, ast.comprehension) and field == "iter":
            whole = self.parent[node]
            if isinstance(whole, COMPREHENSIONS) and whole.generators[0] is node:
                return self.scope[whole]
        return outer

    def _declare(self, node: ast.Global | ast.Nonlocal) -> None:
        scope = self.scope[node]
        home: ast.AST = self.syntax.tree
        for name in node.names:
            if isinstance(node, ast.Nonlocal):
                home = self._function_of(self.scope[scope])
            self.declared[scope, name] = home

    def _function_of(self, node: ast.AST) -> ast.AST:
        return function_of(self.scope, node)

    # What each kind of node binds

    def _bind_name(self, scope: ast.AST, name: str, binding: Binding) -> None:
        self.names[self.declared.get((scope, name), scope), name].append(binding)

    def _bind(self, kind: str, node: ast.AST, target: ast.expr, value: ast.expr, taken: Path = ()) -> None:
        """`target` of the statement or clause `node` gets `taken` of `value`."""
        pending: list[tuple[ast.expr, ast.expr, Path, Path]] = [(target, value, taken, ())]
        while pending:
            target, value, taken, stored = pending.pop()
            if isinstance(target, ast.Starred):
                pending.append((target.value, value, (*taken[:-1], ANY), (ANY,)))
            elif isinstance(target, ast.Tuple | ast.List):
                pending += [(t, v, p, ()) for t, v, p in _unpacked(target, value, taken)]
            else:
                self._store(kind, node, target, stored, value, taken)

    def _store(
        self, kind: str, node: ast.AST, target: ast.expr, stored: Path, value: ast.expr, taken: Path, method: str = ""
    ) -> None:
        """Record a value put into a name, an attribute or an element, however deep."""
        parts = taken_apart(target)
        whole: Path = (*(step for _, step in parts), *stored)
        kind = "mutate" if parts and kind == "assign" else kind
        start, end = _extent(node)
        inner = self.scope[target]
        scope = inner if isinstance(node, ast.comprehension) else self._function_of(inner)
        name = root(target)
        if isinstance(name, ast.Name):
            binding = Binding(kind, node, scope, start, end, value, taken, whole, method=method)
            if parts or isinstance(node, ast.Call):
                self._mutations.append((name.id, inner, binding))
            else:
                self._bind_name(scope, name.id, binding)
        for i, (owner, step) in enumerate(parts):
            if isinstance(step, str) and step.startswith("."):
                binding = Binding(kind, node, scope, start, end, value, taken, whole[i + 1 :], owner, method)
                self.attributes[step[1:]].append(binding)

    def _record_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self._bind("assign", node, target, node.value)
            if isinstance(node.value, ast.Call):
                self.instances[last_name(node.value.func)].add(last_name(target))

    def _record_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.instances[last_name(node.annotation)].add(last_name(node.target))
        if node.value is not None:
            self._bind("assign", node, node.target, node.value)

    def _record_AugAssign(self, node: ast.AugAssign) -> None:
        self._bind("mutate", node, node.target, node.value)

    def _record_NamedExpr(self, node: ast.NamedExpr) -> None:
        self._bind("mutate", node, node.target, node.value)

    def _record_For(self, node: ast.For | ast.AsyncFor | ast.comprehension) -> None:
        self._bind("loop", node, node.target, node.iter, (ANY,))

    _record_AsyncFor = _record_For
    _record_comprehension = _record_For

    def _record_With(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            if item.optional_vars is not None:
                self._bind("loop", node, item.optional_vars, item.context_expr)

    _record_AsyncWith = _record_With

    def _record_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.functions[node.name].append(node)
        scope = self.scope[node]
        self._bind_name(scope, node.name, Binding("define", node, scope, *_extent(node)))

    _record_AsyncFunctionDef = _record_FunctionDef

    def _record_ClassDef(self, node: ast.ClassDef) -> None:
        self.classes[node.name].append(node)
        scope = self.scope[node]
        self._bind_name(scope, node.name, Binding("define", node, scope, *_extent(node)))

    def _record_arg(self, node: ast.arg) -> None:
        scope = self.scope[node]
        self.names[scope, node.arg].append(Binding("parameter", node, scope, *_extent(node)))
        self.instances[last_name(node.annotation)].add(node.arg)

    def _record_Import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            name = alias.asname or alias.name.split(".")[0]
            self._bind_name(self.scope[node], name, Binding("import", node, self.scope[node], *_extent(node)))

    _record_ImportFrom = _record_Import

    def _record_Return(self, node: ast.Return | ast.Yield | ast.YieldFrom) -> None:
        if node.value is not None:
            self.results[self._function_of(self.scope[node])].append(
                node.value if isinstance(node, ast.Return) else node
            )

    _record_Yield = _record_Return
    _record_YieldFrom = _record_Return

    def _record_Call(self, node: ast.Call) -> None:
        self.calls[last_name(node.func)].append(node)
        for argument in [*node.args, *(k.value for k in node.keywords)]:
            if isinstance(argument, ast.Name):
                self.passed[self.scope[argument], argument.id].append(node)
        for keyword in node.keywords:
            if keyword.arg == "out":
                for argument in node.args:
                    self._bind("mutate", node, keyword.value, argument)
        if last_name(node.func) in WRITING and dotted(node.func).partition(".")[0] in self.syntax.imported:
            for argument in node.args[1:]:
                self._bind("mutate", node, node.args[0], argument)
        if isinstance(node.func, ast.Attribute):
            for stored, value in _mutation(node, node.func.attr):
                self._store("mutate", node, node.func.value, stored, value, (), node.func.attr)
        elif dotted(node.func) == "setattr" and len(node.args) == 3 and isinstance(node.args[1], ast.Constant):
            owner, name = node.args[0], str(node.args[1].value)
            attribute = ast.copy_location(ast.Attribute(owner, name, ast.Store()), node)
            self.scope[attribute] = self.scope[node]
            self._store("mutate", node, attribute, (), node.args[2], ())


def function_of(scopes: Mapping[ast.AST, ast.AST], node: ast.AST) -> ast.AST:
    """The function, class body or module whose code the node is part of."""
    scope = node if isinstance(node, FunctionNode | ast.ClassDef | ast.Module) else scopes[node]
    while isinstance(scope, COMPREHENSIONS):
        scope = scopes[scope]
    return scope


def home_of(known: FileBindings | Bindings, scope: ast.AST, name: str) -> ast.AST:
    """The scope that binds a name used in `scope`; the module where none does."""
    inner = True
    while True:
        home = known.declared.get((scope, name), scope)
        if (home, name) in known.names and (inner or not isinstance(home, ast.ClassDef)):
            return home
        if isinstance(scope, ast.Module):
            return scope
        inner = inner and isinstance(scope, COMPREHENSIONS)
        scope = known.scope[scope]


def _children(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, SHARED):
                yield field, child


def _extent(node: ast.AST) -> tuple[Position, Position]:
    """The bytes of what binds: of a loop or a `with` only its head."""
    first: ast.AST = node
    last: ast.AST = node
    if isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
        first, last = node.target, node.iter
    elif isinstance(node, ast.With | ast.AsyncWith):
        first, last = node.items[0].context_expr, node.items[-1].optional_vars or node.items[-1].context_expr
    return span(first)[0], span(last)[1]


def _unpacked(target: ast.Tuple | ast.List, value: ast.expr, taken: Path) -> list[tuple[ast.expr, ast.expr, Path]]:
    """Each target of an unpacking with the value, or the part of the value, that it gets."""
    starred = [i for i, t in enumerate(target.elts) if isinstance(t, ast.Starred)]
    if isinstance(value, ast.Tuple | ast.List) and not taken and not starred:
        plain = not any(isinstance(v, ast.Starred) for v in value.elts)
        if plain and len(value.elts) == len(target.elts):
            return [(t, v, ()) for t, v in zip(target.elts, value.elts, strict=True)]
    found: list[tuple[ast.expr, ast.expr, Path]] = []
    for i, element in enumerate(target.elts):
        step: Step = i if not starred or i < starred[0] else i - len(target.elts)
        found.append((element, value, (*taken, step)))
    return found


def _mutation(call: ast.Call, method: str) -> list[tuple[Path, ast.expr]]:
    """Where in its receiver a mutating method puts which argument."""
    if method in ADDING:
        return [((ANY,), value) for value in (call.args[1:] if method == "insert" else call.args)]
    if method in MERGING:
        named: list[tuple[Path, ast.expr]] = [((f"={k.arg}",) if k.arg else (), k.value) for k in call.keywords]
        return [((), value) for value in call.args] + named
    if method == "setdefault" and len(call.args) == 2:
        return [((key(call.args[0]),), call.args[1])]
    return []
