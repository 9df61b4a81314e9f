"""What a value in plain Python was computed from, read from the text by names: always inferred, never observed."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from whygrad.recording import Chain, Place
from whygrad.source.bindings import Bindings, Position, span
from whygrad.source.calls import operands
from whygrad.source.files import SourceFiles
from whygrad.source.guards import Guard, guard_of, names_read
from whygrad.source.search import Search
from whygrad.source.steps import Frame, FunctionNode
from whygrad.source.walk import Seen

__all__ = ["Flow", "Guard", "Reach"]

COMPREHENSION_FRAMES = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}
ODD = (RecursionError, LookupError, TypeError, ValueError, AttributeError, MemoryError)


@dataclass(frozen=True)
class Reach:
    """The export with this index may have flown into what was asked for, through these assignments."""

    index: int
    through: tuple[Place, ...]  # from the export to the target


class Flow:
    """Answers by names, in the files that any chain given so far lies in."""

    def __init__(self, sources: SourceFiles) -> None:
        self._sources = sources
        self._index = Bindings(sources)
        self._nodes: dict[Place, ast.AST | None] = {}

    def feeding(self, target: Chain, exports: Sequence[Chain]) -> list[Reach]:
        """Which exports' values may have flown into the expression `target[-1]`, nearest first."""
        try:
            self._know([target, *exports])
            node = self._node(target[-1]) if target else None
            if node is None:
                return []
            start = [node] if isinstance(node, ast.expr) and not _is_stored(node) else self._read_by(node)
            return self._search(target, exports, start, None)
        except ODD:
            return []

    def feeding_name(self, chain: Chain, name: str, exports: Sequence[Chain]) -> list[Reach]:
        """Which exports' values may have flown into a variable (also `self.x`, `d["a"]`) as it stands at chain[-1]."""
        try:
            self._know([chain, *exports])
            anchor = self._node(chain[-1]) if chain else None
            if anchor is None:
                return []
            asked = ast.parse(name, mode="eval").body
            self._put_at(asked, anchor)
            return self._search(chain, exports, [asked], span(anchor)[0])
        except (*ODD, SyntaxError):
            return []

    def names_in(self, place: Place) -> list[str]:
        """The variables (`x`, `self.x`) whose values the expression at the place reads, in their order."""
        try:
            self._know([(place,)])
            node = self._node(place)
            return names_read(self._index, node) if node is not None else []
        except ODD:
            return []

    def guarded_names(self, place: Place) -> Guard | None:
        """The names that depend on the test (of an `if`, `while`, ternary, `assert`) in which the place lies."""
        try:
            self._know([(place,)])
            node = self._node(place)
            return guard_of(self._index, node) if node is not None else None
        except ODD:
            return None

    def _know(self, chains: Iterable[Chain]) -> None:
        for chain in chains:
            for place in chain:
                self._index.add(place.file)

    def _put_at(self, asked: ast.expr, anchor: ast.AST) -> None:
        """Make a parsed name part of the program's text, without a position of its own."""
        self._index.parent[asked] = anchor
        for node in ast.walk(asked):
            self._index.scope[node] = self._index.scope[anchor]
            for child in ast.iter_child_nodes(node):
                self._index.parent[child] = node
            for attribute in ("lineno", "col_offset"):
                if attribute in vars(node):
                    delattr(node, attribute)

    def _read_by(self, node: ast.AST) -> list[ast.expr]:
        return operands(self._index.statement_of(node))

    def _search(
        self, chain: Chain, exports: Sequence[Chain], start: list[ast.expr], at: Position | None
    ) -> list[Reach]:
        search = Search(self._index, self._seen(chain, exports), [], at)
        frames = self._frames(search, chain)
        search.chain = frames
        found = search.run(start, frames[-1])
        found.sort(key=lambda f: (f.bindings, -exports[f.index][-1].line, f.index))
        return [Reach(f.index, f.through) for f in found]

    def _frames(self, search: Search, chain: Chain) -> list[Frame]:
        """The activations along a chain, each with the call that made it."""
        frames: list[Frame] = []
        call: ast.AST | None = None
        for place in chain:
            node = self._node(place)
            if node is None:
                call = None
                continue
            scope = self._index.function_of(self._index.scope[node])
            same = [f for f in frames if f.scope is scope] if place.function in COMPREHENSION_FRAMES else []
            caller = frames[-1] if frames and call is not None else None
            frames.append(same[-1] if same else search.frame(scope, call, caller))
            call = node
        return frames

    def _seen(self, target: Chain, exports: Sequence[Chain]) -> Seen:
        """Exports by their expressions, and the functions that ran inside expressions."""
        found: dict[ast.AST, list[int]] = defaultdict(list)
        callees: dict[ast.AST, list[FunctionNode]] = defaultdict(list)
        for number, chain in enumerate([*exports, target]):
            nodes = [self._node(place) for place in chain]
            for place, outer, inner in zip(chain[1:], nodes, nodes[1:], strict=False):
                if inner is None and outer is not None and number < len(exports):
                    found[outer].append(number)
                if inner is None or outer is None or place.function in COMPREHENSION_FRAMES:
                    continue
                function = self._index.function_of(self._index.scope[inner])
                if isinstance(function, FunctionNode) and function not in callees[outer]:
                    callees[outer].append(function)
            if number < len(exports) and nodes and nodes[-1] is not None:
                found[nodes[-1]].append(number)
        return Seen(dict(found), dict(callees))

    def _node(self, place: Place) -> ast.AST | None:
        """The smallest expression or statement around a place; of a called attribute, the call."""
        if place not in self._nodes:
            node = self._find(place)
            parent = self._index.parent.get(node) if node is not None else None
            if isinstance(parent, ast.Call) and parent.func is node and isinstance(node, ast.Attribute):
                node = parent
            self._nodes[place] = node
        return self._nodes[place]

    def _find(self, place: Place) -> ast.AST | None:
        nodes = self._index.nodes.get(place.file, [])
        if not place.column:
            on_line = [n for first, last, n in nodes if first[0] <= place.line <= last[0] and isinstance(n, ast.stmt)]
            return on_line[-1] if on_line else None
        start = (place.line, self._bytes(place.file, place.line, place.column))
        end = (place.end_line, self._bytes(place.file, place.end_line, place.end_column))
        around = [node for first, last, node in nodes if first <= start and end <= last]
        return around[-1] if around else None

    def _bytes(self, file: str, line: int, column: int) -> int:
        return len(self._sources.line(file, line)[: column - 1].encode())


def _is_stored(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store)
