"""What is asked of the values of many tensors at once."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite

import torch

from whygrad.record.seam import private_names
from whygrad.record.seam.torch_api import all_finite, is_readable, values_in


def all_of_them_finite(tensors: list[torch.Tensor]) -> bool:
    """As `all_finite` for each; elsewhere than on the processor, where each answer is waited for, in a few calls."""
    plain = [t for t in tensors if is_readable(t) and t.layout == torch.strided and t.is_floating_point()]
    kinds = {(t.device, t.dtype) for t in plain}
    at_once = len(plain) == len(tensors) and len(kinds) == 1 and not any(device.type == "cpu" for device, _ in kinds)
    if at_once and isfinite(sum(torch.stack(private_names.norms_of(plain, 1)).tolist())):
        return True
    return all(all_finite(t) for t in tensors)


def largest_of(tensors: Iterable[torch.Tensor]) -> float:
    """The largest absolute value that is finite; 0 where none can be read."""
    largest = 0.0
    for tensor in tensors:
        values = values_in(tensor) if is_readable(tensor) else None
        if values is not None and values.is_floating_point() and values.numel():
            largest = max(largest, float(values.abs().nan_to_num(0.0, 0.0, 0.0).max()))
    return largest
