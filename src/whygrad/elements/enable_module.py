"""Enabled elements of a module's parameter: a small parameter of those, a buffer of all, put together where it is read.

The module's class is replaced by one that has the parameter as a property, as in `torch.nn.utils.parametrize`. Unlike
there, the state dict stays as it was, and the module can be pickled.
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import torch
from torch import Tensor, nn

from whygrad.elements.enable_forward import forward_for
from whygrad.elements.enable_optimizers import hand_over, living, state_of_part, state_of_whole
from whygrad.elements.enable_writes import Written
from whygrad.elements.selection import count, pick, put, put_in_place
from whygrad.own_frames import ending_at_the_call
from whygrad.record.live.weak_tables import WeakKeys

_written: WeakKeys[EnabledElements, Written] = WeakKeys()
PREFIX = "enabled_"  # a child of this name and the parameter's holds what stands for the parameter


class EnabledElements(nn.Module):
    """What stands for one parameter; modules that shared the parameter share this.

    The parameter in it has the original's name, so that sorting parameters by how their names end goes on working.
    """

    _frozen: Tensor  # all values; those of enabled elements are of the time when they were last written
    _index: Tensor

    def __init__(self, name: str, whole: nn.Parameter, index: Tensor) -> None:
        super().__init__()
        self.name = name
        self.required_grad = whole.requires_grad
        # Not in the state dict: the module that has the parameter saves it whole.
        self.register_buffer("_frozen", whole.detach(), persistent=False)
        self.register_buffer("_index", index.to(whole.device), persistent=False)
        self.register_parameter(name, nn.Parameter(pick(self._frozen, self._index)))

    @property
    def trained(self) -> nn.Parameter:
        return self._parameters[self.name]  # type: ignore[return-value]

    def forward(self) -> Tensor:
        """The whole parameter: frozen values, and the enabled ones with their gradient."""
        self.take_written()
        whole = put(self._frozen, self._index, self.trained)
        return whole if torch.compiler.is_compiling() else _written.setdefault(self, Written()).hand_out(whole)

    def take_written(self) -> None:
        """Take over what was written into a whole parameter that was read, by `torch.nn.init` or `copy_`."""
        values = _written[self].take() if not torch.compiler.is_compiling() and self in _written else None
        if values is not None:
            self.read(values)

    def written(self) -> Tensor:
        """The whole parameter's values, without a copy: two modules that share it save the same memory."""
        self.take_written()
        # By `.data`, whose writes autograd does not count: a state dict may be asked for before a backward pass, where
        # these places of `_frozen` are multiplied by zero.
        put_in_place(self._frozen.data, self._index, self.trained)
        return self._frozen

    def read(self, whole: Tensor) -> None:
        """Take all values from `whole`, which becomes the memory of the frozen ones."""
        self._frozen = whole
        self._index = self._index.to(whole.device)
        part, trained = pick(whole, self._index), self.trained
        if part.dtype == trained.dtype and part.device == trained.device:
            with torch.no_grad():
                trained.copy_(part)
        else:
            moved = nn.Parameter(part, requires_grad=trained.requires_grad)
            self._parameters[self.name] = moved
            hand_over(trained, moved, lambda state, group: state, living()[0])

    def extra_repr(self) -> str:
        return count(self._frozen.shape, self._index)

    def _save_to_state_dict(self, *arguments: Any) -> None:
        """The module that has the parameter saves it whole, under its own name."""

    def _load_from_state_dict(self, *arguments: Any) -> None:
        """The module that has the parameter loads it."""


class EnabledModule(nn.Module):
    """A module some of whose parameters are stood for by `EnabledElements`; their places in `_parameters` are empty."""

    enabled_names: tuple[str, ...] = ()
    enabled_base: type[nn.Module]

    def _save_to_state_dict(self, *arguments: Any) -> None:
        with _whole_parameters(self):
            super()._save_to_state_dict(*arguments)

    def _load_from_state_dict(self, *arguments: Any) -> None:
        with _whole_parameters(self):
            super()._load_from_state_dict(*arguments)
            for name in self.enabled_names:
                loaded = self._parameters[name]
                assert loaded is not None
                elements_of(self, name).read(loaded.detach())

    def __setattr__(self, name: str, value: Any) -> None:
        __tracebackhide__ = True
        with ending_at_the_call():
            if name in self.enabled_names and self._parameters.get(name) is None:
                raise RuntimeError(f"`{name}` has enabled elements; undo that with `whygrad.enable(…, False)` first")
            super().__setattr__(name, value)

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Copies and pickles name the class that can be imported."""
        reduced = super().__reduce_ex__(protocol)
        if not isinstance(reduced, tuple) or reduced[0] is not copyreg.__newobj__:  # type: ignore[attr-defined]
            return reduced
        state = reduced[2]
        if isinstance(state, dict) and "_flat_weights" in state:
            # Recurrent modules keep the weights of the latest forward, which are results here and cannot be copied.
            flat = [weight if weight is None else weight.detach() for weight in state["_flat_weights"]]
            state = {**state, "_flat_weights": flat}
        return _new_instance, (self.enabled_base, self.enabled_names), state, *reduced[3:]


def enable_parameter(module: nn.Module, name: str, index: Tensor) -> None:
    """From now on only the parameter's elements at the coordinates get a gradient and change, wherever it is used."""
    whole = module._parameters[name]
    assert whole is not None
    optimizers, modules = living()
    owners = [
        (owner, key)
        for owner in {id(owner): owner for owner in [module, *modules]}.values()
        for key, parameter in owner.__dict__.get("_parameters", {}).items()
        if parameter is whole
    ]
    _check_owners(owners, modules)
    elements = EnabledElements(name, whole, index)
    for owner, key in owners:
        owner._parameters[key] = None
        owner.add_module(PREFIX + key, elements)
        _set_names(owner, (*getattr(owner, "enabled_names", ()), key))
    if whole.grad is not None:
        gradient = whole.grad.to_dense() if whole.grad.layout != torch.strided else whole.grad
        elements.trained.grad = pick(gradient, elements._index)
    shape = whole.shape
    hand_over(whole, elements.trained, lambda state, group: state_of_part(state, shape, elements._index), optimizers)
    whole.grad = None
    whole.requires_grad_(False)  # who still holds it holds values; nothing of it is to be trained


