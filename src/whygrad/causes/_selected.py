"""A list of parameters that is empty because of the condition that selects them, and not because they are frozen."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from whygrad.graph.uncut import UncutGraph
from whygrad.recording import Chain, Place
from whygrad.source.given.chosen import conditions_of
from whygrad.source.given.never_made import Insertion, insertion_for
from whygrad.source.given.passed_through import CONSTRUCTOR, call_of_constructor
from whygrad.source.patterns.arguments import first_argument
from whygrad.source.span import node_at
from whygrad.source.values.steps import last_name


@dataclass(frozen=True)
class Selected:
    """The conditions that nothing met, and the one under which alone the program creates what they look for."""

    chains: tuple[Chain, ...]
    insertion: Insertion | None

    @property
    def chain(self) -> Chain:
        return (self.insertion.place,) if self.insertion is not None else self.chains[0]


def empty_selection(graph: UncutGraph) -> Selected | None:
    """What selects the parameters that an optimizer got none of; None where it asks for gradients, or is not known."""
    if not graph.query.chain:
        return None
    chain, files = call_of_constructor(graph.query.chain, given_to_base, graph.sources), graph.recording.sources
    call = node_at(chain[-1], graph.sources)
    value = _given(call) if isinstance(call, ast.Call) else None
    conditions = conditions_of(value, chain, files, graph.sources) if value is not None else ()
    if not conditions:
        return None
    looked_for = (insertion_for(condition, files, graph.sources) for condition in conditions)
    insertion = next((found for found in looked_for if found and not _was_made(graph, found.cls)), None)
    return Selected(tuple(condition.chain for condition in conditions), insertion)


def given_to_base(call: ast.Call) -> ast.expr | None:
    """What the constructor of an optimizer gets; before it stands the object, if the base class is named."""
    named = (k.value for k in call.keywords if k.arg == "params")
    given = (
        call.args if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Call) else call.args[1:]
    )
    return next(iter((*given, *named)), None)


def _given(call: ast.Call) -> ast.expr | None:
    if last_name(call.func) == CONSTRUCTOR:
        return given_to_base(call)
    return first_argument(call, "params")


def _was_made(graph: UncutGraph, cls: str) -> bool:
    """Did the constructor of the class create anything that was seen?"""
    return any(_is_in(place, cls) for node in graph.nodes for place in (*node.chain, *node.birth))


def _is_in(place: Place, cls: str) -> bool:
    return place.function.split(".")[-2:-1] == [cls]
