"""Who keeps a result alive: the list, dictionary or buffer it lies in, and under which name the program has that."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Iterator
from itertools import islice
from types import BuiltinFunctionType, FrameType, FunctionType, ModuleType

import torch

from whygrad.evidence.marks import OverwroteKept
from whygrad.evidence.passes import Keeper
from whygrad.record.copying.variables import variables_of
from whygrad.record.live.origin import Origin
from whygrad.record.live.stack import Stack
from whygrad.record.seam.as_is import attributes_of, each, has_attributes, is_a, items_of, namespace_of
from whygrad.source.owner import Ownership

CONTAINERS = (list, dict, deque, tuple, set)
NESTING = 3  # a tensor in a tuple in a dictionary in a list
LARGE = 8  # so many things are kept by what grows
MOST_REFERRERS = 64
MANY = 256  # things in a container that are looked at one by one
# Neither containers nor objects with attributes of the program's; by the ids of the classes.
KEEP_NOTHING = frozenset(
    map(
        id, (type(None), bool, int, float, str, bytes, type, ModuleType, BuiltinFunctionType, torch.dtype, torch.device)
    )
)


def keeper_of(tensor: torch.Tensor, frame: FrameType, ownership: Ownership) -> Keeper | None:
    """What keeps the tensor, where that is found."""
    inside: list[object] = [tensor]
    for _ in range(NESTING):
        around: list[object] = [c for thing in inside for c in _referrers(thing) if is_a(c, CONTAINERS)]
        for container in around:
            if len(items_of(container)) >= LARGE and (found := _named_around(container, frame, ownership)):
                return found
        inside = around[:MOST_REFERRERS]
    return None


def _named_around(container: object, frame: FrameType, ownership: Ownership) -> Keeper | None:
    """The container, or one that it lies in, as a list of losses in a dictionary of lists, by the name of that."""
    if found := _name_of(container, frame, ownership):
        return found
    around = [outer for outer in _referrers(container) if is_a(outer, CONTAINERS)]
    return next((found for outer in around if (found := _name_of(outer, frame, ownership))), None)


def _referrers(thing: object) -> Iterator[object]:
    found = gc.get_referrers(thing)
    return (r for r in found[:MOST_REFERRERS] if r is not found)


def _name_of(container: object, frame: FrameType | None, ownership: Ownership) -> Keeper | None:
    while frame is not None:
        if ownership[frame.f_code.co_filename]:
            for name, value in variables_of(frame).items():
                if value is container:
                    return Keeper(name, frame.f_code.co_filename, attribute=False)
        frame = frame.f_back
    for holder in _referrers(container):
        owners = [o for o in _referrers(holder) if _is_plain_object(o)] if is_a(holder, dict) else [holder]
        for owner in owners:
            for name, value in list(attributes_of(owner).items()) if _is_plain_object(owner) else ():
                if value is container and (file := _file_of(type(owner))) and ownership[file]:
                    return Keeper(name, file, attribute=True)
    return None


def _is_plain_object(thing: object) -> bool:
    return has_attributes(thing) and not is_a(thing, (type, ModuleType))


def _file_of(cls: type) -> str:
    functions = (member for member in list(namespace_of(cls).values()) if type(member) is FunctionType)
    return next((function.__code__.co_filename for function in functions), "")


def note_kept(written: torch.Tensor, origin: Origin, frame: FrameType, stack: Stack) -> None:
    """A call has written in place: where that was a library's module, did the program keep what was overwritten?"""
    if stack.foreign_caller(origin.frames) is not None:
        holder = _holder_of(written, frame, stack.ownership)
        if holder:
            origin.add(mark=OverwroteKept(holder))


def _holder_of(tensor: torch.Tensor, frame: FrameType | None, ownership: Ownership) -> str:
    """The list or dictionary of the running functions, or of an object of theirs, that the tensor lies in."""
    while frame is not None:
        if ownership[frame.f_code.co_filename]:
            for name, value in variables_of(frame).items():
                if id(type(value)) in KEEP_NOTHING:
                    continue  # mostly, of a module's
                if _lies_in(tensor, value):
                    return name
                for key, inner in list(attributes_of(value).items()) if _is_plain_object(value) else ():
                    if not key.startswith("_") and _lies_in(tensor, inner):
                        return f"{name}.{key}"
        frame = frame.f_back
    return ""


def _lies_in(tensor: torch.Tensor, container: object) -> bool:
    items = islice(each(container), MANY + 1) if is_a(container, (list, dict)) else ()
    found = list(items)
    return len(found) <= MANY and any(item is tensor for item in found)