def disable_parameter(module: nn.Module, name: str) -> None:
    """The parameter is plain again, with its values as they are now, in every module that shares it."""
    elements = elements_of(module, name)
    trained = elements.trained
    whole = nn.Parameter(elements.written(), requires_grad=elements.required_grad)
    optimizers, modules = living()
    for owner in [module, *modules]:
        names: tuple[str, ...] = getattr(type(owner), "enabled_names", ())
        shared = [key for key in names if owner.__dict__.get("_modules", {}).get(PREFIX + key) is elements]
        for key in shared:
            del owner._modules[PREFIX + key]
            owner._parameters[key] = whole
        if shared:
            _set_names(owner, tuple(key for key in names if key not in shared))
    if trained.grad is not None and whole.requires_grad:
        whole.grad = put(torch.zeros_like(whole), elements._index, trained.grad)
    hand_over(trained, whole, lambda state, group: state_of_whole(state, whole, elements._index, group), optimizers)


def is_enabled(module: nn.Module, name: str) -> bool:
    return isinstance(module, EnabledModule) and name in module.enabled_names


def elements_of(module: nn.Module, name: str) -> EnabledElements:
    elements = module._modules[PREFIX + name]
    assert isinstance(elements, EnabledElements)
    return elements


def _check_owners(owners: list[tuple[nn.Module, str]], modules: list[nn.Module]) -> None:
    """Refuse what would break later, and far from here."""
    for owner, key in owners:
        if isinstance(owner, (nn.Sequential, nn.ModuleList, nn.ModuleDict)):
            raise TypeError(
                f"`{key}` belongs to a {type(owner).__name__}, which can only contain layers: "
                "put the parameter in a module of your own"
            )
        if hasattr(owner, PREFIX + key):
            raise RuntimeError(f"the module already has an attribute `{PREFIX + key}`, which `enable` would create")
    inside = {id(owner) for owner, _ in owners}
    for wrapper in modules:
        if isinstance(wrapper, nn.parallel.DistributedDataParallel) and any(id(m) in inside for m in wrapper.modules()):
            raise RuntimeError("the module is already wrapped in DistributedDataParallel: enable elements before that")


@contextmanager
def _whole_parameters(module: EnabledModule) -> Iterator[None]:
    """While inside, the whole parameters are where they would be in a plain module."""
    for name in module.enabled_names:
        module._parameters[name] = nn.Parameter(elements_of(module, name).written(), requires_grad=False)
    try:
        yield
    finally:
        for name in module.enabled_names:
            module._parameters[name] = None


def _set_names(module: nn.Module, names: tuple[str, ...]) -> None:
    base: Any = getattr(module, "enabled_base", type(module))
    module.__class__ = _enabled_class(base, tuple(sorted(names))) if names else base


@cache
def _enabled_class(base: Any, names: tuple[str, ...]) -> type[nn.Module]:
    """The class of modules that were of class `base` and have enabled elements in the parameters of these names."""
    body: dict[str, Any] = {name: _reading(name) for name in names}
    body |= {"enabled_names": names, "enabled_base": base, "__module__": __name__}
    if "weight" in names:
        body |= forward_for(base)
    metaclass: Any = type(base)
    made: type[nn.Module] = metaclass(f"Enabled{base.__name__}", (EnabledModule, base), body)
    return made


def _reading(name: str) -> property:
    child = PREFIX + name

    def whole_parameter(self: nn.Module) -> Tensor:
        given = self._parameters[name]  # by `torch.func.functional_call`, or while a state dict is saved or loaded
        return self._modules[child]() if given is None else given  # type: ignore[misc]

    return property(whole_parameter)


def _new_instance(base: Any, names: tuple[str, ...]) -> nn.Module:
    cls = _enabled_class(base, names)
    return cls.__new__(cls)
