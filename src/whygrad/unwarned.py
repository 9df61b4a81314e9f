"""What we do ourselves warns nobody, and changes nothing about the program's own warnings.

`warnings.catch_warnings()` would: Python forgets what it has shown once whenever filters are changed by the book, so
all of the program's warnings would be shown again. Here a filter stands in front of the others for a moment, and
Python is not told. It is there for all threads, as those of `catch_warnings` are, so what is done inside must be short.
"""

from __future__ import annotations

import warnings
from typing import Any


class unwarned:  # reads as a statement: `with unwarned():`
    __slots__ = ("_entry", "_filters")

    def __enter__(self) -> None:
        # The list itself is remembered: a `catch_warnings` of another thread may put a copy in its place meanwhile.
        self._filters: list[Any] = warnings.filters  # type: ignore[assignment]
        self._entry: Any = ("ignore", None, Warning, None, 0)
        self._filters.insert(0, self._entry)

    def __exit__(self, *_: Any) -> None:
        for at, entry in enumerate(self._filters):
            if entry is self._entry:  # the program may have one that is equal
                del self._filters[at]
                break
