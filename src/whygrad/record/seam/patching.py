"""One way to patch: with its undo, and only where what is found there is what the patch was written for."""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from copy import copy
from enum import Enum
from importlib import import_module
from inspect import getattr_static
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    FunctionType,
    MethodDescriptorType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any, NamedTuple

from whygrad.record.seam.calls import accepts_all_calls_of

Owner = ModuleType | type
Wrap = Callable[[Callable[..., Any]], Callable[..., Any]]
MISSING = object()


class Called(Enum):
    """What Python puts before the arguments that the program wrote."""

    PLAINLY = "nothing"
    ON_AN_INSTANCE = "the instance"
    ON_A_CLASS = "the class"


class Found(NamedTuple):
    """What stands at an address: called with all its arguments, whatever kind of method it is."""

    original: Callable[..., object]
    called: Called
    kept_as: Callable[[Any], Any] | None  # makes the same kind of method of a function of ours


class Patches(ExitStack):
    """All patches, to be undone at once; those of torch's modules can be taken back for a while.

    The compiler knows functions of torch's modules by their identity, so it must find the originals there. Patches of
    classes stay: it knows classes themselves, and Python forgets what it has learnt of a class that is changed often.
    """

    def __init__(
        self, pickled: Callable[[str], None] | None = None, missing: Callable[[str], None] | None = None
    ) -> None:
        super().__init__()
        self.pickled = pickled  # is told the name of a function of C's that was pickled while it was replaced
        self.made: dict[str, Called] = {}  # by address
        self._missing = missing  # is told the name of what is not as a patch expects it
        self._of_modules: list[tuple[ModuleType, str, object, object]] = []
        self._taken_back = 0
        self._lock = threading.Lock()

    def missing(self, address: str) -> None:
        if self._missing is not None:
            self._missing(address.replace(":", "."))

    def enter(self, owner: object, name: str, original: object, wrapped: object) -> None:
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


def replace(
    undo: Patches, address: str, wrap: Wrap, called: Called = Called.ON_AN_INSTANCE, stays: bool = False
) -> bool:
    """Put `wrap(original)` in the place of what `address` ("module:name" or "module:Class.name") names, until `undo`.

    Where it is not there, is called in another way or takes other arguments, it is left alone, which `undo` and the
    result tell: a wrapper that was written for something else would break the program. One that `stays` is not taken
    back for the compiler.
    """
    owner, name = owner_of(address)
    found = _found(owner, name)
    wrapped: Any = wrap(found.original) if found is not None and _is_called(found, owner, called) else None
    if found is None or wrapped is None or not accepts_all_calls_of(found.original, wrapped, isinstance(owner, type)):
        undo.missing(address)
        return False
    if isinstance(owner, ModuleType) and isinstance(found.original, BuiltinFunctionType):
        wrapped = _in_place_of(found.original, wrapped, undo.pickled)
    else:
        wrapped = functools.wraps(found.original)(wrapped)
    if found.kept_as is not None:
        wrapped = found.kept_as(wrapped)
    stored = vars(owner).get(name, MISSING)
    try:
        setattr(owner, name, wrapped)
    except TypeError:  # a class of C's
        undo.missing(address)
        return False
    undo.made[address] = found.called
    if not stays:
        undo.enter(owner, name, found.original, wrapped)
    if stored is MISSING:
        undo.callback(delattr, owner, name)
    else:
        undo.callback(setattr, owner, name, stored)
    return True


def owner_of(address: str) -> tuple[Owner | None, str]:
    """The module or class that `address` leads to, and the name in it; None where there is none."""
    module, _, path = address.partition(":")
    *classes, name = path.split(".")
    try:
        owner: object = import_module(module)
    except ImportError:
        return None, name
    for cls in classes:
        owner = getattr_static(owner, cls, None)
    return owner if isinstance(owner, (ModuleType, type)) else None, name


def _is_called(found: Found, owner: Owner | None, called: Called) -> bool:
    return found.called is (Called.PLAINLY if isinstance(owner, ModuleType) else called)


def _found(owner: Owner | None, name: str) -> Found | None:
    """What is at this name, where it is of a kind that can be called and replaced."""
    if owner is None:
        return None
    if isinstance(owner, ModuleType):
        function = vars(owner).get(name)
        is_one = callable(function) and not isinstance(function, type)
        return Found(function, Called.PLAINLY, None) if is_one and function is not None else None
    stored = getattr_static(owner, name, None)
    if isinstance(stored, classmethod):
        return Found(stored.__func__, Called.ON_A_CLASS, classmethod)
    if isinstance(stored, ClassMethodDescriptorType):  # one of C's; it takes the class as its first argument
        return Found(stored, Called.ON_A_CLASS, classmethod)
    if isinstance(stored, staticmethod):
        return Found(stored.__func__, Called.PLAINLY, staticmethod)
    if isinstance(stored, (FunctionType, MethodDescriptorType, WrapperDescriptorType)):
        return Found(stored, Called.ON_AN_INSTANCE, None)
    return None


def _in_place_of(
    original: BuiltinFunctionType, act: Callable[..., object], pickled: Callable[[str], None] | None
) -> object:
    """What does `act` when called, and is `original` to all who ask, print, compare or pickle it.

    A function of ours would be pickled by another name, and look like one of Python's.
    """

    class StandIn:
        __slots__ = ("__weakref__",)
        __call__ = staticmethod(act)  # no frame between the caller and it

        def __getattribute__(self, name: str) -> object:
            own = name in ("__deepcopy__", "__reduce_ex__")  # what copying and pickling ask for
            return object.__getattribute__(self, name) if own else getattr(original, name)

        def __copy__(self) -> object:
            return self

        def __deepcopy__(self, memo: object) -> object:
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
