"""Tables that stay small however long the program runs: what was entered first is forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

MOST = 64  # things of one kind that a watcher remembers or tells, where nothing asks for more or fewer

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
