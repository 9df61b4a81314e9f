"""Limits that several watchers have in common, and tables that forget what was entered first."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

MOST = 64  # things of one kind that a watcher remembers or tells, where nothing asks for more or fewer
SOME_KEPT = 32  # the same, of things that are found once in a while
FEW_KEPT = 16  # the same, of things that hardly any program has several of, or that are asked again at each step
MANY_KEPT = 256  # the same, of lines that a program may well have many of, and of values until the next pass
NEAREST = 4  # operations that one expression puts one after the other
NEAR = 8  # operations between a value and what a statement or two have made of it, as a copy
NEAR_MIXED = 16  # operations between a mixture and what is mixed
NEAR_LOSS = 128  # operations that a loss is put together by
FEW_ORIGINS = 64  # behind a value that one or two statements have made
SOME_ORIGINS = 256  # behind a value that a function has put together
MOST_ORIGINS = 5_000  # behind one loss or term that a watcher goes through while the program runs
MOST_LEARNING = 20_000  # behind a pass, of those that carry a gradient
MANY_ORIGINS = 50_000  # that are gone through on a step that is inspected, and for a question
MOST_NODES = 20_000  # of autograd's own graph that are gone through at one pass

Key = TypeVar("Key")
Value = TypeVar("Value")


class Bounded(OrderedDict[Key, Value]):
    """A dictionary of at most `most` entries."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: Key, value: Value) -> None:
        super().__setitem__(key, value)
        if len(self) > self.most:
            self.popitem(last=False)


class BoundedSet(Bounded[Key, None]):
    """A set of at most `most` things, in the order in which they came."""

    def add(self, key: Key) -> None:
        self[key] = None
