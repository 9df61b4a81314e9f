"""A few elements of a tensor or an array, by which the same values are known again elsewhere."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from typing import Any

import torch

from whygrad.record.live.exports import is_array
from whygrad.record.seam import torch_api
from whygrad.record.seam.as_is import is_a, is_exactly

SAMPLES = 16  # elements that are read
TELLING = 3  # different elements that a fingerprint needs: zeros and ones are alike everywhere
Fingerprint = tuple[tuple[int, ...], str, bytes]


def fingerprints_of(value: Any) -> Iterator[Fingerprint]:
    """Of the whole, then of its first row and its last: what is stacked or concatenated is known by them."""
    if is_array(value):
        numpy = sys.modules["numpy"]
        if not is_exactly(value, numpy.ndarray, numpy.memmap) or value.dtype.kind != "f":
            return
    elif not is_a(value, torch.Tensor) or not torch_api.is_plain(value) or not value.is_floating_point():
        return
    for part in (value, *_rows_at_the_ends(value)):
        found = _fingerprint(part)
        if found is not None:
            yield found


def _rows_at_the_ends(value: Any) -> tuple[Any, ...]:
    return (value[0], value[-1]) if len(value.shape) >= 2 and value.shape[0] else ()


def _fingerprint(value: Any) -> Fingerprint | None:
    shape = tuple(int(size) for size in value.shape)
    count = math.prod(shape)
    if count < TELLING:
        return None
    number = min(SAMPLES, count)
    spread = [index * (count - 1) // (number - 1) for index in range(number)]
    if is_a(value, torch.Tensor):
        picked = torch.take(value.detach(), torch.tensor(spread, device=value.device)).cpu()
        dtype, read = str(value.dtype).removeprefix("torch."), picked.view(torch.uint8).numpy().tobytes()
    else:
        dtype, read = str(value.dtype), value.flat[spread].tobytes()
    width = max(1, len(read) // number)
    different = {read[start : start + width] for start in range(0, len(read), width)}
    return (shape, dtype, read) if len(different) >= TELLING else None
