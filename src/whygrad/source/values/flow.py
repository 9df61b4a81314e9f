"""What a value in plain Python was computed from, read from the text by names: always inferred, never observed."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.parsing import parsed
from whygrad.source.syntax import Position, Syntax, span
from whygrad.source.values.calls import operands
from whygrad.source.values.guards import Guard, guard_of, names_read
from whygrad.source.values.search import Search
from whygrad.source.values.steps import Frame, FunctionNode
from whygrad.source.values.walk import Seen

__all__ = ["Flow", "Guard", "Reach"]

Callees = dict[ast.AST, list[FunctionNode]]
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
        self._files: dict[str, Syntax] = {}
        self._index = sources.inquiry.bindings(())
        self._nodes: dict[Place, ast.AST | None] = {}
        self._guards: dict[Place, Guard | None] = {}
        self._asked: tuple[Sequence[Chain], Seen] | None = None  # the exports of the latest question

    def feeding(self, target: Chain, exports: Sequence[Chain]) -> list[Reach]:
        """Which exports' values may have flown into the expression `target[-1]`, nearest first."""
        try:
            self._know_exports(target, exports)
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
            self._know_exports(chain, exports)
            anchor = self._node(chain[-1]) if chain else None
            if anchor is None:
                return []
            asked = parsed(name, mode="eval").body
            self._put_at(asked, anchor)
            return self._search(chain, exports, [asked], span(anchor)[0])
        except (*ODD, SyntaxError):
            return []

    def names_in(self, place: Place) -> list[str]:
        """The variables (`x`, `self.x`) whose values the expression at the place reads, in their order."""
        try:
            self.know([(place,)])
            node = self._node(place)
            return names_read(self._index, node) if node is not None else []
        except ODD:
            return []

    def guarded_names(self, place: Place) -> Guard | None:
        """The names that depend on the test (of an `if`, `while`, ternary, `assert`) in which the place lies."""
        if place not in self._guards:
            self._guards[place] = None
            with suppress(*ODD):
                self.know([(place,)])
                node = self._node(place)
                self._guards[place] = guard_of(self._index, node) if node is not None else None
        return self._guards[place]

    def _know_exports(self, target: Chain, exports: Sequence[Chain]) -> None:
        known = self._asked is not None and self._asked[0] is exports
        self.know([target] if known else [target, *exports])

    def know(self, chains: Iterable[Chain]) -> None:
        """Read the files of these chains too."""
        files = {place.file: None for chain in chains for place in chain if place.file not in self._files}
        for file in files:
            if self._sources.tree(file) is not None:
                self._files[file] = self._sources.syntax(file)
                self._index = self._sources.inquiry.bindings(tuple(self._files.items()))

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
        search = Search(self._index, self._seen(chain, exports), self._sources.inquiry.budget, at)
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
            same = [f for f in frames if f.scope is scope] if _is_comprehension(place) else []
            caller = frames[-1] if frames and call is not None else None
            frames.append(same[-1] if same else search.frame(scope, call, caller))
            call = node
        return frames

    def _seen(self, target: Chain, exports: Sequence[Chain]) -> Seen:
        """Exports by their expressions, and the functions that ran inside expressions."""
        if self._asked is None or self._asked[0] is not exports:
            seen = Seen({}, {})
            for number, chain in enumerate(exports):
                self._note(chain, number, seen.exports, seen.callees)
            self._asked = (exports, seen)
        known, callees = self._asked[1], Callees()
        self._note(target, None, {}, callees)
        for node, functions in callees.items():
            callees[node] = list(dict.fromkeys([*known.callees.get(node, ()), *functions]))
        return Seen(known.exports, known.callees | callees)

    def _note(self, chain: Chain, export: int | None, exports: dict[ast.AST, list[int]], callees: Callees) -> None:
        nodes = [self._node(place) for place in chain]
        for place, outer, inner in zip(chain[1:], nodes, nodes[1:], strict=False):
            if inner is None and outer is not None and export is not None:
                exports.setdefault(outer, []).append(export)
            if inner is None or outer is None or _is_comprehension(place):
                continue
            function = self._index.function_of(self._index.scope[inner])
            if isinstance(function, FunctionNode) and function not in callees.get(outer, ()):
                callees.setdefault(outer, []).append(function)
        if export is not None and nodes and nodes[-1] is not None:
            exports.setdefault(nodes[-1], []).append(export)

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
        syntax = self._files.get(place.file)
        if syntax is None:
            return None
        if not place.column:
            return syntax.smallest_statement(place.line)
        start = (place.line, self._bytes(place.file, place.line, place.column))
        end = (place.end_line, self._bytes(place.file, place.end_line, place.end_column))
        return syntax.smallest(start, end)

    def _bytes(self, file: str, line: int, column: int) -> int:
        return len(self._sources.line(file, line)[: column - 1].encode())


def _is_comprehension(place: Place) -> bool:
    """Is it in a frame that a comprehension has of its own, by a name that may be a qualified one?"""
    return place.function.rpartition(".")[2] in COMPREHENSION_FRAMES


def _is_stored(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store)
