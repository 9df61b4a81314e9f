"""Statements `value.detach()` by themselves: torch returns a new tensor there, and nobody gets it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from whygrad.recording import Chain, Place
from whygrad.source.files import SourceFiles
from whygrad.source.scopes import function_around
from whygrad.source.span import node_at, place_of_node
from whygrad.source.syntax import Syntax, last_line, may_have

CUT = "detach"


@dataclass(frozen=True)
class DroppedCut:
    """Such a statement, with the lines of the latest assignment to the name before it, and of what is after it."""

    call: Place
    name: str
    assigned: range
    after: range  # up to the end of the function

    def assigns(self, chain: Chain) -> bool:
        return any(place.file == self.call.file and place.line in self.assigned for place in chain)

    def reads(self, chain: Chain, sources: SourceFiles) -> Place | None:
        """Where what is computed there reads the name afterwards, in the same function."""
        for place in chain:
            if place.file == self.call.file and place.line in self.after:
                node = node_at(place, sources)
                parts = ast.walk(node) if node is not None else ()
                if any(isinstance(n, ast.Name | ast.Attribute) and ast.unparse(n) == self.name for n in parts):
                    return place
        return None


def dropped_cuts(files: Iterable[str], program: Iterable[str], sources: SourceFiles) -> list[DroppedCut]:
    """Those of these files, unless a file of the program has a `detach` of its own, which may change the object.

    A program may have a hundred files: only those are parsed that have the word.
    """
    found = [cut for file in files if may_have(CUT, sources.text(file)) for cut in _in_file(file, sources)]
    others = (file for file in program if found and may_have(CUT, sources.text(file)))
    return [] if any(sources.syntax(file).functions.get(CUT) for file in others) else found


def _in_file(file: str, sources: SourceFiles) -> Iterator[DroppedCut]:
    syntax = sources.syntax(file)
    for call in syntax.calls.get(CUT, ()):
        holder, cut = syntax.parent.get(call), call.func
        if not isinstance(holder, ast.Expr) or not isinstance(cut, ast.Attribute) or call.args or call.keywords:
            continue
        name = ast.unparse(cut.value)
        function = function_around(holder, syntax)
        assigned = _latest_assignment(syntax, function or syntax.tree, holder, name)
        if assigned is not None:
            place = place_of_node(file, call, function.name if function is not None else "<module>", sources)
            end = last_line(function) if function is not None else len(syntax.lines)
            lines = range(assigned.lineno, last_line(assigned) + 1), range(last_line(holder) + 1, end + 1)
            yield DroppedCut(place, name, *lines)


def _latest_assignment(syntax: Syntax, function: ast.AST, statement: ast.stmt, name: str) -> ast.Assign | None:
    before = [
        assigned
        for assigned in syntax.within(function).of(ast.Assign)
        if assigned.lineno < statement.lineno and name in {ast.unparse(t) for t in _targets(assigned)}
    ]
    return max(before, key=lambda assigned: assigned.lineno, default=None)


def _targets(assigned: ast.Assign) -> Iterator[ast.expr]:
    for target in assigned.targets:
        yield from target.elts if isinstance(target, ast.Tuple | ast.List) else (target,)
