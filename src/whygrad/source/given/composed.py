"""Where the parts that a loop runs one after the other were put together."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import span
from whygrad.source.values import classes
from whygrad.source.values.bindings import Bindings
from whygrad.source.values.calls import argument, is_bound
from whygrad.source.values.file_bindings import Binding
from whygrad.source.values.reaching import reaching
from whygrad.source.values.steps import FunctionNode, last_name

DEEP = 10  # names, attributes and calls that are followed one behind the other
LISTING = ("ModuleList", "list", "tuple", "iter", "enumerate", "Sequential")
READS = ("items", "values", "keys", "copy")
CALLED = ("__call__", "forward")


def composition_of(call: Place, parts: Iterable[str], files: Iterable[str], sources: SourceFiles) -> Place | None:
    """The list of parts, several of which a loop or a `Sequential` runs by this one call; None where it is not known.

    The list names the classes or functions of these parts.
    """
    node = node_at(call, sources)
    known = tuple((file, sources.syntax(file)) for file in files if sources.tree(file) is not None)
    if not isinstance(node, ast.Call) or call.file not in dict(known):
        return None
    search = _Parts(sources.inquiry.bindings(known))
    found = search.traced(node.func, DEEP)
    index = search.index
    if found is None or not set(parts) <= _named_in(found):
        return None
    function = index.function_of(index.scope[found])
    return place_of_node(index.files[index.module_of(found)], found, getattr(function, "name", "<module>"), sources)


def replaced_key(early: Chain, late: Chain, sources: SourceFiles) -> str:
    """The key or attribute under which the second place puts another value, and which the first place's function reads.

    `inputs["positions"] = inputs["positions"] @ deform`; empty where it is none, or they are of one call.
    """
    syntax, node = sources.syntax(late[-1].file), node_at(late[-1], sources)
    statement = syntax.statement_of(node) if node is not None else None
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return ""
    key = _key(statement.targets[0])
    if not key or not any(_key(part) == key for part in ast.walk(statement.value)):
        return ""
    around = sources.syntax(early[-1].file).around(early[-1].line).of(ast.FunctionDef)
    function = max(around, key=lambda f: f.lineno, default=None)
    inside = ast.walk(function) if function is not None else ()
    read = any(_key(part) == key and getattr(part, "lineno", 0) <= early[-1].end_line for part in inside)
    return key if read else ""


def _key(node: ast.AST) -> str:
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
        return node.slice.value
    return node.attr if isinstance(node, ast.Attribute) else ""


def _named_in(node: ast.expr) -> set[str]:
    return {last_name(part) for part in ast.walk(node) if isinstance(part, (ast.Name, ast.Attribute))}


@dataclass(frozen=True)
class Tracing:
    """From an expression back to what made its elements: through names, attributes, arguments and results."""

    index: Bindings

    def end(self, node: ast.expr) -> ast.expr | None:
        """The expression itself, where it is what is looked for."""
        raise NotImplementedError

    def traced(self, node: ast.expr, deep: int) -> ast.expr | None:
        if not deep or (found := self.end(node)) is not None:
            return found if deep else None
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            return self.traced(node.generators[0].iter, deep - 1)
        if isinstance(node, ast.Starred):
            return self.traced(node.value, deep - 1)
        if isinstance(node, ast.Call):
            return self._made(node, deep)
        if isinstance(node, ast.Name):
            known = self.index.lookup(node, node.id)
            return self._only(reaching(self.index, node, span(node)[0], known), deep)
        if isinstance(node, ast.Attribute):
            cls = self.index.class_of(self.index.function_of(self.index.scope[node]))
            own = cls if isinstance(node.value, ast.Name) and node.value.id == "self" else None
            return self._only(classes.attribute_bindings(self.index, node.attr, own), deep)
        return None

    def _made(self, call: ast.Call, deep: int) -> ast.expr | None:
        """`nn.ModuleList(parts)`, `nn.Sequential(*parts)`, `nn.Sequential(first, second)`, `build_parts()`"""
        if last_name(call.func) in LISTING:
            return self.traced(call.args[0], deep - 1) if call.args else None
        if isinstance(call.func, ast.Attribute) and call.func.attr in READS:
            return self.traced(call.func.value, deep - 1)
        functions = self.index.functions.get(last_name(call.func), ()) or self._run_by(ast.unparse(call.func))
        returns = [
            part.value
            for function in functions
            for part in ast.walk(function)
            if isinstance(part, ast.Return) and part.value is not None
        ]
        return self.traced(returns[0], deep - 1) if len(functions) == 1 and len(returns) == 1 else None

    def _run_by(self, text: str) -> list[FunctionNode]:
        """What an object runs when it is called, by the names that objects of a class have."""
        made = [
            c for known in self.index.classes.values() for c in known if text in self.index.instances.get(c.name, ())
        ]
        return (
            [f for c in made[:1] for name in CALLED for f in classes.methods(self.index, c, name)]
            if made[1:] == []
            else []
        )

    def _only(self, bindings: Sequence[Binding], deep: int) -> ast.expr | None:
        """What the only binding gives: of a parameter what the only call passes, of a loop what it goes through.

        What is put in under a key later leaves it the same container.
        """
        whole = [binding for binding in bindings if not (binding.kind == "mutate" and _is_put(binding))]
        if len(whole) != 1:
            return None
        binding = whole[0]
        if binding.kind == "parameter":
            return self._passed(binding.scope, getattr(binding.node, "arg", ""), deep)
        is_set = binding.kind in ("assign", "loop", "mutate") and not binding.method
        return self.traced(binding.value, deep - 1) if is_set and binding.value is not None else None

    def _passed(self, function: ast.AST, name: str, deep: int) -> ast.expr | None:
        if not isinstance(function, FunctionNode) or isinstance(function, ast.Lambda):
            return None
        cls = self.index.class_of(function)
        calls = classes.callers(self.index, function, "")
        if cls is not None and function.name == "__init__":
            calls = self.index.calls.get(cls.name, [])  # which others `super().__init__(…)` is for is not asked
        bound = [is_bound(function, call, cls) for call in calls]
        given = [argument(call, function, name, (), b) for call, b in zip(calls, bound, strict=True)]
        return self.traced(given[0][0][0], deep - 1) if len(given) == 1 and len(given[0]) == 1 else None


def _is_put(binding: Binding) -> bool:
    """`found["shape"] = …`"""
    target = binding.node.targets[0] if isinstance(binding.node, ast.Assign) else binding.node
    return isinstance(target, ast.Subscript)


class _Parts(Tracing):
    """Ends at a list of several parts."""

    def end(self, node: ast.expr) -> ast.expr | None:
        if isinstance(node, ast.Call):
            return node if last_name(node.func) in LISTING and len(node.args) > 1 else None
        return node if isinstance(node, (ast.List, ast.Tuple)) and len(node.elts) > 1 else None
