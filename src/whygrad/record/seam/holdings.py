"""What modules and optimizers hold, read where torch keeps it: a class of the program's may have methods of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import torch

from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import handed_on, is_a, items_of, of_class, plain_value
from whygrad.record.seam.private_names import dictionary_of_scripts

PARAMETER = torch.nn.Parameter

# As `attributes_of`, at less cost: these are asked at every step.
_attributes_of_module: Callable[[object], dict[str, object]] = torch.nn.Module.__dict__["__dict__"].__get__
_attributes_of_optimizer: Callable[[object], dict[str, object]] = torch.optim.Optimizer.__dict__["__dict__"].__get__

Named = tuple[str, object]
GETATTR = torch.nn.Module.__dict__.get("__getattr__")
SAVING = getattr(torch.nn.Module.__dict__.get("_save_to_state_dict"), "__code__", None)


def entries_of(module: torch.nn.Module, where: str) -> list[Named]:
    """The entries of `_modules`, `_parameters` or `_buffers` that are there."""
    held = _attributes_of_module(module).get(where)
    if type(held) is dict and not held:
        return []  # mostly
    if is_a(held, dictionary_of_scripts):
        pairs: Iterable[tuple[object, object]] = held.items()
    else:
        pairs = dict.items(held) if is_a(held, dict) else ()
    return [(name, value) for name, value in list(pairs) if value is not None and type(name) is str]


def children_of(module: torch.nn.Module) -> list[tuple[str, torch.nn.Module]]:
    return [(name, child) for name, child in entries_of(module, "_modules") if is_a(child, torch.nn.Module)]


class _Walks(threading.local):
    """What was found in modules, by their ids; None unless it is to be remembered."""

    modules: dict[int, list[tuple[str, torch.nn.Module]]] | None = None
    tensors: dict[tuple[int, str, bool], list[tuple[str, torch.Tensor]]] | None = None


_walks = _Walks()


@contextmanager
def walked_once() -> Iterator[None]:
    """No module changes in here, where none of the program runs: each is gone through once, for all who ask."""
    before = _walks.modules, _walks.tensors
    _walks.modules, _walks.tensors = {}, {}
    try:
        yield
    finally:
        _walks.modules, _walks.tensors = before


def modules_in(root: torch.nn.Module, path: str = "") -> list[tuple[str, torch.nn.Module]]:
    """As `named_modules`: the module and all inside it, each once, with its path."""
    known = _walks.modules if not path else None
    if known is None:
        return _modules_in(root, path)
    if id(root) not in known:
        known[id(root)] = _modules_in(root, path)
    return known[id(root)][:]


def _modules_in(root: torch.nn.Module, path: str) -> list[tuple[str, torch.nn.Module]]:
    found: dict[int, tuple[str, torch.nn.Module]] = {}
    stack = [(path, root)]
    while stack:
        name, module = stack.pop()
        if id(module) not in found:
            found[id(module)] = (name, module)
            stack += [(joined(name, key), child) for key, child in reversed(shown_children_of(module))]
    return list(found.values())


def joined(path: str, name: str) -> str:
    """The path of what has this name there; of what has none, its own."""
    return f"{path}.{name}" if path and name else path or name


def shown_children_of(module: torch.nn.Module) -> list[tuple[str, torch.nn.Module]]:
    """As `children_of`, by the names that a program writes: of what only wraps a module, its attributes are those of
    the module inside, as of compiled, checkpointed and sharded ones, and the slot has no name.
    """
    children = children_of(module)
    if len(children) == 1 and children[0][0].startswith("_") and of_class(module, "__getattr__") is not GETATTR:
        return [("", children[0][1])]
    return children


def named_tensors_in(root: torch.nn.Module, where: str, once: bool = True) -> list[tuple[str, torch.Tensor]]:
    """As `named_parameters` or `named_buffers`; one that several modules share is there once, or under each name."""
    known, key = _walks.tensors, (id(root), where, once)
    if known is None:
        return _named_tensors_in(root, where, once)
    if key not in known:
        known[key] = _named_tensors_in(root, where, once)
    return known[key][:]


def _named_tensors_in(root: torch.nn.Module, where: str, once: bool) -> list[tuple[str, torch.Tensor]]:
    found, seen = [], set[int]()
    for path, module in modules_in(root):
        for name, tensor in entries_of(module, where):
            if is_a(tensor, torch.Tensor) and not (once and id(tensor) in seen):
                seen.add(id(tensor))
                found.append((joined(path, name), tensor))
    return found


def named_parameters_in(root: torch.nn.Module, once: bool = True) -> list[tuple[str, torch.Tensor]]:
    return named_tensors_in(root, "_parameters", once)


def named_parts_in(root: torch.nn.Module) -> list[tuple[str, torch.Tensor]]:
    """What modules compute with in a parameter's place: attributes that are views of one, such as a flat one."""
    return [
        (joined(path, name), value)
        for path, module in modules_in(root)
        for name, value in list(_attributes_of_module(module).items())
        if type(value) is torch.Tensor and name[:1] != "_" and torch_api.is_parameter(torch_api.view_base(value))
    ]


def parameters_in(root: torch.nn.Module) -> list[torch.Tensor]:
    return [parameter for _, parameter in named_parameters_in(root)]


def is_put_into_state(code: object) -> bool:
    """Is it the code by which a module puts its own tensors, detached, into a state dict?"""
    return code is SAVING and code is not None


def groups_of(optimizer: torch.optim.Optimizer) -> list[dict[str, Any]]:
    """The groups of an optimizer; one whose making failed has none."""
    groups = _attributes_of_optimizer(optimizer).get("param_groups")
    if groups is None:
        groups = handed_on(optimizer, "param_groups")
    return [group for group in items_of(groups) if is_a(group, dict)]


def rates_of(optimizer: torch.optim.Optimizer) -> list[object]:
    """The learning rates of its groups, as they stand there."""
    return [dict.get(group, "lr") for group in groups_of(optimizer)]


def has_rates_of_zero(optimizer: torch.optim.Optimizer) -> bool:
    """Is the learning rate of everything 0?"""
    return all(map(is_zero, rates_of(optimizer)))


def is_zero(rate: object) -> bool:
    return bool(is_a(rate, (int, float)) and plain_value(rate) == 0)


def params_of(group: dict[str, Any]) -> list[object]:
    """What stands in the place of the parameters of a group; of an iterator nothing is taken."""
    return items_of(dict.get(group, "params"))


def parameters_of(optimizer: torch.optim.Optimizer) -> list[torch.Tensor]:
    held = (p for group in groups_of(optimizer) for p in params_of(group))
    return [p for p in held if type(p) is PARAMETER or is_a(p, torch.Tensor)]  # it is asked at every step
