"""Repairs are found by the causes that they are for; a repair with no cause is tried for all, after the others."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from whygrad.fix.change import Change
from whygrad.fix.scene import Scene, Text

Repair = Callable[
    [Scene, Text, ast.AST], Iterator[Change]
]  # a finding, a file of its, and the node at one of its places
_repairs: list[tuple[frozenset[str], Repair]] = []
_first: set[Repair] = set()


def repair(*causes: str, first: bool = False) -> Callable[[Repair], Repair]:
    """Enter a function that yields changes for a finding of these causes, at one of its places.

    Those of a repair that comes first are tried before all others, at all places: it knows more than the place tells.
    """

    def enter(function: Repair) -> Repair:
        _repairs.append((frozenset(causes), function))
        if first:
            _first.add(function)
        return function

    return enter


def entered(cause: str) -> tuple[list[Repair], list[Repair]]:
    """The repairs for the cause, and all others, each in the order of their modules."""
    own = [function for causes, function in _repairs if cause in causes]
    own.sort(key=lambda function: function not in _first)
    rest = [function for causes, function in _repairs if cause not in causes]
    return own, rest


def comes_first(function: Repair) -> bool:
    return function in _first
