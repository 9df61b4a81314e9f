"""What a custom Function keeps outside its context for `backward`: a second call writes over it."""

from __future__ import annotations

import builtins
import dis
from collections.abc import Iterator
from types import FunctionType

import torch

from whygrad.record.live.origin import OwnRef
from whygrad.record.live.weak_tables import WeakKeys
from whygrad.record.seam.as_is import attribute_of, function_of, has_attributes, is_a, items_of, member_of, namespace_of

LOADING = ("LOAD_GLOBAL", "LOAD_NAME")
Holder = tuple[str, str]  # a global variable, and its attribute; "" for the variable itself or what is in it


class KeptOutside:
    """Follows the calls of Functions whose `backward` reads what `forward` has put into a class or a global."""

    def __init__(self) -> None:
        self._holders: WeakKeys[type, list[Holder]] = WeakKeys()
        self._latest: WeakKeys[type, tuple[int, list[OwnRef]]] = WeakKeys()

    def overwritten(self, cls: type, passes: int) -> str:
        """Has this call replaced what an earlier one kept, and no pass has run since? Then where it is kept."""
        holders = self._holders.get(cls)
        if holders is None:
            holders = self._holders[cls] = shared_holders(cls)
        if not holders:
            return ""
        now = [t for holder in holders for t in _tensors_in(_value(cls, holder))]
        before, kept = self._latest.get(cls, (-1, []))
        self._latest[cls] = (passes, [OwnRef(t) for t in now])
        gone = [ref for ref in kept if not any(ref() is t for t in now)]
        return ".".join(filter(None, holders[0])) if before == passes and gone and now else ""


def shared_holders(cls: type) -> list[Holder]:
    """What `forward` sets and `backward` reads."""
    forward, backward = (function_of(member_of(cls, name)) for name in ("forward", "backward"))
    if forward is None or backward is None:
        return []
    read = set(_paths(backward))
    return [holder for holder in _set_in(forward) if holder in read]


def _set_in(function: FunctionType) -> Iterator[Holder]:
    code = list(dis.get_instructions(function))
    names = {holder[0] for holder in _paths(function) if not hasattr(builtins, holder[0])}
    for number, instruction in enumerate(code):
        if instruction.opname == "STORE_GLOBAL":
            yield instruction.argval, ""
        elif instruction.opname == "STORE_ATTR" and number and code[number - 1].opname in LOADING:
            yield code[number - 1].argval, instruction.argval
        elif instruction.opname == "STORE_SUBSCR":
            yield from ((n, "") for n in names if is_a(function.__globals__.get(n), (dict, list)))


def _paths(function: FunctionType) -> Iterator[Holder]:
    """The globals that are read, and their attributes."""
    code = list(dis.get_instructions(function))
    for number, instruction in enumerate(code):
        if instruction.opname in LOADING:
            yield instruction.argval, ""
            following = code[number + 1] if number + 1 < len(code) else instruction
            if following.opname == "LOAD_ATTR":
                yield instruction.argval, following.argval


def _value(cls: type, holder: Holder) -> object:
    name, attribute = holder
    forward = function_of(member_of(cls, "forward"))
    value = forward.__globals__.get(name) if forward is not None else None
    if not attribute or not has_attributes(value):
        return value
    return namespace_of(value).get(attribute) if is_a(value, type) else attribute_of(value, attribute)


def _tensors_in(value: object) -> list[torch.Tensor]:
    items = items_of(value) if is_a(value, (dict, list, tuple)) else [value]
    return [item for item in items if is_a(item, torch.Tensor)]
