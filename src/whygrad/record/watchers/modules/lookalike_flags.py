"""Attributes that look like `requires_grad` and are none: on a module, or misspelled. They reach no parameter."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from types import FunctionType
from typing import NamedTuple

import torch

from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import attributes_of, bases_of, namespace_of
from whygrad.record.seam.holdings import modules_in, named_parameters_in, parameters_in

FLAG = "requires_grad"
ALIKE = 0.8  # `require_gradient` is 0.83 like it, `retain_grad` 0.67
OTHER_LIBRARIES = "trainable"  # the flag's name in Keras


class Flag(NamedTuple):
    """Something that was set like the flag, and is none."""

    on: str
    attribute: str
    value: bool
    kind: str  # "module" or "parameter"
    against: set[int]  # ids of the parameters whose own flag says the opposite


def flags_without_effect(roots: Iterable[tuple[str, torch.nn.Module]]) -> Iterator[Flag]:
    """What was set on modules and parameters, and says the opposite of the parameters' own flags."""
    for path, root in roots:
        for inner, module in modules_in(root):
            name = ".".join(filter(None, (path, inner)))
            for attribute, value in _flags(attributes_of(module), (FLAG,)):
                if attribute != FLAG and _is_the_class_s_own(type(module), attribute):
                    continue
                against = {id(p) for p in parameters_in(module) if torch_api.requires_grad(p) != value}
                if against:
                    yield Flag(name, attribute, value, "module", against)
        for inner, parameter in named_parameters_in(root):
            for attribute, value in _flags(attributes_of(parameter), (OTHER_LIBRARIES,)):
                if torch_api.requires_grad(parameter) != value:
                    yield Flag(f"{path}.{inner}", attribute, value, "parameter", {id(parameter)})


def _flags(attributes: dict[str, object], names: tuple[str, ...]) -> list[tuple[str, bool]]:
    return [(k, v) for k, v in list(attributes.items()) if type(v) is bool and (k in names or _is_misspelled(k))]


def _is_the_class_s_own(cls: type, attribute: str) -> bool:
    """Does the class itself use an attribute of this name?"""
    functions = [f for c in bases_of(cls) if c is not torch.nn.Module for f in list(namespace_of(c).values())]
    return any(type(f) is FunctionType and attribute in f.__code__.co_names for f in functions)


@lru_cache(maxsize=1_024)
def _is_misspelled(name: str) -> bool:
    return name != FLAG and difflib.SequenceMatcher(None, name, FLAG).ratio() > ALIKE
