"""The walk from an expression back to what its value may have been computed from."""

from __future__ import annotations

import ast
import heapq
from collections.abc import Callable, Sequence

from whygrad.source.budget import Budget
from whygrad.source.syntax import COMPREHENSIONS, Position, span
from whygrad.source.values import classes
from whygrad.source.values.bindings import Bindings
from whygrad.source.values.calls import METADATA, argument, builtin, dict_display, display, is_bound, operands
from whygrad.source.values.file_bindings import Binding
from whygrad.source.values.objects import Objects
from whygrad.source.values.reaching import reaching
from whygrad.source.values.steps import Called, Frame, FunctionNode, Path, dotted, key, last_name
from whygrad.source.values.walk import MOST_STEPS, Found, Item, Seen


class Search(Objects):
    """One question, answered by `run`."""

    def __init__(self, index: Bindings, seen: Seen, budget: Budget, at: Position | None) -> None:
        super().__init__(index, seen)
        self.budget = budget
        self.at = at  # where the first expression stands, when it is not in the text itself
        self.found: dict[int, Found] = {}
        self._handlers: dict[type[ast.AST], Callable[[ast.AST, Path], None]] = {
            ast.Name: self._name,
            ast.Attribute: self._attribute,
            ast.Subscript: self._subscript,
            ast.Call: self._call,
            ast.Lambda: self._lambda,
            ast.Constant: lambda node, path: self._lose(path),
            **dict.fromkeys(COMPREHENSIONS, self._comprehension),
            **dict.fromkeys((ast.Tuple, ast.List, ast.Set, ast.Dict), self._display),
            **dict.fromkeys((ast.BinOp, ast.BoolOp, ast.IfExp, ast.Await, ast.NamedExpr, ast.Starred), self._alike),
        }

    def run(self, start: Sequence[ast.expr], frame: Frame) -> list[Found]:
        """All exports that may have flown into the expressions, by the number of bindings passed."""
        for node in start:
            self._push(Item(0, 0, node, frame, (), ()))
        while self.queue and self.pushed < MOST_STEPS:
            self.budget.check()
            self.now = item = heapq.heappop(self.queue)
            exact = self.seen.exports.get(item.node, ())
            for index in [*exact, *self._on_statement(item.node)]:
                self.found.setdefault(index, Found(index, item.bindings, item.through))
            if exact and _has_one_operand(item.node):
                continue  # before it the value was a tensor: what that came from was observed, not inferred
            self._handlers.get(type(item.node), self._union)(item.node, item.path)
        return list(self.found.values())

    def _on_statement(self, node: ast.AST) -> Sequence[int]:
        if not hasattr(node, "lineno"):
            return ()  # asked for by name: it is not part of the statement
        return self.seen.exports.get(self.index.statement_of(node), ())

    # Expressions

    def _union(self, node: ast.AST, path: Path) -> None:
        self._lose(path)
        for part in operands(node):
            self._go(part)

    def _alike(self, node: ast.AST, path: Path) -> None:
        """Parts that may be the value itself: `a or b`, `a if c else b`, `xs + ys`."""
        for part in operands(node):
            self._go(part, () if isinstance(node, ast.IfExp) and part is node.test else path)

    def _display(self, node: ast.AST, path: Path) -> None:
        if isinstance(node, ast.Dict):
            sources = dict_display(node, path)
        elif isinstance(node, ast.Tuple | ast.List | ast.Set):
            sources = display(node, path)
        if path and isinstance(path[0], Called):
            self._lose(path)
        for part, rest in sources:
            self._go(part, rest)

    def _comprehension(self, node: ast.AST, path: Path) -> None:
        if isinstance(node, ast.DictComp):
            self._go(node.value, path[1:])
            if not path:
                self._go(node.key)
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp):
            self._go(node.elt, path[1:])
        for clause in getattr(node, "generators", []):
            for test in clause.ifs:
                self._go(test)

    def _lambda(self, node: ast.AST, path: Path) -> None:
        if isinstance(node, ast.Lambda):
            if path and isinstance(path[0], Called) and path[0].name == "()":
                self._enter(node, path[0], path[1:])
            else:
                self._go(node.body, frame=self.frame(node, None, self.now.frame))

    def _attribute(self, node: ast.AST, path: Path) -> None:
        if isinstance(node, ast.Attribute):
            for function in self.seen.callees.get(node, ()):
                self._results(function, self.frame(function, node, self.now.frame), path)
            if node.attr not in METADATA or node.attr in self.index.attributes:
                self._go(node.value, (f".{node.attr}", *path))

    def _subscript(self, node: ast.AST, path: Path) -> None:
        if isinstance(node, ast.Subscript):
            self._go(node.value, path if isinstance(node.slice, ast.Slice) else (key(node.slice), *path))
            self._go(node.slice)

    def _name(self, node: ast.AST, path: Path) -> None:
        if not isinstance(node, ast.Name):
            return
        bindings = self.index.lookup(node, node.id)
        if not bindings:
            self._lose(path)
        at = self.at if self.at and not hasattr(node, "lineno") else span(node)[0]
        if (node, at) not in self.index.reached:
            self.index.reached[node, at] = reaching(self.index, node, at, bindings)
        for binding in self.index.reached[node, at]:
            self._binding(binding, node.id, path)
        self._mutated_by_callees(node, path)

    def _binding(self, binding: Binding, name: str, path: Path) -> None:
        if binding.kind == "parameter":
            self._parameter(binding, path)
        elif binding.kind == "import":
            self._imported(binding.node, name, path)
        elif binding.kind == "define":
            self._defined(binding.node, path)
        elif path and isinstance(path[0], Called) and classes.tuple_fields(binding.value):
            if not self._field(classes.tuple_fields(binding.value), path[0], path[1:]):
                self._lose(path)
        elif not (binding.method and self._has_own(name, binding.method)):
            self._go_through(binding, path, self._frame_of(binding.scope))

    def _has_own(self, name: str, method: str) -> bool:
        """Whether a known class of that object defines the method: then its own text says what it does."""
        owners = [self.index.class_of(f) for f in self.index.functions.get(method, ())]
        return any(c is not None and name in self.index.instances[c.name] for c in owners)

    def _mutated_by_callees(self, node: ast.Name, path: Path) -> None:
        """`fill(values)` where `fill` appends to its parameter."""
        for call in self.index.passed.get((self.index.scope[node], node.id), ()):
            for function in self._callees(call):
                names = [a.arg for a in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]
                bound = is_bound(function, call, self._own_class(function))
                frame = self.frame(function, call, self._frame_of(self.index.scope[call]))
                for name in names:
                    given = [a for a, _ in argument(call, function, name, (), bound)]
                    if any(isinstance(a, ast.Name) and a.id == node.id for a in given):
                        for binding in self.index.names.get((function, name), ()):
                            if binding.kind == "mutate" and binding.stored:
                                self._go_through(binding, path, frame)

    def _callees(self, call: ast.Call) -> list[FunctionNode]:
        """Functions the call certainly or by its bare name runs."""
        found: list[FunctionNode] = list(self._seen_callees(call))
        if not found and isinstance(call.func, ast.Name):
            for binding in self.index.lookup(call, call.func.id):
                if isinstance(binding.node, FunctionNode):
                    found.append(binding.node)
        return found

    # Calls

    def _seen_callees(self, call: ast.Call) -> Sequence[FunctionNode]:
        exact = self.seen.callees.get(call)
        if exact:
            return exact
        on_line = self.seen.callees.get(self.index.statement_of(call), ())
        return [f for f in on_line if getattr(f, "name", "") == last_name(call.func)]

    def _call(self, node: ast.AST, path: Path) -> None:
        if not isinstance(node, ast.Call):
            return
        called = Called("()", node, self.now.frame)
        seen = self._seen_callees(node)
        for function in seen:
            own = self._own_class(function)
            if own is not None and getattr(function, "name", "") == "__init__":
                self._constructed(own, called, path)
            else:
                self._enter(function, called, path)
        name = last_name(node.func)
        if seen or (name == "super" and self._super(path)):
            return
        in_module = self._in_module(node.func)
        sources = builtin(node, path, in_module) if in_module or name not in self.index.functions else None
        if sources is not None:
            for part, rest in sources:
                self._go(part, rest)
        elif isinstance(node.func, ast.Attribute):
            self._go(node.func.value, (Called(node.func.attr, node, self.now.frame), *path))
        else:
            self._go(node.func, (called, *path))

    def _in_module(self, function: ast.expr) -> bool:
        """Whether a function is an attribute of something imported, such as `random.sample`."""
        bindings = self.index.lookup(function, dotted(function).split(".")[0])
        return isinstance(function, ast.Attribute) and any(b.kind == "import" for b in bindings)

    def _super(self, path: Path) -> bool:
        own = self.index.class_of(self.index.function_of(self.now.node))
        if own is None or not path or not isinstance(path[0], Called):
            return False
        found = [f for c in classes.bases(self.index, own)[1:] for f in classes.methods(self.index, c, path[0].name)]
        for function in found[:1]:
            self._enter(function, path[0], path[1:], self.now.frame.receiver)
        return bool(found)

    def _parameter(self, binding: Binding, path: Path) -> None:
        function, name = binding.scope, getattr(binding.node, "arg", "")
        if not isinstance(function, FunctionNode):
            return
        frame = self._frame_of(function)
        own = self._own_class(function)
        bound = is_bound(function, frame.call, own)
        positional = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
        if own and bound and positional[:1] == [name] and path:
            if not self._member(own, path, None):
                self._lose(path)
            return
        if frame.call is not None and frame.caller is not None:
            calls: list[tuple[ast.AST, Frame]] = [(frame.call, frame.caller)]
        else:
            static = classes.callers(self.index, function, frame.receiver)
            calls = [(c, self._frame_of(self.index.scope[c])) for c in static if c is not self.now.node]
        for call, caller in calls:
            for part, rest in argument(call, function, name, path, is_bound(function, call, own)):
                self._go(part, rest, caller, 1)
        if not calls:
            self._open(getattr(binding.node, "annotation", None), path)


def _has_one_operand(node: ast.AST) -> bool:
    """`x.item()` or `float(x)`: nothing but the tensor goes in."""
    if not isinstance(node, ast.Call):
        return False
    others = [value for value in operands(node) if not isinstance(value, ast.Constant)]
    return len(others) == (0 if isinstance(node.func, ast.Attribute) else 1)
