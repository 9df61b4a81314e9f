"""Where tensors lie in memory."""

from __future__ import annotations

import torch

from whygrad.interruptions.errors import hand_on
from whygrad.record.seam import private_names

# After these a tensor lies elsewhere.
MOVING = ("resize_", "resize_as_", "share_memory_")


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
