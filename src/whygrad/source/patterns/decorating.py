"""Decorators that the program defines itself, and the functions that have them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from whygrad.recording import Place
from whygrad.source.files import SourceFiles
from whygrad.source.scopes import NAMED_FUNCTIONS
from whygrad.source.span import place_of_node
from whygrad.source.syntax import last_line


@dataclass(frozen=True)
class Decorated:
    """One use of a decorator."""

    decorator: Place
    by: str
    function: str
    first: int  # the lines of the function
    last: int

    def holds(self, place: Place) -> bool:
        return place.file == self.decorator.file and self.first <= place.line <= self.last


def decorators_around(place: Place, sources: SourceFiles) -> tuple[str, ...]:
    """The functions around the one that the place lies in, where it calls what they were given: `def decorator(fn)`."""
    syntax = sources.syntax(place.file)
    around = syntax.around(place.line, decorators=True).of(*NAMED_FUNCTIONS)
    if len(around) < 2:
        return ()
    wrapper, outer = around[-1], around[:-1]
    given = {a.arg for function in outer for a in function.args.args}
    called = {c.func.id for c in syntax.within(wrapper).of(ast.Call) if isinstance(c.func, ast.Name)}
    return tuple(function.name for function in outer) if given & called else ()


def uses_of(names: Collection[str], files: Iterable[str], sources: SourceFiles) -> list[Decorated]:
    """The functions that are decorated with one of these, by the name alone or by what a call of it returns."""
    found = []
    for file in files:
        for function in sources.syntax(file).of(*NAMED_FUNCTIONS):
            for decorator in function.decorator_list:
                called = decorator.func if isinstance(decorator, ast.Call) else decorator
                name = ast.unparse(called).rpartition(".")[2]
                if name in names:
                    place = place_of_node(file, decorator, function.name, sources)
                    found.append(Decorated(place, name, function.name, function.lineno, last_line(function)))
    return found
