"""What a function reads that may change between two runs: plain values, sizes of containers, flags of modules."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterator, Mapping
from typing import Any

import torch

from whygrad.record.seam.as_is import code_of, is_a

MOST = 2_000  # values of one function
DEPTH = 3
PLAIN = (bool, int, float, str, type(None), torch.dtype, torch.device)
SIZED = (list, tuple, dict, set, frozenset)

State = dict[str, Any]


def state_of(function: Any, args: Any, kwargs: Mapping[str, Any]) -> State:
    """Name -> value, of all that the function can see without being told; tensors count by their shape."""
    found: State = {"torch.get_default_dtype()": torch.get_default_dtype()}
    queue: list[tuple[str, Any, int]] = list(_seen_by(function))
    queue += [(f"argument {number}", value, 0) for number, value in enumerate(args)]
    queue += [(name, value, 0) for name, value in kwargs.items()]
    met: set[int] = set()
    for name, value, depth in queue:
        if len(found) >= MOST:
            break
        kind = KINDS[type(value)]
        if kind == A_VALUE:
            found[name] = value
        elif kind == A_TENSOR:
            found[name] = value.shape
        elif id(value) not in met:
            met.add(id(value))
            prefix = f"{name}." if name else ""
            if kind == SEVERAL:
                found[name] = _Size(len(value))
            elif kind == LIBRARY_MODULE and depth < DEPTH:  # what torch's own modules keep, they do not change
                found[prefix + "training"] = value.training
                queue += [(prefix + key, part, depth + 1) for key, part in value._modules.items()]
                continue
            if depth < DEPTH:
                queue += [(prefix + key, part, depth + 1) for key, part in _parts(value)]
    return found


class _Kinds(dict[type, int]):
    """What the values of a class are to us: looked up once, because every run of a checkpoint asks for many."""

    def __missing__(self, cls: type) -> int:
        if issubclass(cls, PLAIN):
            kind = A_VALUE
        elif issubclass(cls, torch.Tensor):
            kind = A_TENSOR
        elif issubclass(cls, SIZED):
            kind = SEVERAL
        else:
            is_library = issubclass(cls, torch.nn.Module) and cls.__module__.startswith("torch.")
            kind = LIBRARY_MODULE if is_library else OTHER
        self[cls] = kind
        return kind


A_VALUE, A_TENSOR, SEVERAL, LIBRARY_MODULE, OTHER = range(5)
KINDS = _Kinds()


class _Size(int):
    """A number of entries."""

    def __str__(self) -> str:
        return f"{int(self)} {'entry' if self == 1 else 'entries'}"


def differences(before: State, after: State) -> list[tuple[str, str, str]]:
    """What changed: (name, value before, value after)."""
    nothing = object()
    return [
        (name, _shown(before[name]), _shown(value))
        for name, value in after.items()
        if name in before and (old := before.get(name, nothing)) is not value and old != value
    ]


def _shown(value: Any) -> str:
    if is_a(value, tuple):
        return f"shape {list(value)}"
    return str(value) if is_a(value, (_Size, torch.dtype, torch.device)) else repr(value)[:40]


def _seen_by(function: Any) -> Iterator[tuple[str, Any, int]]:
    """The object of a method, a module itself, what a closure holds, and the globals that the code names."""
    while is_a(function, functools.partial):
        yield from ((f"argument {number}", value, 0) for number, value in enumerate(function.args))
        function = function.func
    owner = getattr(function, "__self__", None) or (function if is_a(function, torch.nn.Module) else None)
    if owner is not None and not inspect.ismodule(owner):
        yield "", owner, 0
    if is_a(owner, torch.nn.Module):
        function = type(owner).forward if function is owner else function
    held = getattr(getattr(function, "__func__", function), "__globals__", {})
    for name, value in named_by(function):
        if name not in held or is_a(value, (*PLAIN, *SIZED, torch.Tensor)):
            yield name, value, 0


def named_by(function: Any) -> Iterator[tuple[str, Any]]:
    """The globals and the variables of functions outside that a function's own code names."""
    function = getattr(function, "__func__", function)
    code, variables = code_of(function), getattr(function, "__globals__", {})
    yield from ((name, variables[name]) for name in (code.co_names if code else ()) if name in variables)
    cells = getattr(function, "__closure__", None) or ()
    for name, cell in zip(code.co_freevars if code else (), cells, strict=False):
        try:
            yield name, cell.cell_contents
        except ValueError:  # an empty cell
            continue


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """The named values inside of a module, a container of tensors, or an object of the program's own."""
    if is_a(value, torch.nn.Module):
        yield "training", value.training
        yield from [(key, part) for key, part in vars(value).items() if key[0] != "_" and key != "training"]
        yield from value._buffers.items()
        yield from value._modules.items()
    elif is_a(value, dict):
        yield from ((str(key), part) for key, part in list(value.items())[:64] if is_a(part, torch.Tensor))
    elif is_a(value, (list, tuple)):
        yield from ((str(n), part) for n, part in enumerate(value[:64]) if not is_a(part, PLAIN))
    elif hasattr(value, "__dict__") and not is_a(value, type) and not inspect.ismodule(value):
        foreign = callable(value) or type(value).__module__.startswith(("torch", "numpy", "builtins"))
        yield from () if foreign else list(vars(value).items())
