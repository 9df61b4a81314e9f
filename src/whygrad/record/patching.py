"""One way to patch: with its undo."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from contextlib import ExitStack
from types import ModuleType
from typing import Any

Wrap = Callable[[Callable[..., Any]], Callable[..., Any]]


class Patches(ExitStack):
    """All patches, to be undone at once; those of torch's modules can be taken back for a while.

    The compiler knows functions of torch's modules by their identity, so it must find the originals there. Patches of
    classes stay: it knows classes themselves, and Python forgets what it has learnt of a class that is changed often.
    """

    def __init__(self) -> None:
        super().__init__()
        self._of_modules: list[tuple[ModuleType, str, Any, Any]] = []
        self._taken_back = 0
        self._lock = threading.Lock()

    def enter(self, owner: Any, name: str, original: Any, wrapped: Any) -> None:
        if isinstance(owner, ModuleType) and owner.__name__.partition(".")[0] == "torch":
            self._of_modules.append((owner, name, original, wrapped))

    def take_back(self) -> None:
        """Have the originals in place until `put_again`; several threads may ask for it."""
        with self._lock:
            self._taken_back += 1
            if self._taken_back == 1:
                for owner, name, original, _ in reversed(self._of_modules):
                    setattr(owner, name, original)

    def put_again(self) -> None:
        with self._lock:
            self._taken_back -= 1
            if not self._taken_back:
                for owner, name, _, wrapped in self._of_modules:
                    setattr(owner, name, wrapped)


def replace(undo: ExitStack, owner: Any, name: str, wrap: Wrap, stays: bool = False) -> None:
    """Put `wrap(original)` in the place of `owner.name` until `undo` closes, as the same kind of method.

    One that `stays` is not taken back for the compiler.
    """
    missing = object()
    stored = owner.__dict__.get(name, missing)
    original = stored.__func__ if isinstance(stored, (staticmethod, classmethod)) else getattr(owner, name)
    wrapped: Any = functools.wraps(original)(wrap(original))
    if isinstance(stored, (staticmethod, classmethod)):
        wrapped = type(stored)(wrapped)
    setattr(owner, name, wrapped)
    if isinstance(undo, Patches) and not stays:
        undo.enter(owner, name, original, wrapped)
    if stored is missing:
        undo.callback(delattr, owner, name)
    else:
        undo.callback(setattr, owner, name, stored)
