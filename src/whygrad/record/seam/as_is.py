"""What the program's objects are, told by what Python itself keeps of them: no code of theirs runs.

Truth, equality, hash, length, text, iteration, attributes and `__class__` are theirs to answer as they like: a question
may raise, count how often it was asked, or wait for a database. So they are not asked.
"""

from __future__ import annotations

import dis
import functools
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from types import CodeType, FunctionType, GetSetDescriptorType, MemberDescriptorType, MethodType
from typing import Any, TypeGuard, TypeVar, overload

from whygrad.error_text import text_of as text_of
from whygrad.interruptions.errors import hand_on
from whygrad.recording import Definition

T = TypeVar("T")

namespace_of: Callable[[type], Mapping[str, object]] = type.__dict__["__dict__"].__get__
bases_of: Callable[[type], tuple[type, ...]] = type.__dict__["__mro__"].__get__
name_of_class: Callable[[type], str] = type.__dict__["__name__"].__get__
_module_of: Callable[[type], object] = type.__dict__["__module__"].__get__
_room_for_attributes: Callable[[type], int] = type.__dict__["__dictoffset__"].__get__

ITEMS: tuple[tuple[type, Callable[[Any], Iterable[object]]], ...] = (
    (list, list.__iter__),
    (tuple, tuple.__iter__),
    (dict, dict.values),
    (set, set.__iter__),
    (frozenset, frozenset.__iter__),
    (deque, deque.__iter__),
)
PLAIN_TEXT = (str, int, float, bool, type(None))
CONVERTED: tuple[tuple[type, Callable[[Any], object]], ...]
CONVERTED = ((int, int.__int__), (float, float.__float__), (str, str.__str__))
NESTED = 8  # partials of partials


@overload
def is_a(value: object, kind: type[T]) -> TypeGuard[T]: ...
@overload
def is_a(value: object, kind: tuple[type[T], ...]) -> TypeGuard[T]: ...
def is_a(value: object, kind: type | tuple[type, ...]) -> bool:
    """As `isinstance`, which asks the object itself for its class where its type is another."""
    return issubclass(type(value), kind)


def is_exactly(value: object, *kinds: type[T]) -> TypeGuard[T]:
    """Is one of these the very class of a value? `in` would ask the class's own metaclass whether they are equal."""
    own = type(value)
    for kind in kinds:  # noqa: SIM110  # quicker than `any`
        if own is kind:
            return True
    return False


def class_name(value: object) -> str:
    return name_of_class(type(value))


def module_of_class(value: object) -> str:
    """The module in which the class of an object was defined."""
    name = _module_of(type(value))
    return name if type(name) is str else ""


def member_of(cls: type, name: str) -> object:
    """What a class, or one that it is derived from, has under this name; a method as the function that it is."""
    found: object = next((names[name] for base in bases_of(cls) if name in (names := namespace_of(base))), None)
    return found.__func__ if type(found) is staticmethod or type(found) is classmethod else found


def of_class(value: object, name: str) -> object:
    """What the class of an object has under this name, not bound to the object."""
    return member_of(type(value), name)


def attributes_of(thing: object) -> dict[str, object]:
    """The attributes that an object itself holds."""
    own = of_class(thing, "__dict__")
    if type(own) is not GetSetDescriptorType and type(own) is not MemberDescriptorType:
        return {}
    found = own.__get__(thing)
    return found if type(found) is dict else {}


def has_attributes(thing: object) -> bool:
    return bool(_room_for_attributes(type(thing)))


def attribute_of(thing: object, name: str, otherwise: object = None) -> object:
    return attributes_of(thing).get(name, otherwise)


def handed_on(thing: object, name: str) -> object:
    """What a property of this name gives where it does no more than hand on, as `return self.inner.name` does."""
    for _ in range(NESTED):
        own = of_class(thing, name)
        path = _path_in(own.fget.__code__) if type(own) is property and type(own.fget) is FunctionType else ()
        if not path:
            return attribute_of(thing, name)
        for step in path[:-1]:
            thing = attribute_of(thing, step)
        name = path[-1]
    return None


@functools.lru_cache(maxsize=1_024)
def _path_in(code: CodeType) -> tuple[str, ...]:
    """The attributes of its first argument that a function returns, one of the other; none where it does more."""
    acts = [act for act in dis.get_instructions(code) if act.opname not in ("RESUME", "NOP", "CACHE")]
    first, path, last = acts[:1], acts[1:-1], acts[-1:]
    reads = first and first[0].opname.startswith("LOAD_FAST") and first[0].argval == code.co_varnames[0]
    ends = last and last[0].opname == "RETURN_VALUE" and all(act.opname == "LOAD_ATTR" for act in path)
    return tuple(act.argval for act in path) if reads and ends else ()


def each(container: object) -> Iterable[object]:
    """What lies in a list, tuple, set or deque, or the values of a dictionary; of anything else nothing is taken."""
    if type(container) is list or type(container) is tuple:  # mostly
        return container
    for kind, iterate in ITEMS:
        if issubclass(type(container), kind):
            return iterate(container)
    return ()


def items_of(container: object) -> list[object]:
    """As `each`, at once: what comes of it may change the container."""
    return list(each(container))


def pairs_of(mapping: object) -> list[tuple[str, object]]:
    """The entries of a dictionary by their keys; a key that is no word or number is named by its class."""
    if not issubclass(type(mapping), dict):
        return []
    entries: Iterable[tuple[object, object]] = dict.items(mapping)  # type: ignore[arg-type]  # it is one
    return [(str(k) if is_exactly(k, *PLAIN_TEXT) else class_name(k), value) for k, value in list(entries)]


def signature_of(error: BaseException) -> str:
    """By what an error is known again."""
    return f"{class_name(error)}: {text_of(error)}"


def is_number(value: object) -> bool:
    """Is it one of Python's own numbers, which can be compared?"""
    return is_exactly(value, int, float)


def plain_value(value: object) -> object:
    """A word or number of a class of the program's as one of Python's own."""
    for kind, convert in CONVERTED:
        if issubclass(type(value), kind) and not is_exactly(value, bool, kind):
            return convert(value)
    return value


def function_of(function: object) -> FunctionType | None:
    """The function of Python's that runs when a function, a method, a partial or an object is called."""
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
    return function if type(function) is FunctionType else None


def enclosed_by(function: FunctionType) -> list[tuple[str, object]]:
    """The variables of the functions outside that a function's code names, with their values."""
    found: list[tuple[str, object]] = []
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
        try:
            found.append((name, cell.cell_contents))
        except ValueError as error:  # not set yet
            hand_on(error)
    return found


def code_of(function: object) -> CodeType | None:
    found = function_of(function)
    return found.__code__ if found is not None else None


def definition_of(code: CodeType) -> Definition:
    """Where the text of a function stands."""
    return Definition(code.co_filename, code.co_firstlineno, code.co_name)


def owner_of(method: object) -> object | None:
    """The object that a method is bound to."""
    return method.__self__ if type(method) is MethodType else None
