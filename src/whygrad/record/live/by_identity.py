"""What is known of objects of the program's, for as long as they live; none is asked for its hash."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Any, TypeVar

from whygrad.record.live.origin import OwnRef

K = TypeVar("K")
V = TypeVar("V")


class ByIdentity(MutableMapping[K, V]):
    """As `weakref.WeakKeyDictionary`, which compares its keys by what they say of themselves."""

    def __init__(self) -> None:
        self._entries: dict[int, tuple[OwnRef, V]] = {}

    def __getitem__(self, key: K) -> V:
        ref, value = self._entries[id(key)]
        if ref() is not key:  # of one that is gone, and whose id is used again
            raise KeyError
        return value

    def __setitem__(self, key: K, value: V) -> None:
        number, entries = id(key), self._entries

        def forget(ref: Any) -> None:
            if number in entries and entries[number][0] is ref:
                del entries[number]

        entries[number] = (OwnRef(key, forget), value)

    def __delitem__(self, key: K) -> None:
        del self._entries[id(key)]

    def __iter__(self) -> Iterator[K]:
        return (key for ref, _ in list(self._entries.values()) if (key := ref()) is not None)

    def __len__(self) -> int:
        return len(self._entries)
