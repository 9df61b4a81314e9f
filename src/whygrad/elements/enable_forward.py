"""Rows of an embedding or of a linear layer: used without putting the whole together, so no gradient has its size."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn


def forward_for(base: type[nn.Module]) -> dict[str, Any]:
    """The `forward` that a class of modules with enabled elements of `weight` gets, if it gets one of its own."""
    if base.forward is nn.Embedding.forward:
        return {"forward": _look_up}
    return {"forward": _multiply} if base.forward is nn.Linear.forward else {}


def _look_up(self: nn.Embedding, input: Tensor) -> Tensor:
    """As `nn.Embedding.forward`: frozen rows from the frozen matrix, enabled ones from the small parameter."""
    __tracebackhide__ = True
    elements: Any = self._modules["enabled_weight"]
    if self.max_norm is not None or not _by_rows(self, elements):  # `max_norm` writes into the whole matrix
        return nn.Embedding.forward(self, input)
    elements.take_written()
    rows = elements._index[0]
    place = torch.searchsorted(rows, input).clamp(max=len(rows) - 1)
    enabled = rows[place] == input
    whole = F.embedding(input, elements._frozen)
    if self.sparse or self.scale_grad_by_freq:
        # Here it matters how often each row was looked up: only enabled ones may be, whatever their number.
        found = F.embedding(place[enabled], elements.trained, None, None, 2.0, self.scale_grad_by_freq, self.sparse)
        return whole.index_put((enabled,), _without_padding(self, input[enabled], found))
    found = _without_padding(self, input, F.embedding(place, elements.trained))
    return torch.where(enabled.unsqueeze(-1), found, whole)


def _without_padding(self: nn.Embedding, input: Tensor, found: Tensor) -> Tensor:
    """The row for padding gets no gradient."""
    if self.padding_idx is None:
        return found
    return torch.where((input == self.padding_idx).unsqueeze(-1), found.detach(), found)


def _multiply(self: nn.Linear, input: Tensor) -> Tensor:
    """As `nn.Linear.forward`: each row of the weight makes one column of the result."""
    __tracebackhide__ = True
    elements: Any = self._modules["enabled_weight"]
    if not _by_rows(self, elements):
        return nn.Linear.forward(self, input)
    elements.take_written()
    rows, bias = elements._index[0], self.bias
    trained = F.linear(input, elements.trained, None if bias is None else bias[rows])
    return F.linear(input, elements._frozen, bias).index_copy(-1, rows, trained)


def _by_rows(module: nn.Module, elements: Any) -> bool:
    """Are whole rows enabled, and is the weight not given from outside, as `torch.func.functional_call` does?"""
    return len(elements._index) == 1 and module._parameters["weight"] is None
