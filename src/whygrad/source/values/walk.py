"""The queue of a walk from an expression back to its sources, and the functions entered on the way."""

from __future__ import annotations

import ast
import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field

from whygrad.recording import Place
from whygrad.source.values.bindings import Bindings
from whygrad.source.values.calls import operands
from whygrad.source.values.file_bindings import Binding
from whygrad.source.values.steps import Called, Frame, FunctionNode, Path, is_attribute, remainder

MOST_BINDINGS = 40
MOST_STEPS = 10_000
DEEPEST_FRAME = 12
LONGEST_PATH = 6


@dataclass(frozen=True)
class Seen:
    """What the call chains say about expressions: which are exports, which functions ran inside which."""

    exports: dict[ast.AST, list[int]]
    callees: dict[ast.AST, list[FunctionNode]]


@dataclass(frozen=True)
class Found:
    """An export that was reached."""

    index: int
    bindings: int
    through: tuple[Place, ...]


@dataclass(order=True, frozen=True)
class Item:
    bindings: int
    number: int
    node: ast.expr = field(compare=False)
    frame: Frame = field(compare=False)
    path: Path = field(compare=False)
    through: tuple[Place, ...] = field(compare=False)


class Walk:
    """Expressions still to be looked at, nearest first; `now` is the one being looked at."""

    def __init__(self, index: Bindings, seen: Seen) -> None:
        self.index = index
        self.seen = seen
        self.chain: Sequence[Frame] = ()
        self.now: Item
        self.queue: list[Item] = []
        self.pushed = 0
        self._frames: dict[tuple[object, ...], Frame] = {}
        self._visited: set[tuple[ast.AST, Frame, Path]] = set()

    def _push(self, item: Item) -> None:
        seen = (item.node, item.frame, item.path)
        if seen not in self._visited and item.bindings <= MOST_BINDINGS:
            self._visited.add(seen)
            self.pushed += 1
            heapq.heappush(self.queue, item)

    def _go(self, node: ast.expr, path: Path = (), frame: Frame | None = None, steps: int = 0) -> None:
        """Look at another expression; `steps` counts the parameters and results passed on the way."""
        now = self.now
        if len(path) > LONGEST_PATH:
            self._lose(path[LONGEST_PATH:])
            path = path[:LONGEST_PATH]
        self._push(Item(now.bindings + steps, self.pushed, node, frame or now.frame, path, now.through))

    def _go_through(self, binding: Binding, path: Path, frame: Frame) -> None:
        rest = remainder(binding.stored, path)
        if binding.value is None or rest is None:
            return
        now = self.now
        place = self.index.place_of_binding(binding)
        path = (binding.taken + rest)[:LONGEST_PATH]
        through = (place, *now.through)
        self._push(Item(now.bindings + 1, self.pushed, binding.value, frame, path, through))

    # Frames

    def frame(self, scope: ast.AST, call: ast.AST | None, caller: Frame | None, receiver: str = "") -> Frame:
        """The one frame object for an activation, so that the same question is not asked twice."""
        name = (scope, call, caller, receiver)
        if name not in self._frames:
            self._frames[name] = Frame(scope, call, caller, receiver, caller.depth + 1 if caller else 0)
        return self._frames[name]

    def _frame_of(self, scope: ast.AST) -> Frame:
        """The activation of the function around a scope as seen from here."""
        function = self.index.function_of(scope)
        outer: Frame | None = self.now.frame
        while outer is not None:
            if outer.scope is function:
                return outer
            outer = outer.caller
        known = [f for f in self.chain if f.scope is function]
        return known[-1] if known else self.frame(function, None, None, self.now.frame.receiver)

    # Functions

    def _enter(self, function: FunctionNode, called: Called, path: Path, receiver: str = "") -> None:
        """Continue in the results of a function called here."""
        if called.frame.depth >= DEEPEST_FRAME:
            self._lose((called, *path))
            return
        self._results(function, self.frame(function, called.call, called.frame, receiver), path)

    def _results(self, function: FunctionNode, frame: Frame, path: Path) -> None:
        if isinstance(function, ast.Lambda):
            self._go(function.body, path, frame, 1)
        for result in self.index.results.get(function, ()):
            if isinstance(result, ast.Yield) and result.value is not None:
                self._go(result.value, path[1:] if path and not is_attribute(path[0]) else path, frame, 1)
            elif isinstance(result, ast.YieldFrom):
                self._go(result.value, path, frame, 1)
            else:
                self._go(result, path, frame, 1)

    def _lose(self, path: Path) -> None:
        """The value is made by something unknown: of calls on the way, every argument counts."""
        for i, step in enumerate(path):
            if not isinstance(step, Called):
                continue
            wanted = path[i + 1] if i + 1 < len(path) else None
            name = wanted[1:] if isinstance(wanted, str) else ""
            named = [k.value for k in step.call.keywords if name and k.arg == name]
            for part in named or operands(step.call):
                self._go(part, frame=step.frame)

    def _own_class(self, function: FunctionNode) -> ast.ClassDef | None:
        scope = self.index.scope[function]
        return scope if isinstance(scope, ast.ClassDef) else None
