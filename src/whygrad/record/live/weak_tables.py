"""Tables and sets that hold their things weakly, by identity.

Python's own run a function of theirs where a thing dies, that is, in the middle of the program: a signal handler that
raises in it, or an exception that another thread sets, would be printed there and lost. Here C alone runs (a list's
`append`), and what died is taken out when the table is next used. Nor are things asked for equality or a hash.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping, MutableSet
from typing import Any, TypeVar, overload

from whygrad.record.live.origin import OwnRef, taken

K = TypeVar("K")
V = TypeVar("V")
D = TypeVar("D")
_NONE: Any = object()


class _Key(OwnRef):
    __slots__ = ("id",)
    id: int


class WeakKeys(MutableMapping[K, V]):
    """A dictionary whose entries go with their keys."""

    def __init__(self) -> None:
        self.entries: dict[int, tuple[_Key, V]] = {}
        self.dead: list[_Key] = []

    def _living(self) -> dict[int, tuple[_Key, V]]:
        while self.dead:
            key = taken(self.dead)
            entry = self.entries.get(key.id) if key is not None else None
            if entry is not None and entry[0] is key:  # ids are used again
                del self.entries[key.id]
        return self.entries

    def __getitem__(self, key: K) -> V:
        entry = self._living().get(id(key))
        if entry is None:
            raise KeyError(key)
        return entry[1]

    def __setitem__(self, key: K, value: V) -> None:
        entry = self._living().get(id(key))
        if entry is None:
            ref = _Key(key, self.dead.append)
            ref.id = id(key)
        else:
            ref = entry[0]
        self.entries[id(key)] = (ref, value)

    def __bool__(self) -> bool:
        return bool(self.entries and self._living())

    def __delitem__(self, key: K) -> None:
        del self._living()[id(key)]

    def __contains__(self, key: object) -> bool:
        return id(key) in self._living()

    def __iter__(self) -> Iterator[K]:
        for ref, _ in list(self._living().values()):
            key = ref()
            if key is not None:
                yield key

    def __len__(self) -> int:
        return len(self._living())

    # Python's own of `get`, `pop` and `setdefault` ask by an exception, and dozens of tables are asked at each step.

    @overload
    def get(self, key: K) -> V | None: ...
    @overload
    def get(self, key: K, default: V | D) -> V | D: ...
    def get(self, key: K, default: Any = None) -> Any:
        entry = (self._living() if self.dead else self.entries).get(id(key))
        return default if entry is None else entry[1]

    @overload
    def pop(self, key: K) -> V: ...
    @overload
    def pop(self, key: K, default: V | D) -> V | D: ...
    def pop(self, key: K, default: Any = _NONE) -> Any:
        entry = self._living().pop(id(key), None)
        if entry is None and default is _NONE:
            raise KeyError(key)
        return default if entry is None else entry[1]

    def setdefault(self, key: K, default: Any = None) -> Any:
        entry = (self._living() if self.dead else self.entries).get(id(key))
        if entry is None:
            self[key] = default
        return default if entry is None else entry[1]

    def pairs(self) -> list[tuple[K, V]]:
        """The living keys with their values, at once: Python's own `items` asks for each value by its key."""
        found = ((ref(), value) for ref, value in (*self._living().values(),)) if self.entries else ()
        return [(key, value) for key, value in found if key is not None]

    def things(self) -> list[V]:
        """The values, at once: Python's own `values` asks for each by its key."""
        return [value for ref, value in self._living().values() if ref() is not None] if self.entries else []

    def of(self, keys: Iterable[K]) -> list[V]:
        """The values of these keys, which may be far fewer than all."""
        entries = self._living() if self.dead else self.entries
        return [entry[1] for key in keys if (entry := entries.get(id(key))) is not None] if entries else []

    def clear(self) -> None:
        """All at once; what dies later finds no entry."""
        self.entries.clear()


class WeakThings(MutableSet[K]):
    """A set that things leave when they die."""

    def __init__(self) -> None:
        self._things: WeakKeys[K, None] = WeakKeys()

    def __contains__(self, thing: object) -> bool:
        return thing in self._things

    def __iter__(self) -> Iterator[K]:
        return iter(self._things)

    def __len__(self) -> int:
        return len(self._things)

    def __bool__(self) -> bool:
        return bool(self._things)

    def add(self, thing: K) -> None:
        self._things[thing] = None

    def update(self, things: Iterable[K]) -> None:
        for thing in things:
            self.add(thing)

    def clear(self) -> None:
        self._things.clear()

    def discard(self, thing: K) -> None:
        self._things.pop(thing, None)
