"""Modules and parameters that hide from `parameters()`: kept in a Python list, dict, object or plain attribute."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from itertools import islice
from types import FrameType, FunctionType, ModuleType
from typing import NamedTuple

import torch

from whygrad.evidence.modules import HiddenParameters
from whygrad.record.copying.variables import variables_of
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import (
    PLAIN_TEXT,
    attributes_of,
    class_name,
    code_of,
    each,
    is_a,
    is_exactly,
    of_class,
    pairs_of,
)
from whygrad.record.seam.holdings import entries_of, modules_in, named_parameters_in, parameters_in
from whygrad.source.owner import Ownership

DEEPEST = 3  # an attribute, a container in it, and what lies there
MOST_THINGS = 256  # of one object
# What is not an object that holds parts of a model, or holds them for another purpose.
NO_PLAIN_OBJECTS = (
    torch.nn.Module, torch.Tensor, torch.optim.Optimizer, ModuleType, FunctionType, type, list, tuple, dict,
)  # fmt: skip


class Hidden(NamedTuple):
    seen: HiddenParameters
    tensors: tuple[int, ...]  # ids, of each that is lost

    def is_shown_by(self, registered: Set[int]) -> bool:
        """Is it in an object that knows another model, which has it registered?"""
        return self.seen.is_object and not registered.isdisjoint(self.tensors)


def hidden_modules(spots: Iterable[tuple[FrameType, int]], ownership: Ownership) -> list[Hidden]:
    """What the running program's modules hold without having it registered, innermost frames first."""
    found: list[Hidden] = []
    seen: set[int] = set()
    registered: set[int] = set()
    for frame, _ in reversed(list(spots)):
        if ownership[frame.f_code.co_filename]:
            for name, value in variables_of(frame).items():
                if is_a(value, torch.nn.Module) and id(value) not in seen:
                    seen.add(id(value))
                    found.extend(hidden_in(name, value))
                    registered.update(id(parameter) for parameter in parameters_in(value))
    return [hidden for hidden in found if not hidden.is_shown_by(registered)]


def hidden_in(name: str, root: torch.nn.Module) -> Iterator[Hidden]:
    """What a module and its children hold without having it registered, there or elsewhere in the module."""
    registered = {id(parameter) for parameter in parameters_in(root)}
    for path, module in modules_in(root, name):
        yield from _learning_buffers(path, module)
        for attribute, value in list(attributes_of(module).items()):
            if attribute[:1] == "_" or type(value) is bool:
                continue  # nearly all
            found = _parameters_in(value, f"{path}.{attribute}")
            inside = {name: parameter for name, parameter in found if id(parameter) not in registered}
            if inside:
                yield _entry(path, module, attribute, class_name(value), inside)
            elif _is_plain_object(value):
                found = _parameters_of_object(value, f"{path}.{attribute}")
                inside = {name: parameter for name, parameter in found if id(parameter) not in registered}
                if inside:
                    yield _entry(path, module, attribute, class_name(value), inside, is_object=True)


def _learning_buffers(path: str, module: torch.nn.Module) -> Iterator[Hidden]:
    """Buffers that require a gradient: `parameters()` does not have them."""
    for name, buffer in entries_of(module, "_buffers"):
        if is_a(buffer, torch.Tensor) and torch_api.is_learning_leaf(buffer):
            yield _entry(path, module, name, "buffer", {f"{path}.{name}": buffer})


def _entry(
    path: str,
    module: torch.nn.Module,
    attribute: str,
    container: str,
    inside: dict[str, torch.Tensor],
    is_object: bool = False,
) -> Hidden:
    made_by = code_of(of_class(module, "__init__"))
    file = made_by.co_filename if made_by is not None else ""
    seen = HiddenParameters(path, attribute, class_name(module), file, container, is_object, tuple(inside))
    return Hidden(seen, tuple(map(id, inside.values())))


def _parameters_in(value: object, path: str, depth: int = 0) -> Iterator[tuple[str, torch.Tensor]]:
    """What should learn inside a plain attribute of a module, by name."""
    if is_a(value, torch.Tensor):
        if torch_api.requires_grad(value):
            yield path, value
    elif is_a(value, torch.nn.Module):
        if depth:
            yield from ((f"{path}.{name}", parameter) for name, parameter in named_parameters_in(value))
    elif is_a(value, (list, tuple, dict)) and depth < 3:
        items = pairs_of(value) if is_a(value, dict) else list(enumerate(each(value)))
        for key, item in items:
            yield from _parameters_in(item, f"{path}.{key}", depth + 1)


def _is_plain_object(value: object) -> bool:
    return not is_a(value, NO_PLAIN_OBJECTS) and bool(attributes_of(value))


def _parameters_of_object(thing: object, path: str) -> Iterator[tuple[str, torch.Tensor]]:
    """Parameters and layers in the attributes of an object that is no module, and in what these hold.

    A plain tensor there may be anything. Objects hold each other, and datasets: so much is looked through, each once.
    """
    waiting: list[tuple[str, object, int]] = [(path, thing, 0)]
    seen: set[int] = set()
    while waiting and len(seen) < MOST_THINGS:
        path, at, depth = waiting.pop(0)
        if id(at) in seen:
            continue
        seen.add(id(at))
        if is_a(at, torch.nn.Parameter):
            if torch_api.requires_grad(at):
                yield path, at
        elif is_a(at, torch.nn.Module):
            named = named_parameters_in(at)
            yield from ((f"{path}.{name}", found) for name, found in named if torch_api.requires_grad(found))
        elif depth < DEEPEST:
            inner = islice(_held_by(at), MOST_THINGS)
            waiting += [
                (f"{path}.{name}", item, depth + 1) for name, item in inner if not is_exactly(item, *PLAIN_TEXT)
            ]


def _held_by(thing: object) -> Iterable[tuple[object, object]]:
    if is_a(thing, dict):
        return pairs_of(thing)
    if is_a(thing, (list, tuple)):
        return enumerate(each(thing))
    return () if is_a(thing, NO_PLAIN_OBJECTS) else pairs_of(attributes_of(thing))
