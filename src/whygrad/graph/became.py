"""Where a value became what it is: the operation that gave it a property which nothing that went in had.

An error names the call that refuses a value; the line to change is often the one that made the value so. The law is
one for all properties: from the value in question go back to an input that has the property too, and stop where none
has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from whygrad.evidence.traits import ResultTypes
from whygrad.graph.uncut import UncutGraph

Has = Callable[[int], bool | None]  # None where that is unknown of a node


@dataclass(frozen=True)
class Birth:
    """The node at which a property arose."""

    at: int
    certain: bool  # of all that went in it is known that it does not have the property


def became(graph: UncutGraph, index: int, has: Has) -> Birth:
    """The first node, going back from one that has the property, into which nothing goes that has it."""
    *_, first = way_back(graph, index, has)
    node = graph.node(first)
    return Birth(first, all(has(i) is False for i in node.inputs) and not node.unknown)


def way_back(graph: UncutGraph, index: int, has: Has) -> Iterator[int]:
    """The nodes from one that has the property to the one that it arose at."""
    seen: set[int] = set()
    further: int | None = index
    while further is not None:
        yield further
        seen.add(further)
        inputs = [i for i in graph.node(further).inputs if i not in seen]
        further = next((i for i in inputs if has(i)), None)
        if further is None:
            # A value of which nothing is known takes part only if something behind it has the property.
            further = next((i for i in inputs if has(i) is None and any(has(j) for j in graph.node(i).inputs)), None)


def is_integer(dtype: str) -> bool:
    """Are its values whole numbers or truth values?"""
    return dtype.startswith(("int", "uint", "bool", "qint", "quint"))


class Kinds:
    """What kind of number the values of a graph are, as far as it is known."""

    def __init__(self, graph: UncutGraph) -> None:
        self._nodes = graph.nodes
        self._results = {at: dtype for seen in graph.evidence(ResultTypes) for at, dtype in seen.of}

    def dtype(self, index: int) -> str:
        return self._nodes[index].dtype or self._results.get(index, "")

    def is_integer(self, index: int) -> bool | None:
        """A whole number or a truth value, which cannot have a gradient."""
        dtype = self.dtype(index)
        if not dtype:
            return False if self._nodes[index].requires_grad else None
        return is_integer(dtype)

    def is_complex(self, index: int) -> bool | None:
        return self.dtype(index).startswith("complex") if self.dtype(index) else None

    def is_of(self, dtype: str) -> Has:
        """Has a value this dtype?"""
        return lambda index: self.dtype(index) == dtype if self.dtype(index) else None
