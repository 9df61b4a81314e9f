"""Modules and parameters that hide from `parameters()`: kept in a Python list, dict or plain attribute."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import FrameType
from typing import NamedTuple

import torch

from whygrad.evidence.modules import HiddenParameters
from whygrad.record.copying.variables import variables_of
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attributes_of, class_name, code_of, each, is_a, of_class, pairs_of
from whygrad.record.seam.holdings import entries_of, modules_in, named_parameters_in, parameters_in
from whygrad.source.owner import Ownership


class Hidden(NamedTuple):
    seen: HiddenParameters
    tensors: tuple[int, ...]  # ids, of each that is lost


def hidden_modules(spots: Iterable[tuple[FrameType, int]], ownership: Ownership) -> list[Hidden]:
    """What the running program's modules hold without having it registered, innermost frames first."""
    found: list[Hidden] = []
    seen: set[int] = set()
    for frame, _ in reversed(list(spots)):
        if ownership[frame.f_code.co_filename]:
            for name, value in variables_of(frame).items():
                if is_a(value, torch.nn.Module) and id(value) not in seen:
                    seen.add(id(value))
                    found.extend(hidden_in(name, value))
    return found


def hidden_in(name: str, root: torch.nn.Module) -> Iterator[Hidden]:
    """What a module and its children hold without having it registered, there or elsewhere in the module."""
    registered = {id(parameter) for parameter in parameters_in(root)}
    for path, module in modules_in(root, name):
        yield from _learning_buffers(path, module)
        for attribute, value in list(attributes_of(module).items()):
            if attribute.startswith("_"):
                continue
            found = _parameters_in(value, f"{path}.{attribute}")
            inside = {name: parameter for name, parameter in found if id(parameter) not in registered}
            if inside:
                yield _entry(path, module, attribute, class_name(value), inside)


def _learning_buffers(path: str, module: torch.nn.Module) -> Iterator[Hidden]:
    """Buffers that require a gradient: `parameters()` does not have them."""
    for name, buffer in entries_of(module, "_buffers"):
        if is_a(buffer, torch.Tensor) and torch_api.is_learning_leaf(buffer):
            yield _entry(path, module, name, "buffer", {f"{path}.{name}": buffer})


def _entry(
    path: str, module: torch.nn.Module, attribute: str, container: str, inside: dict[str, torch.Tensor]
) -> Hidden:
    made_by = code_of(of_class(module, "__init__"))
    file = made_by.co_filename if made_by is not None else ""
    seen = HiddenParameters(path, attribute, class_name(module), file, container, tuple(inside))
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
