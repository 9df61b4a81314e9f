"""Which line a finding names: a cause hands over what happened, and the rules here choose the line to change.

1. Only an event whose change cures can be the site.
2. Of those the one ranks first whose act says most (`Act`): who set a switch from outside, what keeps a value beyond
   its step, the branch that was not taken, before the place where a value was merely used, made or asked for.
3. Of two events of one act what was seen to run ranks before what only the source tells.
4. Two events in the wrong order are told at the frame where their chains of calls part: what is deeper serves other
   callers too. Both ends are shown.
   A value made before a loop, each turn of which steps and goes backward through it, is told where it is made.
5. The mark is narrow: never a block or a function.
6. A function of one purpose is right as it is: who calls one that only detaches, freezes what its arguments choose,
   switches modes, keeps what it is given or makes layers asks for that. The call is named (`helpers.py`,
   `source/patterns/`, `keepers.py`).
7. What a flag decides is named at the call that passes the flag, or leaves it at its default (`deciding_flags.py`).
8. A value that was computed on a line of its own and handed on is named there, where that line must change.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from whygrad.finding import Event, Step
from whygrad.recording import Chain, Place
from whygrad.source.chains import shared_calls
from whygrad.source.files import SourceFiles
from whygrad.source.span import place_of_node


@dataclass(frozen=True)
class Site:
    """The line to change, and the other events with something to tell."""

    event: Event
    shown: tuple[Step, ...]

    @property
    def chain(self) -> Chain:
        return self.event.chain

    @property
    def evidence(self) -> str:
        return "observed" if self.event.observed else "inferred"


def site_of(events: Iterable[Event], sources: SourceFiles) -> Site | None:
    """The event to name, by the rules above; None where a change of none of them cures."""
    known = [event for event in events if event.chain]
    candidates = [event for event in known if event.cures]
    if not candidates:
        return None
    best = min(candidates, key=lambda event: (event.act, not event.observed))
    others = [event for event in known if event is not best and event.tell and event.chain[-1] != best.chain[-1]]
    return Site(best, tuple(Step(event.op, narrow(event.chain[-1], sources), event.tell) for event in others))


def parting(first: Chain, second: Chain) -> int | None:
    """The position of the frame at which two chains of calls part; None where one is the beginning of the other."""
    position = shared_calls(first, second)
    if position == min(len(first), len(second)):
        return None
    one, other = first[position], second[position]
    return position if (one.file, one.function) == (other.file, other.function) else None


def up_to_parting(chain: Chain, other: Chain) -> Chain:
    """The chain up to the frame at which it parts from another; whole where there is no such frame."""
    position = parting(chain, other)
    return chain if position is None else chain[: position + 1]


def ordered_at(sources: SourceFiles, chain: Chain, *others: Chain) -> Chain:
    """The chain of an event in the wrong order up to the call that can be moved.

    That is the innermost one that parts from another event, if the functions below do nothing else.
    """
    positions = [position for other in others if (position := parting(chain, other)) is not None]
    while positions and len(chain) > max(positions) + 1 and does_one_thing(chain[-1], sources):
        chain = chain[:-1]
    return chain


def used_in_closure(made: Place, used: Chain) -> Chain:
    """The use in a closure that takes the value from the function around it, where it was made once for all calls."""
    for depth, place in enumerate(used):
        if place.file == made.file and place.function.startswith(f"{made.function}.<locals>."):
            return used[: depth + 1]
    return ()


def up_to_store(used: Chain, store: Place) -> Chain:
    """The calls that lead to the function that the store stands in, and the store."""
    inside = [at for at, p in enumerate(used) if p.file == store.file and _name(p.function) == _name(store.function)]
    return (*used[: inside[-1] if inside else -1], store)


def _name(function: str) -> str:
    return function.rpartition(".")[2]


def does_one_thing(place: Place, sources: SourceFiles) -> bool:
    """Is the statement all that its function does, with loops and conditions around it?"""
    around = sources.syntax(place.file).around(place.line).of(ast.FunctionDef, ast.AsyncFunctionDef)
    function = max(around, key=lambda f: f.lineno, default=None)
    body = function.body if function is not None else []
    while True:
        is_text = bool(body) and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
        body = body[1:] if is_text else body
        if len(body) != 1:
            return False
        inner = body[0]
        if not isinstance(inner, (ast.For, ast.If, ast.With)) or getattr(inner, "orelse", None):
            is_set = isinstance(inner, ast.Assign) and isinstance(inner.targets[0], ast.Attribute)
            return is_set or isinstance(inner, (ast.Expr, ast.Return))
        body = inner.body


def narrow(place: Place, sources: SourceFiles) -> Place:
    """Of a statement that holds others its head: the `if` with its test, the `for` with what it goes through."""
    if place.line == place.end_line:
        return place
    around = sources.syntax(place.file).around(place.line)
    for node in (
        *around.of(ast.FunctionDef, ast.ClassDef, ast.For, ast.While, ast.If),
        *around.of(ast.With, ast.AsyncWith, ast.AsyncFor, ast.AsyncFunctionDef),
    ):
        first = node.body[0]
        if node.lineno == place.line and place.end_line >= first.lineno > place.line:
            head = _head(node)
            end = place_of_node(place.file, head, place.function, sources) if head is not None else None
            line, column = (end.end_line, end.end_column) if end else (place.line, 0)
            column = column or len(sources.line(place.file, line).rstrip()) + 1
            return Place(place.file, place.line, place.column, line, column, place.function)
    return place


def narrowed(chain: Chain, sources: SourceFiles) -> Chain:
    return (*chain[:-1], narrow(chain[-1], sources)) if chain else chain


def _head(node: ast.stmt) -> ast.expr | None:
    if isinstance(node, (ast.For, ast.AsyncFor)):
        return node.iter
    if isinstance(node, (ast.If, ast.While)):
        return node.test
    return node.items[-1].context_expr if isinstance(node, (ast.With, ast.AsyncWith)) else None
