"""`whygrad.enable`: only chosen elements of a tensor or of a parameter get a gradient, and only they ever change."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import torch
from torch import Tensor, nn

from whygrad.elements import enable_module, enable_tensor
from whygrad.elements.selection import coordinates, row_coordinates
from whygrad.own_frames import ending_at_the_call


class Enabled:
    """What `enable` returns: `remove()` undoes it, and so does leaving a `with` block."""

    def __init__(self, *target: Any) -> None:
        self._target = target

    @property
    def parameter(self) -> Tensor:
        """What an optimizer holds: the small parameter of a module's enabled elements, or the tensor itself."""
        __tracebackhide__ = True
        with ending_at_the_call():
            return self._parameter()

    def _parameter(self) -> Tensor:
        if not self._target:
            raise RuntimeError("the elements are no longer enabled: `enable` was undone")
        if len(self._target) == 1:
            tensor: Tensor = self._target[0]
            return tensor
        owner, name = _owner(*self._target)
        return enable_module.elements_of(owner, name).trained

    @property
    def gradient(self) -> Tensor | None:
        """The gradient of the enabled elements alone, in the order of the tensor; None before a backward pass."""
        __tracebackhide__ = True
        with ending_at_the_call():
            gradient = self._parameter().grad
        if gradient is None or len(self._target) == 2:
            return gradient
        return enable_tensor.gradient_of_part(self._target[0])

    def __repr__(self) -> str:
        if not self._target:
            return "<Enabled: undone>"
        if len(self._target) == 1:
            return f"<Enabled: {enable_tensor.counted(self._target[0])}>"
        owner, name = _owner(*self._target)
        kind, elements = type(self._target[0]).__name__, enable_module.elements_of(owner, name)
        return f"<Enabled: {elements.extra_repr()} of `{self._target[1]}` of {kind.removeprefix('Enabled')}>"

    def remove(self) -> None:
        """Make the tensor or parameter plain again, once; its values stay as they are now."""
        target, self._target = self._target, ()
        if target:
            enable(*target, False)

    def __enter__(self) -> Enabled:
        return self

    def __exit__(self, *error: object) -> None:
        self.remove()


def enable(target: Any, *which: Any, rows: Any = None, elements: Any = None) -> Enabled:
    """Let only the chosen elements of `target` get a gradient and change.

    `enable(x, 0)`, `enable(x, mask)` for a leaf tensor; `enable(module, "weight", rows=[3, 5])` for a parameter.
    `False` in the place of elements takes it back.
    """
    if isinstance(target, nn.Module):
        if not which or not isinstance(which[0], str):
            raise TypeError('name the parameter of the module: `enable(module, "weight", rows=[0])`')
        name, *which_elements = which
        chosen = _chosen(which_elements, rows, elements)
        owner, own_name = _owner(target, name)
        _enable_of_module(owner, own_name, name, *chosen)
        return Enabled(*((target, name) if chosen[0] != "off" else ()))
    if not isinstance(target, Tensor):
        raise TypeError(f"`enable` takes a tensor or a module's parameter, not a {type(target).__name__}")
    chosen = _chosen(list(which), rows, elements)
    _enable_of_tensor(target, *chosen)
    return Enabled(*((target,) if chosen[0] != "off" else ()))


def _chosen(which: list[Any], rows: Any, elements: Any) -> tuple[str, Any]:
    """The one choice among the ways to give it: ("off" | "rows" | "elements", what)."""
    given = [("elements", each) for each in which]
    given += [("rows", rows)] if rows is not None else []
    given += [("elements", elements)] if elements is not None else []
    if not given:
        raise ValueError("choose at least one element, as in `enable(x, 0)`")
    if len(given) > 1:
        raise TypeError("choose elements with one argument; for one element of a matrix, pass a tuple such as `(0, 5)`")
    kind, what = given[0]
    return ("off", None) if what is False else (kind, what)


def _owner(module: nn.Module, name: str) -> tuple[nn.Module, str]:
    """The module inside `module` that has the parameter itself, and the parameter's name there."""
    if isinstance(module, torch.jit.ScriptModule):
        raise TypeError("the parameters of a scripted module cannot be replaced: enable elements before scripting")
    path, _, own_name = name.rpartition(".")
    owner, parameter = module, None
    with suppress(AttributeError):
        owner = module.get_submodule(path)
        parameter = owner._parameters.get(own_name)
    if enable_module.is_enabled(owner, own_name):
        return owner, own_name
    if parameter is None:
        # By the names and the class that it has without us.
        own = [
            known for known, p in module._parameters.items() if p is not None or enable_module.is_enabled(module, known)
        ]
        listed = f"; it has {', '.join(f'`{known}`' for known in own)}" if own else ""
        kind = module.enabled_base if isinstance(module, enable_module.EnabledModule) else type(module)
        raise ValueError(f"{kind.__name__} has no parameter `{name}`{listed}")
    if isinstance(parameter, nn.UninitializedParameter):
        raise RuntimeError(f"`{name}` has no shape before the first forward pass of its lazy module")
    _check_type(parameter, f"`{name}`")
    return owner, own_name


def _enable_of_module(owner: nn.Module, own_name: str, name: str, kind: str, what: Any) -> None:
    enabled = enable_module.is_enabled(owner, own_name)
    if kind == "off":
        if not enabled:
            raise RuntimeError(f"`{name}` has no enabled elements to undo")
        enable_module.disable_parameter(owner, own_name)
        return
    if enabled:
        raise RuntimeError(f"`{name}` already has enabled elements; undo that with `enable(…, False)` first")
    parameter: Any = owner._parameters[own_name]
    enable_module.enable_parameter(owner, own_name, _index(parameter, kind, what))


def _enable_of_tensor(tensor: Tensor, kind: str, what: Any) -> None:
    enabled = enable_tensor.is_enabled(tensor)
    if kind == "off":
        if not enabled:
            raise RuntimeError("the tensor has no enabled elements to undo")
        enable_tensor.disable_tensor(tensor)
        return
    if enabled:
        raise RuntimeError("the tensor already has enabled elements; undo that with `enable(…, False)` first")
    _check_type(tensor, "the tensor")
    if not tensor.is_leaf:
        raise ValueError("the tensor was computed from others: enable elements of a leaf, such as its input")
    enable_tensor.enable_tensor(tensor, _index(tensor, kind, what))


def _index(tensor: Tensor, kind: str, what: Any) -> Tensor:
    return row_coordinates(tensor.shape, what) if kind == "rows" else coordinates(tensor.shape, what)


def _check_type(tensor: Tensor, name: str) -> None:
    if not (tensor.dtype.is_floating_point or tensor.dtype.is_complex):
        raise TypeError(f"{name} has dtype {tensor.dtype}: only floating-point and complex tensors have gradients")
    if tensor.layout != torch.strided:
        raise TypeError(f"{name} has layout {tensor.layout}: `enable` supports only dense tensors")
