"""Whether one function can stand for another: every call that the other takes must come through."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import NamedTuple


class _Parameters(NamedTuple):
    positional: tuple[str, ...]
    unnamed: int  # how many of these cannot be passed by their names
    required: int  # how many of these have no default
    named_only: tuple[str, ...]
    takes_more: bool  # `*args`
    takes_other_names: bool  # `**kwargs`

    def takes_named(self, name: str) -> bool:
        return self.takes_other_names or name in self.positional[self.unnamed :] or name in self.named_only


def accepts_all_calls_of(original: Callable[..., object], wrapper: Callable[..., object], on_an_object: bool) -> bool:
    """Does `wrapper` take every argument that `original` takes, by position and by name?

    A method is called `on_an_object`: Python passes the first argument. Of functions of C's nothing is known.
    """
    theirs, ours = _parameters_of(inspect.unwrap(original)), _parameters_of(wrapper)
    if theirs is None or ours is None:
        return True
    first = int(on_an_object)
    if not ours.takes_more and (theirs.takes_more or len(ours.positional) < len(theirs.positional)):
        return False
    if ours.required > max(theirs.required, first):
        return False
    if theirs.takes_other_names and not ours.takes_other_names:
        return False
    named = (*theirs.positional[max(theirs.unnamed, first) :], *theirs.named_only)
    return all(ours.takes_named(name) for name in named) and not _is_taken_for_another(theirs, ours, first)


def _is_taken_for_another(theirs: _Parameters, ours: _Parameters, first: int) -> bool:
    """Would an argument that is passed by its name be taken for one at another position, or be missing at its own?"""
    for index, name in enumerate(ours.positional):
        meant = theirs.positional[index] if index < len(theirs.positional) else ""
        if index >= first and meant and index >= theirs.unnamed and (index < ours.unnamed or name != meant):
            return True
        if index >= ours.unnamed and name != meant and theirs.takes_named(name):
            return True
    return False


def _parameters_of(function: object) -> _Parameters | None:
    """Read from the code: `inspect.signature` would evaluate annotations, which are the program's."""
    if not isinstance(function, FunctionType):
        return None
    code = function.__code__
    positional = code.co_varnames[: code.co_argcount]
    named_only = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    return _Parameters(
        positional,
        code.co_posonlyargcount,
        code.co_argcount - len(function.__defaults__ or ()),
        named_only,
        bool(code.co_flags & inspect.CO_VARARGS),
        bool(code.co_flags & inspect.CO_VARKEYWORDS),
    )
