"""What the values of one tensor tell: whether they can be read, are zero, or are not finite."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite, nan
from typing import TypeGuard

import torch

from whygrad.record.seam import private_names
from whygrad.record.seam.as_is import is_exactly

# Reads a few values at a fraction of the time, and tells None of what it leaves to torch; set where it was compiled.
sum_in_c: Callable[[object, tuple[object, ...]], float | None] | None = None
# The same: a copy of a few values as bytes, and whether a tensor still has the values of one.
keep_in_c: Callable[[object, tuple[object, ...]], bytes | None] | None = None
compare_in_c: Callable[[object, bytes, tuple[object, ...]], bool | None] | None = None
READ_IN_C = (
    torch.Tensor, torch.nn.Parameter, torch.strided, torch.float32, torch.float64, private_names.is_lazy_copy
)  # fmt: skip
# With these torch computes; floats of eight bits and fewer, and halves of complex numbers, it mostly only copies.
COMPUTED = frozenset({
    torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.complex64, torch.complex128,
    torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64,
})  # fmt: skip


def is_readable(tensor: object) -> TypeGuard[torch.Tensor]:
    """A tensor with values of its own that can be read: no subclass, fake or nested one, and of a plain dtype."""
    if not is_exactly(tensor, torch.Tensor, torch.nn.Parameter) or tensor.is_nested or tensor.dtype not in COMPUTED:
        return False
    return not tensor.is_meta and tensor.layout in (torch.strided, torch.sparse_coo)


def kept_bytes(tensor: torch.Tensor) -> bytes | None:
    """The values of a small plain tensor in main memory; None of any other."""
    return keep_in_c(tensor, READ_IN_C) if keep_in_c is not None else None


def has_bytes(tensor: torch.Tensor, kept: bytes) -> bool | None:
    """Are these the values of a tensor of the same shape? None where nobody can tell so quickly."""
    return compare_in_c(tensor, kept, READ_IN_C) if compare_in_c is not None else None


def spread(tensor: torch.Tensor, step: int, most: int) -> torch.Tensor:
    """Every so many elements of a strided tensor in main memory, in the order of `reshape(-1)`.

    That would copy all of them where they do not lie in this order, as those of a picture may.
    """
    bare = tensor.detach()
    if bare.is_contiguous():
        return bare.view(-1)[::step][:most]
    left = torch.arange(0, min(bare.numel(), step * most), step, device="cpu")
    places = torch.zeros_like(left)
    for size, stride in zip(reversed(bare.shape), reversed(bare.stride()), strict=True):
        places += left % size * stride
        left = left // size
    return bare.as_strided((int(places.max()) + 1,), (1,), bare.storage_offset())[places]


def sample(tensor: torch.Tensor, most: int = 16) -> torch.Tensor:
    """A few elements from all over a strided tensor, by which its values are known again."""
    return spread(tensor, max(1, tensor.numel() // most), most)


def size_of(tensor: torch.Tensor) -> float:
    """The sum of all absolute values, in one pass over them: 0 where all are zero, nan or infinite where one is.

    1 where nobody can tell.
    """
    found = sum_in_c(tensor, READ_IN_C) if sum_in_c is not None else None
    if found is not None:
        return found
    if not is_readable(tensor):
        return 1.0
    values = values_in(tensor)
    if not (values.is_floating_point() or values.is_complex()):
        return float(values.any())
    return float(torch.linalg.vector_norm(values, 1))


def sum_of(tensor: torch.Tensor) -> float:
    """As `size_of`: 0 where all are zero, nan or infinite where one is. Any other number tells that neither holds.

    A plain sum takes a fraction of the time; only where it has come to 0 or overflowed are absolute values added.
    """
    found = sum_in_c(tensor, READ_IN_C) if sum_in_c is not None else None
    if found is not None:
        return found
    values = values_in(tensor) if is_readable(tensor) else None
    total = _quick_sum(values) if values is not None else 0.0
    return total if total and isfinite(total) else size_of(tensor)


def _quick_sum(values: torch.Tensor) -> float:
    """Nan and infinity stay in a sum, and it may overflow although no value is either; nan of what is not real."""
    if not values.is_floating_point():
        return nan
    return float((values.sum() if values.dim() else values).item())  # `float` of one that learns would warn the program


def any_nonzero(gradient: torch.Tensor) -> bool:
    """Is there anything in a gradient but zeros? Yes also where nobody can tell; nan counts as something."""
    return sum_of(gradient) != 0


def all_finite(tensor: torch.Tensor) -> bool:
    """Is there neither nan nor infinity? Yes also where nobody can tell."""
    if sum_in_c is not None and sum_in_c(tensor, READ_IN_C) is not None:
        return True
    if not is_readable(tensor) or not (tensor.is_floating_point() or tensor.is_complex()):
        return True
    # A sum of large numbers may overflow: then the elements are asked one by one.
    values = values_in(tensor)
    return isfinite(_quick_sum(values)) or bool(torch.isfinite(values).all())


def values_in(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.coalesce().values() if tensor.layout == torch.sparse_coo else tensor
