"""What the program's objects are, told by what Python itself keeps of them: no code of theirs runs.

Truth, equality, hash, length, text, iteration, attributes and `__class__` are theirs to answer as they like: a question
may raise, count how often it was asked, or wait for a database. So they are not asked.
"""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable, Iterable
from types import CodeType, FunctionType, GetSetDescriptorType, MethodType
from typing import Any, TypeGuard, TypeVar, overload

T = TypeVar("T")

_namespace_of: Callable[[type], Any] = type.__dict__["__dict__"].__get__
_bases_of: Callable[[type], tuple[type, ...]] = type.__dict__["__mro__"].__get__
_name_of: Callable[[type], str] = type.__dict__["__name__"].__get__

ITEMS: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (list, list.__iter__),
    (tuple, tuple.__iter__),
    (dict, dict.values),
    (set, set.__iter__),
    (frozenset, frozenset.__iter__),
    (deque, deque.__iter__),
)
CONTAINERS = tuple(kind for kind, _ in ITEMS)
PLAIN_TEXT = (str, int, float, bool, type(None))
NESTED = 8  # partials of partials


@overload
def is_a(value: object, kind: type[T]) -> TypeGuard[T]: ...
@overload
def is_a(value: object, kind: tuple[type, ...]) -> bool: ...
def is_a(value: object, kind: Any) -> bool:
    """As `isinstance`, which asks the object itself for its class where its type is another."""
    return issubclass(type(value), kind)


def class_name(value: object) -> str:
    return _name_of(type(value))


def of_class(value: object, name: str) -> Any:
    """What the class of an object, or one that it is derived from, has under this name; not bound to the object."""
    return next((found for cls in _bases_of(type(value)) if (found := _namespace_of(cls).get(name)) is not None), None)


def attributes_of(thing: object) -> dict[str, Any]:
    """The attributes that an object itself holds."""
    own = of_class(thing, "__dict__")
    found = own.__get__(thing) if type(own) is GetSetDescriptorType else None
    return found if type(found) is dict else {}


def attribute_of(thing: object, name: str, otherwise: Any = None) -> Any:
    return attributes_of(thing).get(name, otherwise)


def each(container: object) -> Iterable[Any]:
    """What lies in a list, tuple, set or deque, or the values of a dictionary; of anything else nothing is taken."""
    for kind, iterate in ITEMS:
        if issubclass(type(container), kind):
            found: Iterable[Any] = iterate(container)
            return found
    return ()


def items_of(container: object) -> list[Any]:
    """As `each`, at once: what comes of it may change the container."""
    return list(each(container))


def pairs_of(mapping: object) -> list[tuple[str, Any]]:
    """The entries of a dictionary whose keys are words or numbers, by those."""
    if not issubclass(type(mapping), dict):
        return []
    entries: Any = dict.items(mapping)  # type: ignore[arg-type]  # it is one
    return [(str(key), value) for key, value in list(entries) if type(key) in PLAIN_TEXT]


def text_of(error: BaseException) -> str:
    """The text of an exception; empty where it shows an object of the program's, or cannot be made."""
    if type(of_class(error, "__str__")) is not FunctionType and any(type(a) not in PLAIN_TEXT for a in error.args):
        return ""
    try:
        return str(error)
    except Exception:  # of a class of the program's
        return ""


def signature_of(error: BaseException) -> str:
    """By what an error is known again."""
    return f"{class_name(error)}: {text_of(error)}"


def is_number(value: object) -> bool:
    """Is it one of Python's own numbers, which can be compared?"""
    return type(value) in (int, float)


def code_of(function: object) -> CodeType | None:
    """The code that runs when a function, a method, a partial or an object is called."""
    for _ in range(NESTED):
        if type(function) is functools.partial:
            function = function.func
        elif type(function) is MethodType:
            function = function.__func__
        elif type(function) is FunctionType and "__wrapped__" in function.__dict__:
            function = function.__dict__["__wrapped__"]
        else:
            break
    if type(function) is not FunctionType:
        function = of_class(function, "__call__")
    return function.__code__ if type(function) is FunctionType else None
