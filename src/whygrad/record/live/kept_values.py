"""Values that are kept for a comparison."""

from __future__ import annotations

import torch

from whygrad.record.seam import torch_api

SMALL = 1_000_000  # elements of a tensor that is kept
PARAMETERS = 32  # whose values are kept from one end of a pass or step to the other
TOGETHER = 100_000  # elements of all of them, where each such pass or step is asked


class Values:
    """A tensor's values as bare memory: a program that counts living tensors finds none of ours."""

    __slots__ = ("_form", "_storage")

    def __init__(self, tensor: torch.Tensor) -> None:
        self._storage = tensor.untyped_storage()
        self._form = tensor.dtype, tensor.device, tensor.storage_offset(), tensor.size(), tensor.stride()

    @classmethod
    def copied(cls, tensor: torch.Tensor) -> Values:
        """A copy in main memory: of an accelerator's the program may need the last byte."""
        return cls(tensor.clone() if tensor.device.type == "cpu" else tensor.cpu())

    def shown(self) -> torch.Tensor:
        dtype, device, *place = self._form
        return torch.empty(0, dtype=dtype, device=device).set_(self._storage, *place)

    def equal(self, tensor: torch.Tensor) -> bool:
        """Are these the values of `tensor`, a strided one of the same shape?"""
        return self._is_alike(tensor) and torch.equal(tensor.to(self._form[1]), self.shown())

    def is_unchanged(self, tensor: torch.Tensor) -> bool:
        """The same, where nan is the value of an element: it equals nothing, and may still be what it was."""
        if not self._is_alike(tensor):
            return False
        now, before = tensor.to(self._form[1]), self.shown()
        return torch.equal(now, before) or bool(((now == before) | (now.isnan() & before.isnan())).all())

    def _is_alike(self, tensor: torch.Tensor) -> bool:
        readable = torch_api.is_readable(tensor) and tensor.layout == torch.strided
        return readable and tensor.size() == self._form[3] and tensor.dtype == self._form[0]
