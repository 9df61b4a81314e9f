"""Where tensors lie in memory."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import torch

from whygrad.interruptions.errors import hand_on
from whygrad.record.seam import private_names

# After these a tensor lies elsewhere.
MOVING = ("resize_", "resize_as_", "share_memory_")


def is_shared(tensor: torch.Tensor, besides: int = 0) -> bool:
    """Does another tensor lie in the same memory, beside so many that are known? So it is where torch does not tell."""
    users = private_names.users_of_storage
    return users is None or _users_of(tensor, users) > _users_alone(users) + besides


def _users_of(tensor: torch.Tensor, users: Callable[[int], int]) -> int:
    storage = tensor.untyped_storage()  # held while it is asked: it is known by its address
    return users(storage._cdata)


@lru_cache(maxsize=1)
def _users_alone(users: Callable[[int], int]) -> int:
    """How many there are of the memory of one tensor."""
    return _users_of(torch.empty(1), users)


def address_of(tensor: torch.Tensor) -> int:
    """The address of the tensor's storage; 0 where it has none to compare."""
    if type(tensor).__torch_dispatch__ is not private_names.plain_dispatch:
        return 0  # fake tensors warn when they are asked
    try:
        if private_names.is_lazy_copy(tensor):
            return 0  # who asks a lazy copy for its address makes it a real one
        return tensor.untyped_storage().data_ptr()
    except (RuntimeError, NotImplementedError) as error:  # sparse, fake and wrapped tensors
        hand_on(error)
        return 0
