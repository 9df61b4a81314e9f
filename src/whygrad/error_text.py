"""What an exception says, told without code of the program's: its own `__str__` may print, count or take a while."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from whygrad.interruptions.errors import hand_on

PLAIN = (str, int, float, bool, type(None))
WORDED_BY = frozenset({"torch", "whygrad"})  # whose own words are asked for

_namespace_of: Callable[[type], Mapping[str, object]] = type.__dict__["__dict__"].__get__
_bases_of: Callable[[type], tuple[type, ...]] = type.__dict__["__mro__"].__get__
_arguments_of: Callable[[BaseException], tuple[Any, ...]] = BaseException.__dict__["args"].__get__


def text_of(error: BaseException) -> str:
    """The text of an exception; that which it was raised with where its class words it in a way of the program's.

    Empty where it shows an object of the program's.
    """
    worded = next(names["__str__"] for base in _bases_of(type(error)) if "__str__" in (names := _namespace_of(base)))
    if type(worded) is FunctionType and _top_of(worded) in WORDED_BY:
        return _asked(error)
    if not _is_plain(_arguments_of(error)):
        return ""
    in_c = type(worded) is type(BaseException.__str__)
    return _asked(error) if in_c else BaseException.__str__(error)


def _is_plain(argument: object) -> bool:
    """Is it text or a number, or a tuple of such, as a syntax error's place is?"""
    return type(argument) in PLAIN or (type(argument) is tuple and all(map(_is_plain, argument)))


def _top_of(function: FunctionType) -> str:
    """The package that a function is from."""
    name = function.__globals__.get("__name__")
    return name.partition(".")[0] if type(name) is str else ""


def _asked(error: BaseException) -> str:
    try:
        return str(error)
    except Exception as error_in_it:
        hand_on(error_in_it)
        return ""
