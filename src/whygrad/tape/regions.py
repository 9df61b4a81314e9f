"""Which cells an index shows."""

from __future__ import annotations

from typing import Any

import torch

from whygrad.interruptions.errors import hand_on
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a, is_exactly, items_of
from whygrad.tape.cells import Geometry, geometry_of, tensors_in

OF_INTEGERS = {int}


def region_of(target: torch.Tensor, index: Any) -> Geometry | None:
    """The cells of `target[index]`; None where the index picks single elements, or is more than plain numbers."""
    if type(index) is int:
        return _element(target, (index,))
    if type(index) is tuple and set(map(type, index)) == OF_INTEGERS:
        return _element(target, index)
    if tensors_in(index) or _has_list(index):
        return None
    with torch_api.plain():
        try:
            region = target[index]
        except Exception as error:  # the program's own error: it comes again when the write runs
            hand_on(error)
            return None
    return geometry_of(region) if torch_api.storage_key(region) == torch_api.storage_key(target) else None


def _element(target: torch.Tensor, index: tuple[int, ...]) -> Geometry | None:
    """As `region_of`, by numbers alone; None where there is no such element, which the write itself will say."""
    size, stride, offset = target.size(), target.stride(), int(target.storage_offset())
    if len(index) > len(size):
        return None
    for at, length, step in zip(index, size, stride):  # noqa: B905  # the index may be shorter
        if not -length <= at < length:
            return None
        offset += step * (at + length if at < 0 else at)
    return size[len(index) :], stride[len(index) :], offset, target.dtype


def _has_list(index: Any) -> bool:
    parts = items_of(index) if is_a(index, tuple) else [index]
    bounds = [bound for p in parts if type(p) is slice for bound in (p.start, p.stop, p.step)]
    return not all(is_exactly(p, int, slice, type(None), type(...)) for p in parts) or any(
        not is_exactly(bound, int, type(None)) for bound in bounds
    )
