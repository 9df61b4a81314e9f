"""Where tensors lie in memory."""

from __future__ import annotations

from collections.abc import Callable

import torch

_is_lazy_copy: Callable[[torch.Tensor], bool] = getattr(torch._C, "_is_cow_tensor", lambda tensor: False)

# After these a tensor lies elsewhere.
MOVING = ("resize_", "resize_as_", "share_memory_")


def address_of(tensor: torch.Tensor) -> int:
    """The address of the tensor's storage; 0 where it has none to compare."""
    if type(tensor).__torch_dispatch__ is not torch._C._disabled_torch_dispatch_impl:
        return 0  # fake tensors warn when they are asked
    try:
        if _is_lazy_copy(tensor):
            return 0  # who asks a lazy copy for its address makes it a real one
        return tensor.untyped_storage().data_ptr()
    except (RuntimeError, NotImplementedError):  # sparse, fake and wrapped tensors
        return 0
