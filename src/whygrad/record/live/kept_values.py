"""Values that are kept for a comparison."""

from __future__ import annotations

import torch

from whygrad.record.seam import few_values, torch_api

SMALL = 1_000_000  # elements of a tensor that is kept
PARAMETERS = 32  # whose values are kept from one end of a pass or step to the other
TOGETHER = 100_000  # elements of all of them, where each such pass or step is asked

CPU = torch.device("cpu")


class Values:
    """A tensor's values as bare memory: a program that counts living tensors finds none of ours."""

    __slots__ = ("_bytes", "_form", "_storage")

    def __init__(self, tensor: torch.Tensor) -> None:
        self._bytes: bytes | None = None  # of a small one, which no tensor was made for
        self._storage: torch.UntypedStorage | None = tensor.untyped_storage()
        self._form = tensor.dtype, tensor.device, tensor.storage_offset(), tensor.size(), tensor.stride()

    @classmethod
    def copied(cls, tensor: torch.Tensor) -> Values:
        """A copy in main memory: of an accelerator's the program may need the last byte."""
        kept = few_values.kept_bytes(tensor)
        if kept is None:
            bare = tensor.detach()
            return cls(bare.clone() if bare.device.type == "cpu" else bare.cpu())
        values = cls.__new__(cls)
        values._bytes, values._storage = kept, None
        values._form = tensor.dtype, CPU, 0, tensor.size(), ()
        return values

    def shown(self) -> torch.Tensor:
        dtype, device, offset, size, stride = self._form
        if self._storage is None:  # a buffer that may be written, or torch would warn
            return torch.frombuffer(bytearray(self._bytes or b""), dtype=dtype).view(size)
        return torch.empty(0, dtype=dtype, device=device).set_(self._storage, offset, size, stride)

    def equal(self, tensor: torch.Tensor) -> bool:
        """Are these the values of `tensor`, a strided one of the same shape?"""
        if self._bytes is not None and tensor.size() == self._form[3]:
            told = few_values.has_bytes(tensor, self._bytes)
            if told is not None:
                return told
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
