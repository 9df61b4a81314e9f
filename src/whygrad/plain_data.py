"""Frozen dataclasses as plain data that JSON can hold, and back: these fields, these types, and nothing else."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from whygrad.evidence import Evidence, kinds

LARGEST = 2**63  # of a number; autograd counts so far
KIND = "evidence"  # under this key stands the name of the class, where several may stand in one place


def to_plain(value: Any) -> Any:
    if isinstance(value, enum.Enum):
        return value.value
    if dataclasses.is_dataclass(value):
        plain = {f.name: to_plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
        return {KIND: type(value).__name__, **plain} if isinstance(value, Evidence) else plain
    if isinstance(value, (list, tuple)):
        return [to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: to_plain(item) for key, item in value.items()}
    return value


def from_plain(cls: Any, raw: Any) -> Any:
    """An object of this dataclass from its plain form; raises ValueError with one clear sentence for anything else."""
    try:
        return _reader(cls)(raw)
    except _WrongType:
        raise ValueError(f"a {cls.__name__} has the keys {', '.join(_fields(cls))}") from None


class _WrongType(Exception):
    pass


@cache
def _fields(cls: Any) -> dict[str, tuple[Any, Callable[[Any], Any]]]:
    """What reads each field, and the type of values that need no reading: a recording has millions of them."""
    hints = get_type_hints(cls)
    plain = (str, bool)
    return {f.name: (h if (h := hints[f.name]) in plain else None, _reader(h)) for f in dataclasses.fields(cls)}


@cache
def _reader(hint: Any) -> Callable[[Any], Any]:
    """What reads a value of this type."""
    if isinstance(hint, type) and issubclass(hint, Evidence):
        return lambda raw: _read_evidence(hint, raw)
    if dataclasses.is_dataclass(hint):
        return lambda raw: _read_fields(hint, raw)
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return lambda raw: _read_member(hint, raw)
    if hint is Any:
        return lambda raw: raw
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _one_of(arguments)
    if origin is tuple:
        return _several(arguments)
    if origin is Mapping:
        return _mapping(_reader(arguments[1]))
    return _number if hint is float else _plain(hint)


def _read_fields(cls: Any, raw: Any) -> Any:
    fields = _fields(cls)
    if type(raw) is not dict or raw.keys() != fields.keys():
        raise ValueError(f"a {cls.__name__} has the keys {', '.join(fields)}")
    values = []
    for name, (kind, read) in fields.items():
        value = raw[name]
        if type(value) is not kind:
            try:
                value = read(value)
            except _WrongType:
                declared = next(f.type for f in dataclasses.fields(cls) if f.name == name)
                raise ValueError(f"`{cls.__name__}.{name}` is not of the type {declared}") from None
        values.append(value)
    return cls(*values)


def _read_evidence(wanted: type[Evidence], raw: Any) -> Any:
    if type(raw) is not dict or KIND not in raw:
        raise _WrongType
    kind = _kind(raw[KIND]) if type(raw[KIND]) is str else None
    if kind is None:
        raise ValueError(f"there is no evidence of the kind {raw[KIND]!r}")
    if not issubclass(kind, wanted):
        raise _WrongType
    return _read_fields(kind, {key: value for key, value in raw.items() if key != KIND})


@cache
def _kind(name: str) -> type[Evidence] | None:
    """The class of evidence of this name. It is asked for with each thing that was seen; to find all reads a folder."""
    return kinds().get(name)


def _read_member(cls: Any, raw: Any) -> Any:
    try:
        return cls(raw)
    except (ValueError, TypeError):
        raise _WrongType from None


def _one_of(choices: tuple[Any, ...]) -> Callable[[Any], Any]:
    readers = [_reader(choice) for choice in choices if choice is not NoneType]

    def read(raw: Any) -> Any:
        if raw is None and NoneType in choices:
            return None
        for reader in readers:
            try:
                return reader(raw)
            except _WrongType:
                continue
        raise _WrongType

    return read


def _several(arguments: tuple[Any, ...]) -> Callable[[Any], Any]:
    readers = [_reader(a) for a in arguments if a is not Ellipsis]
    reader = readers[0] if Ellipsis in arguments else None

    def read(raw: Any) -> Any:
        if type(raw) is not list or (reader is None and len(raw) != len(readers)):
            raise _WrongType
        if reader is not None:
            return tuple([reader(item) for item in raw]) if raw else ()
        return tuple([read_one(item) for read_one, item in zip(readers, raw, strict=True)])

    return read


def _mapping(read_value: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(raw: Any) -> Any:
        if type(raw) is not dict or any(type(key) is not str for key in raw):
            raise _WrongType
        return {key: read_value(value) for key, value in raw.items()}

    return read


def _plain(kind: Any) -> Callable[[Any], Any]:
    def read(raw: Any) -> Any:
        if type(raw) is not kind:  # `True` is no number
            raise _WrongType
        return raw

    return _whole_number if kind is int else read


def _whole_number(raw: Any) -> int:
    if type(raw) is not int or not -LARGEST <= raw <= LARGEST:
        raise _WrongType
    return raw


def _number(raw: Any) -> float:
    if type(raw) not in (float, int):
        raise _WrongType
    return float(raw)
