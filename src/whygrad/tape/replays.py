"""How a kept call is run again where running it as it was would not do: the result must come with its history."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from whygrad.record.seam.as_is import is_a


class Unkept:
    """An argument that the tape cannot keep: sparse, nested, a subclass with a meaning of its own."""

    def __repr__(self) -> str:
        return "a tensor whose values whygrad does not keep"


UNKEPT = Unkept()

Like = tuple[Any, torch.dtype, torch.device]  # a tensor's size, kind of number and device


def like(tensor: torch.Tensor) -> Like:
    return tensor.size(), tensor.dtype, tensor.device


def assign(target: Like, value: Any) -> torch.Tensor:
    """What `target[...] = value` leaves there."""
    size, dtype, device = target
    fresh = torch.zeros(size, dtype=dtype, device=device)
    fresh[...] = value
    return fresh


def set_elements(target: torch.Tensor, index: Any, value: Any) -> torch.Tensor:
    target[index] = value
    return target


def rebuild(data: Any = None, *_: Any, obj: Any = None, **options: Any) -> torch.Tensor:
    """`torch.tensor(data)` or `torch.asarray(obj)` as if it followed the values."""
    made = _stacked(data if data is not None else obj)
    dtype, device = options.get("dtype"), options.get("device")
    return made.to(
        dtype=dtype or (made.dtype if made.is_floating_point() else torch.get_default_dtype()), device=device
    )


def _stacked(data: Any) -> torch.Tensor:
    if is_a(data, torch.Tensor):
        return data.clone()
    if is_a(data, (list, tuple)) and data:
        return torch.stack([item.to(torch.get_default_dtype()) for item in map(_stacked, data)])
    return torch.tensor(data, dtype=torch.get_default_dtype())


def rebuild_like(_: Any, data: Any, *__: Any, **options: Any) -> torch.Tensor:
    """`tensor.new_tensor(data)`, likewise."""
    return rebuild(data, **options)


def window(data: torch.Tensor, size: Any, stride: Any, offset: int) -> torch.Tensor:
    """A part of a contiguous tensor's values, as an array of NumPy's showed it."""
    return data.as_strided(size, stride, offset + data.storage_offset()) * 1


def copied(data: torch.Tensor, *_: Any) -> torch.Tensor:
    return data.clone()


REPLAYS: dict[Any, Callable[..., Any]] = {
    torch.tensor: rebuild,
    torch.as_tensor: rebuild,
    torch.asarray: rebuild,
    torch.Tensor.new_tensor: rebuild_like,
    torch.Tensor.__deepcopy__: copied,
}


def replay_of(func: Any) -> Callable[..., Any] | None:
    """What to run instead of `func`; None where it can be run itself, or where nothing is known to go in."""
    return REPLAYS.get(func)
