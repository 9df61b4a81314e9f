"""The memory of a tensor as another tensor, made unseen."""

from __future__ import annotations

import torch

from whygrad.record.seam import private_names, torch_api


def alias_of(tensor: torch.Tensor) -> torch.Tensor:
    """The same memory as a tensor without history, made unseen; to be called where no function mode is in force."""
    if private_names.dispatch_depth() or private_names.is_dispatched_early() or private_names.is_profiled():
        with torch_api.plain():
            return tensor.detach()
    return tensor.detach()
