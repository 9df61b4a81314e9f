"""Enabled elements of a tensor: it stays one leaf, its gradient is zero elsewhere, and optimizers step on a part of it.

An optimizer may move an element whose gradient is zero: by weight decay, by momentum from before. So for the time of
a step, the tensor's place in the optimizer is taken by a small leaf of the enabled elements alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor
from torch.optim import Optimizer
from torch.utils.weak import WeakTensorKeyDictionary

from whygrad.elements.enable_optimizers import (
    forget_curvature,
    is_curvature_kept_flat,
    state_of_part,
    state_of_whole,
)
from whygrad.elements.selection import count, pick, put, put_in_place
from whygrad.record.live.weak_tables import WeakKeys, WeakThings
from whygrad.record.seam.as_is import is_a
from whygrad.record.seam.holdings import groups_of, params_of
from whygrad.record.seam.own_hooks import Remove, put_after_steps, put_before_steps


@dataclass
class EnabledTensor:
    """What is known of one tensor with enabled elements."""

    index: Tensor
    required_grad: bool
    mask_hook: Any
    optimizers: WeakThings[Optimizer] = field(default_factory=WeakThings)


@dataclass
class Exchange:
    """For the time of a step: `part` stands at `place` of an optimizer's list, where `tensor` belongs."""

    parameters: list[Tensor]
    place: int
    tensor: Tensor
    part: Tensor
    index: Tensor


_enabled: Any = WeakTensorKeyDictionary()
_exchanges: WeakKeys[Optimizer, list[Exchange]] = WeakKeys()
_step_hooks: list[Remove] = []


def enable_tensor(tensor: Tensor, index: Tensor) -> None:
    """From now on only the elements at the coordinates get a gradient and change."""
    index = index.to(tensor.device)
    required_grad = tensor.requires_grad
    tensor.requires_grad_()
    if tensor.grad is not None:
        tensor.grad = _only_enabled(tensor.grad, index)
    mask_hook = tensor.register_hook(_mask(index))
    _enabled[tensor] = EnabledTensor(index, required_grad, mask_hook)
    if not _step_hooks:
        _step_hooks.append(put_before_steps(_before_step))
        _step_hooks.append(put_after_steps(_after_step))


def disable_tensor(tensor: Tensor) -> None:
    """The tensor is a plain leaf again, with its values as they are now; optimizers that stepped on it are told."""
    known = _enabled.pop(tensor)
    known.mask_hook.remove()
    tensor.requires_grad_(known.required_grad)
    for optimizer in known.optimizers:
        for group in optimizer.param_groups:
            if not any(parameter is tensor for parameter in group["params"]):
                continue
            if is_curvature_kept_flat(optimizer):
                forget_curvature(optimizer)
            elif tensor in optimizer.state:
                state = optimizer.state[tensor]
                optimizer.state[tensor] = state_of_whole(state, tensor, known.index.to(tensor.device), group)
    if not _enabled:
        while _step_hooks:
            _step_hooks.pop()()


def gradient_of_part(tensor: Tensor) -> Tensor | None:
    """The gradient of the enabled elements alone."""
    gradient = tensor.grad
    return None if gradient is None else pick(gradient.to_dense(), _enabled[tensor].index.to(gradient.device))


def counted(tensor: Tensor) -> str:
    """How many elements are enabled, in words."""
    return count(tensor.shape, _enabled[tensor].index)


def is_enabled(tensor: Tensor) -> bool:
    return tensor in _enabled


def _only_enabled(gradient: Tensor, index: Tensor) -> Tensor:
    if gradient.layout != torch.strided:
        gradient = gradient.to_dense()
    index = index.to(gradient.device)
    # Not a product with a mask: what is infinite elsewhere would become NaN there.
    return put(torch.zeros_like(gradient), index, pick(gradient, index))


def _mask(index: Tensor) -> Callable[[Tensor], Tensor]:
    def keep_enabled(gradient: Tensor) -> Tensor:
        return _only_enabled(gradient, index)

    # Saving the tensor saves its values; torch is not to warn that this hook is not among them.
    keep_enabled.__torch_unserializable__ = True  # type: ignore[attr-defined]
    return keep_enabled


def _before_step(optimizer: Optimizer, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    _take_part_out(optimizer)  # a step that failed has not done it
    exchanges = []
    for group in groups_of(optimizer) if _enabled else ():
        for place, tensor in enumerate(params_of(group)):
            if is_a(tensor, Tensor) and (known := _enabled.get(tensor)) is not None:
                index = known.index.to(tensor.device)
                if optimizer not in known.optimizers:
                    known.optimizers.add(optimizer)
                    if is_curvature_kept_flat(optimizer):
                        forget_curvature(optimizer)
                part = pick(tensor.detach(), index).requires_grad_()
                exchanges.append(Exchange(group["params"], place, tensor, part, index))
    if not exchanges:
        return None
    _put_part_in(optimizer, exchanges)
    return tuple(_around_closure(optimizer, each) for each in args), {
        key: _around_closure(optimizer, each) for key, each in kwargs.items()
    }


def _after_step(optimizer: Optimizer, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    _take_part_out(optimizer)


def _around_closure(optimizer: Optimizer, argument: Any) -> Any:
    """A closure computes with the whole tensor, clears its gradient and fills it, in the middle of a step."""
    if argument is optimizer or not callable(argument):
        return argument

    def closure() -> Any:
        exchanges = _take_part_out(optimizer)
        loss = argument()
        _put_part_in(optimizer, exchanges)
        return loss

    return closure


def _put_part_in(optimizer: Optimizer, exchanges: list[Exchange]) -> None:
    for each in exchanges:
        gradient = each.tensor.grad
        if gradient is not None and gradient.layout != torch.strided:
            gradient = gradient.to_dense()
        each.part.grad = None if gradient is None else pick(gradient, each.index)
        each.parameters[each.place] = each.part
        if each.tensor in optimizer.state:
            state = optimizer.state.pop(each.tensor)
            shapes = {value.shape for value in state.values() if is_a(value, Tensor) and value.dim()}
            # A state of the whole is from before, or was loaded.
            if not is_curvature_kept_flat(optimizer) and each.tensor.shape in shapes:
                state = state_of_part(state, each.tensor.shape, each.index)
            optimizer.state[each.part] = state
    _exchanges[optimizer] = exchanges


def _take_part_out(optimizer: Optimizer) -> list[Exchange]:
    exchanges = _exchanges.pop(optimizer, [])
    for each in exchanges:
        put_in_place(each.tensor, each.index, each.part)
        each.parameters[each.place] = each.tensor
        if each.part in optimizer.state:
            optimizer.state[each.tensor] = optimizer.state.pop(each.part)
    return exchanges
