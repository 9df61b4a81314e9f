"""Derivatives with respect to cells of memory: added where a value was read, taken where it was written."""

from __future__ import annotations

from typing import Any

import torch

from whygrad.tape.cells import Geometry, Layer
from whygrad.tape.ledger import Block


class Adjoint:
    """For every cell of one layer and each element of `of` (a row): the derivative, and whether the cell was used."""

    def __init__(self, rows: int, layer: Layer, device: torch.device) -> None:
        itemsize = torch.empty((), dtype=layer.dtype).element_size()
        self.cells = layer.block.nbytes // itemsize
        self.grad = torch.zeros((rows, self.cells), dtype=layer.dtype, device=device)
        self.used = torch.zeros((rows, self.cells), dtype=torch.bool, device=device)

    def add(self, geometry: Geometry, grad: torch.Tensor, used: torch.Tensor) -> None:
        size, stride, offset, _ = geometry
        if is_injective(size, stride):
            self.grad_at(geometry).add_(grad)
            self.used_at(geometry).logical_or_(used)
            return
        index = torch.arange(self.cells, device=grad.device).as_strided(size, stride, offset).reshape(-1)
        self.grad.index_add_(1, index, grad.reshape(grad.shape[0], -1))
        counts = torch.zeros_like(self.used, dtype=torch.int64).index_add_(1, index, used.reshape(len(used), -1).long())
        self.used |= counts > 0

    def grad_at(self, geometry: Geometry) -> torch.Tensor:
        return at(self.grad, geometry)

    def used_at(self, geometry: Geometry) -> torch.Tensor:
        return at(self.used, geometry)


def at(rows: torch.Tensor, geometry: Geometry) -> torch.Tensor:
    """The cells at `geometry` of each row."""
    size, stride, offset, _ = geometry
    return rows.as_strided((rows.shape[0], *size), (rows.shape[1], *stride), offset)


def is_injective(size: Any, stride: Any) -> bool:
    """Does every element lie in a cell of its own?"""
    reach = 1
    for step, length in sorted(zip(stride, size, strict=True)):
        if length == 1:
            continue
        if step < reach:
            return False
        reach = step * (length - 1) + reach
    return True


class Answer:
    """The derivative with respect to each cell as it was when it was last written before its use."""

    def __init__(self, layer: Layer) -> None:
        self.layer = layer
        self.grad: torch.Tensor | None = None
        self.settled: torch.Tensor | None = None
        self.written: torch.Tensor | None = None  # the serial of that writing; 0 for what was there from the start

    def settle(self, adjoint: Adjoint, geometry: Geometry, only: torch.Tensor | None, serial: int) -> None:
        """The cells are about to be found written: what has come together for the used ones is final."""
        if self.grad is None:
            self.grad = torch.zeros_like(adjoint.grad)
            self.settled = torch.zeros_like(adjoint.used)
            self.written = torch.zeros_like(adjoint.used, dtype=torch.int64)
        assert self.settled is not None and self.written is not None
        settled = at(self.settled, geometry)
        new = adjoint.used_at(geometry) & ~settled
        if only is not None:
            new = new & only
        final = at(self.grad, geometry)
        final.copy_(torch.where(new, adjoint.grad_at(geometry), final))
        at(self.written, geometry).masked_fill_(new, serial)
        settled.logical_or_(new)

    def read(self, rest: Adjoint | None, geometry: Geometry, rows: int) -> tuple[torch.Tensor, torch.Tensor]:
        """(derivatives, was it used) for the elements at `geometry`."""
        size, _, _, dtype = geometry
        if rest is None and self.grad is None:
            return torch.zeros((rows, *size), dtype=dtype), torch.zeros((rows, *size), dtype=torch.bool)
        if self.grad is None:
            assert rest is not None
            return rest.grad_at(geometry).clone(), rest.used_at(geometry).clone()
        assert self.settled is not None
        grad, used = at(self.grad, geometry), at(self.settled, geometry)
        if rest is None:
            return grad.clone(), used.clone()
        return torch.where(used, grad, rest.grad_at(geometry)), used | rest.used_at(geometry)


def whole(block: Block, dtype: torch.dtype) -> Geometry:
    """Every cell of a block."""
    return (block.nbytes // torch.empty((), dtype=dtype).element_size(),), (1,), 0, dtype
