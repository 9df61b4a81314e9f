"""Optimizers follow: what they hold of a whole tensor becomes what they hold of its enabled elements, and back."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim import Optimizer
from torch.utils.weak import WeakTensorKeyDictionary

from whygrad.elements.selection import pick, put_in_place
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.holdings import groups_of, parameters_of, params_of
from whygrad.record.seam.own_hooks import Remove, put_before_steps

State = dict[str, Any]
Convert = Callable[[State, dict[str, Any]], State]

# What an element that joins starts from, where it is not zero: (key of the state, key of the param group).
FIRST_VALUES = {"sum": "initial_accumulator_value", "step_size": "lr"}

# Of parameters that were replaced: (weak reference to the new one, how the state is converted).
_successors: Any = WeakTensorKeyDictionary()
_step_hooks: list[Remove] = []


def living() -> tuple[list[Optimizer], list[nn.Module]]:
    """Every living optimizer and module: torch keeps no list of its optimizers, nor of who shares a parameter."""
    candidates = gc.get_objects()
    # By type, because `isinstance` would ask the `__class__` of proxies that load something when asked.
    wanted = {kind for kind in set(map(type, candidates)) if issubclass(kind, (Optimizer, nn.Module))}
    found = [candidate for candidate in candidates if type(candidate) in wanted]
    modules = [each for each in found if is_a(each, nn.Module)]
    return [each for each in found if is_a(each, Optimizer)], modules


def hand_over(old: Tensor, new: Tensor, convert: Convert, optimizers: list[Optimizer]) -> None:
    """In every one of the optimizers, put `new` in the place of `old`, with the old one's state converted."""
    if not _step_hooks:
        _step_hooks.append(put_before_steps(_follow_late))
    _successors[old] = weakref.ref(new), convert
    for optimizer in optimizers:
        replace_parameter(optimizer, old, new, convert)


def _follow_late(optimizer: Optimizer, args: Any, kwargs: Any) -> None:
    """For optimizers that were made from an old list of parameters, or that the collector does not show."""
    if not _successors:  # mostly: nobody holds a parameter that was replaced
        return
    while found := [p for p in parameters_of(optimizer) if p in _successors]:
        for old in found:
            reference, convert = _successors[old]
            new = reference()
            if new is None:
                return
            replace_parameter(optimizer, old, new, convert)


def replace_parameter(optimizer: Optimizer, old: Tensor, new: Tensor, convert: Convert) -> None:
    """Put `new` in the place of `old`, in the lists that the optimizer has: LBFGS keeps a second reference to them."""
    for group in groups_of(optimizer):
        for position, parameter in enumerate(params_of(group)):
            if parameter is old:
                group["params"][position] = new
                if is_curvature_kept_flat(optimizer):
                    forget_curvature(optimizer)
                elif old in optimizer.state:
                    optimizer.state[new] = convert(optimizer.state.pop(old), group)


def state_of_part(state: State, whole: torch.Size, index: Tensor) -> State:
    """The optimizer's state of the enabled elements, from that of the whole; what cannot be cut starts afresh."""
    part = {}
    for key, value in state.items():
        if is_a(value, Tensor) and value.dim():
            if value.shape != whole:
                return {}
            value = pick(value, index.to(value.device))
        part[key] = value
    return part


def state_of_whole(state: State, whole: Tensor, index: Tensor, group: dict[str, Any]) -> State:
    """The state of the whole, from that of the enabled elements; the others get what a state starts with."""
    shape = pick(whole.detach(), index).shape
    full = {}
    for key, value in state.items():
        if is_a(value, Tensor) and value.dim():
            if value.shape != shape:
                return {}
            first = float(group.get(FIRST_VALUES.get(key, ""), 0.0))
            spread = torch.full(whole.shape, first, dtype=value.dtype, device=value.device)
            put_in_place(spread, index.to(value.device), value)
            value = spread
        full[key] = value
    return full


def is_curvature_kept_flat(optimizer: Optimizer) -> bool:
    """LBFGS keeps its history as vectors over all parameters at once, under the first of them."""
    return is_a(optimizer, torch.optim.LBFGS)


def forget_curvature(optimizer: Optimizer) -> None:
    """Start LBFGS afresh: inner products of whole vectors say nothing about parts of them."""
    optimizer.state.clear()
    optimizer._numel_cache = None  # type: ignore[attr-defined]
