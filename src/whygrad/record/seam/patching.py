"""One way to patch: with its undo."""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from copy import copy
from types import BuiltinFunctionType, ModuleType
from typing import Any

Wrap = Callable[[Callable[..., Any]], Callable[..., Any]]


class Patches(ExitStack):
    """All patches, to be undone at once; those of torch's modules can be taken back for a while.

    The compiler knows functions of torch's modules by their identity, so it must find the originals there. Patches of
    classes stay: it knows classes themselves, and Python forgets what it has learnt of a class that is changed often.
    """

    def __init__(self, pickled: Callable[[str], None] | None = None) -> None:
        super().__init__()
        self.pickled = pickled  # is told the name of a function of C's that was pickled while it was replaced
        self._of_modules: list[tuple[ModuleType, str, Any, Any]] = []
        self._taken_back = 0
        self._lock = threading.Lock()

    def enter(self, owner: Any, name: str, original: Any, wrapped: Any) -> None:
        if isinstance(owner, ModuleType) and owner.__name__.partition(".")[0] in ("torch", "sys"):
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
    wrapped: Any = wrap(original)
    if isinstance(owner, ModuleType) and isinstance(original, BuiltinFunctionType):
        wrapped = _in_place_of(original, wrapped, getattr(undo, "pickled", None))
    else:
        wrapped = functools.wraps(original)(wrapped)
    if isinstance(stored, (staticmethod, classmethod)):
        wrapped = type(stored)(wrapped)
    setattr(owner, name, wrapped)
    if isinstance(undo, Patches) and not stays:
        undo.enter(owner, name, original, wrapped)
    if stored is missing:
        undo.callback(delattr, owner, name)
    else:
        undo.callback(setattr, owner, name, stored)


def _in_place_of(original: BuiltinFunctionType, act: Callable[..., Any], pickled: Callable[[str], None] | None) -> Any:
    """What does `act` when called, and is `original` to all who ask, print, compare or pickle it.

    A function of ours would be pickled by another name, and look like one of Python's.
    """

    class StandIn:
        __slots__ = ("__weakref__",)
        __call__ = staticmethod(act)  # no frame between the caller and it

        def __getattribute__(self, name: str) -> Any:
            own = name in ("__deepcopy__", "__reduce_ex__")  # what copying and pickling ask for
            return object.__getattribute__(self, name) if own else getattr(original, name)

        def __copy__(self) -> Any:
            return self

        def __deepcopy__(self, memo: Any) -> Any:
            return self

        def __reduce_ex__(self, protocol: Any) -> Any:
            reduced = original.__reduce_ex__(protocol)
            if isinstance(reduced, str):
                if getattr(sys.modules.get(original.__module__), reduced, None) is self:
                    return reduced
                reduced = (copy, (original,))
            if pickled is not None:
                pickled(f"{original.__module__}.{original.__name__}")
            return reduced

        def __repr__(self) -> str:
            return repr(original)

        def __hash__(self) -> int:
            return hash(original)

        def __eq__(self, other: object) -> bool:
            return self is other or original == other

    return StandIn()
