"""What a function reads that may change between two runs: plain values, sizes of containers, flags of modules."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from types import ModuleType
from typing import NamedTuple

import torch

from whygrad.evidence.passes import OTHER_VALUES
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import (
    attribute_of,
    attributes_of,
    each,
    enclosed_by,
    function_of,
    has_attributes,
    is_a,
    items_of,
    module_of_class,
    of_class,
    owner_of,
    pairs_of,
    plain_value,
)
from whygrad.record.seam.holdings import children_of, entries_of

MOST = 2_000  # values of one function
DEPTH = 3
LONG, FEW = 64, 16  # entries of a container that are read; with numbers among them
PLAIN = (bool, int, float, str, type(None), torch.dtype, torch.device)
SIZED = (list, tuple, dict, set, frozenset)

State = dict[str, object]


def state_of(function: object, args: Iterable[object], kwargs: Mapping[str, object]) -> State:
    """Name -> value, of all that the function can see without being told; of tensors the shape and the writes."""
    found: State = {"torch.get_default_dtype()": torch.get_default_dtype()}
    queue: list[tuple[str, object, int]] = list(_seen_by(function))
    queue += [(f"argument {number}", value, 0) for number, value in enumerate(args)]
    queue += [(name, value, 0) for name, value in kwargs.items()]
    met: set[int] = set()
    for name, value, depth in queue:
        if len(found) >= MOST:
            break
        kind = KINDS.of(type(value))
        if kind == A_VALUE:
            found[name] = plain_value(value)
        elif kind == A_TENSOR and is_a(value, torch.Tensor):
            found[name] = _Tensor(value.shape, (id(value), torch_api.version_of(value)))
        elif id(value) not in met:
            met.add(id(value))
            prefix = f"{name}." if name else ""
            if kind == SEVERAL:
                found[name] = _Size(len(items_of(value)))
            elif (
                kind == LIBRARY_MODULE and depth < DEPTH and is_a(value, torch.nn.Module)
            ):  # what torch's own modules keep, they do not change
                found[prefix + "training"] = attribute_of(value, "training")
                queue += [(prefix + key, part, depth + 1) for key, part in children_of(value)]
                continue
            if depth < DEPTH:
                queue += [(prefix + key, part, depth + 1) for key, part in _parts(value)]
    return found


class _Kinds(dict[int, tuple[int, type]]):
    """What the values of a class are to us: looked up once, because every run of a checkpoint asks for many.

    By the id of the class, which stays its own because the class is kept.
    """

    def of(self, cls: type) -> int:
        known = self.get(id(cls))
        if known is None:
            known = self[id(cls)] = _kind_of(cls), cls
        return known[0]


def _kind_of(cls: type) -> int:
    if issubclass(cls, PLAIN):
        return A_VALUE
    if issubclass(cls, torch.Tensor):
        return A_TENSOR
    if issubclass(cls, SIZED):
        return SEVERAL
    is_library = issubclass(cls, torch.nn.Module) and str(cls.__module__).startswith("torch.")
    return LIBRARY_MODULE if is_library else OTHER


A_VALUE, A_TENSOR, SEVERAL, LIBRARY_MODULE, OTHER = range(5)
KINDS = _Kinds()


class _Size(int):
    """A number of entries."""

    def __str__(self) -> str:
        return f"{int(self)} {'entry' if self == 1 else 'entries'}"


class _Tensor(NamedTuple):
    shape: torch.Size
    values: tuple[int, int]  # which tensor it is, and how often it was written to


def differences(before: State, after: State) -> list[tuple[str, str, str]]:
    """What changed: (name, value before, value after); tensors that only have other values come last."""
    changed = [
        (name, _shown(before[name]), _shown(value))
        for name, value in after.items()
        if name in before and (old := before[name]) is not value and old != value
    ]
    told = [change for change in changed if change[1] != change[2]]
    return told + [(name, old, OTHER_VALUES) for name, old, new in changed if old == new]


def _shown(value: object) -> str:
    if is_a(value, _Tensor):
        return f"shape {list(value.shape)}"
    return str(value) if is_a(value, (_Size, torch.dtype, torch.device)) else repr(value)[:40]


def _seen_by(function: object) -> Iterator[tuple[str, object, int]]:
    """The object of a method, a module itself, what a closure holds, and the globals that the code names."""
    while type(function) is functools.partial:
        yield from ((f"argument {number}", value, 0) for number, value in enumerate(function.args))
        function = function.func
    owner = function if is_a(function, torch.nn.Module) else owner_of(function)
    if owner is not None:
        yield "", owner, 0
    if is_a(owner, torch.nn.Module):
        function = of_class(owner, "forward") if function is owner else function
    code = function_of(function)
    held = code.__globals__ if code is not None else {}
    for name, value in named_by(function):
        if name not in held or is_a(value, (*PLAIN, *SIZED, torch.Tensor)):
            yield name, value, 0


def named_by(function: object) -> Iterator[tuple[str, object]]:
    """The globals and the variables of functions outside that a function's own code names."""
    found = function_of(function)
    if found is None:
        return
    code, variables = found.__code__, found.__globals__
    yield from ((name, variables[name]) for name in code.co_names if name in variables)
    yield from enclosed_by(found)


def _may_be_state(part: object, entries: int) -> bool:
    """Is a plain entry one that a function may fill or count with? Long lists of numbers are data."""
    return part is None or (entries <= FEW and is_a(part, (bool, int)))


def _parts(value: object) -> Iterator[tuple[str, object]]:
    """The named values inside of a module, a container of tensors, or an object of the program's own."""
    if is_a(value, torch.nn.Module):
        yield "training", attribute_of(value, "training")
        own = list(attributes_of(value).items())
        yield from [(key, part) for key, part in own if not key.startswith("_") and key != "training"]
        yield from entries_of(value, "_buffers")
        yield from children_of(value)
    elif is_a(value, dict):
        pairs = pairs_of(value)[:LONG]
        for number, (key, part) in enumerate(pairs):
            if is_a(part, torch.Tensor):
                yield key, part
            elif is_a(part, SIZED) or _may_be_state(part, len(pairs)):
                yield str(number), part
    elif is_a(value, (list, tuple)):
        parts = list(islice(each(value), LONG))
        yield from (
            (str(n), part) for n, part in enumerate(parts) if not is_a(part, PLAIN) or _may_be_state(part, len(parts))
        )
    elif has_attributes(value) and not is_a(value, (type, ModuleType)):
        foreign = callable(value) or module_of_class(value).startswith(("torch", "numpy", "builtins"))
        yield from () if foreign else list(attributes_of(value).items())
