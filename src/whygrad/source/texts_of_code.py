"""Code whose file name leads to no text, such as that of `%%time`: where its text stands all the same.

Whoever compiles it from a text says so here. The code object keeps its name, which tracebacks show.
"""

from __future__ import annotations

import linecache
import weakref
from types import CodeType
from typing import NamedTuple


class Standing(NamedTuple):
    """In which text code stands, and how many lines of it come before the code's own first line."""

    file: str
    lines_before: int


_known: dict[int, tuple[weakref.ref[CodeType], Standing]] = {}  # by id, because comparing code takes long
_names: set[str] = set()


def has_own_text(file: str) -> bool:
    """Has code of this name been said to stand in a text?"""
    return file in _names


def is_without_text(code: CodeType) -> bool:
    return code.co_filename.startswith("<") and not linecache.getlines(code.co_filename)


def stands_in(code: CodeType, standing: Standing) -> None:
    """The code, and that of the functions in it, comes from this text."""
    _names.add(code.co_filename)
    for number in [number for number, (ref, _) in _known.items() if ref() is None]:
        del _known[number]
    waiting = [code]
    while waiting:
        one = waiting.pop()
        _known[id(one)] = (weakref.ref(one), standing)
        waiting += [part for part in one.co_consts if type(part) is CodeType]


def standing_of(code: CodeType) -> Standing:
    known = _known.get(id(code))
    return known[1] if known is not None and known[0]() is code else Standing(code.co_filename, 0)
