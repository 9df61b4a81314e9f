"""Rows of an embedding: looked up without putting the whole matrix together, so that no gradient has its size."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn


def forward_for(base: type[nn.Module]) -> dict[str, Any]:
    """The `forward` that a class of modules with enabled rows of `weight` gets, if it gets one of its own."""
    return {"forward": _look_up} if base.forward is nn.Embedding.forward else {}


def _look_up(self: nn.Embedding, input: Tensor) -> Tensor:
    """As `nn.Embedding.forward`: frozen rows from the frozen matrix, enabled ones from the small parameter."""
    elements: Any = self._modules["enabled_weight"]
    by_rows = len(elements._index) == 1
    # These need the whole matrix, or count rows of it.
    special = self.max_norm is not None or self.scale_grad_by_freq or self.sparse
    if special or not by_rows or self._parameters["weight"] is not None:
        return nn.Embedding.forward(self, input)
    rows = elements._index[0]
    place = torch.searchsorted(rows, input).clamp(max=len(rows) - 1)
    enabled = rows[place] == input
    trained = F.embedding(place, elements._parameters[elements.name])
    if self.padding_idx is not None:
        trained = torch.where((input == self.padding_idx).unsqueeze(-1), trained.detach(), trained)
    return torch.where(enabled.unsqueeze(-1), trained, F.embedding(input, elements._frozen))
