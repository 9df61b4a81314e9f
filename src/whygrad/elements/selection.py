"""Which elements of a tensor a user means, as coordinates with which they are picked out and put back."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

# Coordinates are an int64 tensor of shape (1, k) for k whole rows, or (dimensions, k) for k single elements. They are
# sorted, and each place occurs once: what is put back must not depend on the order of writing.


def coordinates(shape: torch.Size, which: Any) -> Tensor:
    """The coordinates of `tensor[which]` for a tensor of this shape: of rows where whole rows are chosen."""
    if not shape:
        raise ValueError("a tensor without dimensions has one element: set `requires_grad` on the tensor itself")
    which = _as_index(which)
    if isinstance(which, Tensor) and which.dtype == torch.bool:
        _check_mask(shape, which)
    try:
        found = _whole_rows(shape, which)
        if found is None:
            found = _single_elements(shape, which)
    except IndexError as error:
        raise IndexError(f"{_shown(which)} is out of range for a tensor of shape {tuple(shape)}: {error}") from None
    if found.shape[1] == 0:
        raise ValueError(f"{_shown(which)} selects no element")
    return found


def row_coordinates(shape: torch.Size, rows: Any) -> Tensor:
    """As `coordinates`, for what may only mean rows: a number, numbers, a slice, or a mask over rows."""
    rows = _as_index(rows)
    of_rows = isinstance(rows, (int, slice)) or (isinstance(rows, Tensor) and rows.dim() <= 1)
    if not of_rows or not shape:
        raise ValueError(
            f"`rows` takes a number, a list of numbers or a mask with one entry for each row, not {_shown(rows)}"
        )
    if isinstance(rows, Tensor) and rows.dtype == torch.bool and len(rows) != shape[0]:
        raise ValueError(f"the mask has {len(rows)} entries, but the tensor has {shape[0]} rows")
    return coordinates(shape, rows)


def pick(whole: Tensor, index: Tensor) -> Tensor:
    """A copy of the elements at the coordinates."""
    return whole[tuple(index)]


def put(whole: Tensor, index: Tensor, part: Tensor) -> Tensor:
    """A copy of `whole` with `part` at the coordinates; a gradient goes to `part`."""
    return whole.index_put(tuple(index), part)


def put_in_place(whole: Tensor, index: Tensor, part: Tensor) -> None:
    """Write `part` at the coordinates, and nothing else."""
    with torch.no_grad():
        whole.index_put_(tuple(index), part.detach())


def count(shape: torch.Size, index: Tensor) -> str:
    """How many of how many, in words: `10 of 50000 rows`."""
    if len(index) == 1 and len(shape) > 1:
        return f"{index.shape[1]} of {shape[0]} rows"
    return f"{index.shape[1]} of {shape.numel()} elements"


def _as_index(which: Any) -> Any:
    """Lists, ranges and arrays as tensors; what torch takes as it is (a number, a slice, a tuple) as it is."""
    if isinstance(which, bool) or which is None:
        raise TypeError(f"choose elements with a number, a list, a slice or a mask, not with {which}")
    if isinstance(which, (range, set, frozenset)):
        which = sorted(which)
    if isinstance(which, list) or hasattr(which, "__array__"):
        try:
            which = torch.as_tensor(which) if len(_sized(which)) else torch.empty(0, dtype=torch.int64)
        except (TypeError, ValueError, RuntimeError):
            raise TypeError(f"{_shown(which)} cannot choose elements: pass a list of numbers or a mask") from None
    if isinstance(which, Tensor):
        if which.dtype.is_floating_point or which.dtype.is_complex:
            raise TypeError(
                f"a tensor of {which.dtype} cannot choose elements: use torch.bool for a mask, torch.int64 for an index"
            )
        return which.detach().cpu()
    if not (isinstance(which, (int, slice, tuple)) or which is ...):
        raise TypeError(f"choose elements with a number, a list, a slice or a mask, not with {_shown(which)}")
    return which


def _sized(which: Any) -> Any:
    return which if isinstance(which, list) else which.reshape(-1)


def _check_mask(shape: torch.Size, mask: Tensor) -> None:
    if mask.shape != shape and mask.shape != shape[:1]:
        raise ValueError(f"the mask has the shape {tuple(mask.shape)}, but the tensor has {tuple(shape)}")


def _whole_rows(shape: torch.Size, which: Any) -> Tensor | None:
    """The rows, where `which` says nothing of what lies inside one: this needs no list of all their elements."""
    one_dimension = isinstance(which, (int, slice)) or (isinstance(which, Tensor) and which.dim() <= 1)
    if not one_dimension:
        return None
    rows = torch.arange(shape[0])[which]
    return torch.unique(rows).unsqueeze(0)


def _single_elements(shape: torch.Size, which: Any) -> Tensor:
    """Each dimension's own numbers, spread over the shape without memory, are indexed as the tensor would be."""
    flat = torch.zeros((), dtype=torch.int64)
    for dimension, size in enumerate(shape):
        sizes = [size if other == dimension else 1 for other in range(len(shape))]
        flat = flat * size + torch.arange(size).view(sizes).expand(shape)[which]
    flat = torch.unique(flat)
    row_size = shape[1:].numel()
    rows = torch.unique(flat // row_size) if row_size else flat
    if len(rows) * row_size == len(flat):
        return rows.unsqueeze(0)
    return torch.stack(torch.unravel_index(flat, shape))


def _shown(which: Any) -> str:
    """`which` as the user may have written it, where that is short."""
    if isinstance(which, Tensor):
        kind = "mask" if which.dtype == torch.bool else "index"
        return str(which.tolist()) if which.numel() <= 8 else f"the {kind} of shape {tuple(which.shape)}"
    text = repr(which)
    return text if len(text) <= 60 else f"{text[:57]}..."
