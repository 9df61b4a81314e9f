"""Turns whatever a program returns into plain data that can be compared to the bit, and sent between processes."""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import torch


@dataclass
class Roughly:
    """A number that need not be equal: memory, mostly."""

    value: float
    factor: float = 1.05


class Describer:
    """Describes values; tensors that share a storage get the same number, so that aliasing is compared too."""

    def __init__(self) -> None:
        self._storages: dict[int, int] = {}

    def of(self, value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            return self._tensor(value)
        if isinstance(value, Mapping):
            return {str(k): self.of(v) for k, v in value.items()}
        if isinstance(value, (list, tuple)):
            return [type(value).__name__, *map(self.of, value)]
        if isinstance(value, Roughly) or value is None:
            return value
        if isinstance(value, float) and value != value:
            return "nan"
        if type(value) in (bool, int, float, complex, str, bytes):
            return value
        if hasattr(value, "dtype") and hasattr(value, "tobytes"):
            return ["array", str(value.dtype), value.shape, value.tobytes()]
        if isinstance(value, (torch.dtype, torch.device, torch.layout)):
            return str(value)
        return type(value).__qualname__

    def _tensor(self, tensor: torch.Tensor) -> dict[str, Any]:
        with torch._C.DisableTorchFunction(), torch.no_grad():
            try:
                return {**_form_of(tensor), "storage": self._storage(tensor), **_values_of(tensor)}
            except RuntimeError as error:  # an inference tensor that was given other data cannot be read
                return {"unreadable": str(error)}

    def _storage(self, tensor: torch.Tensor) -> int:
        try:
            key = tensor.untyped_storage()._cdata
        except (RuntimeError, NotImplementedError):  # sparse and wrapped tensors
            return -1
        return self._storages.setdefault(key, len(self._storages))


def _form_of(tensor: torch.Tensor) -> dict[str, Any]:
    strided = tensor.layout == torch.strided and not tensor.is_nested
    return {
        "class": type(tensor).__name__,
        "dtype": str(tensor.dtype),
        "device": str(tensor.device),
        "layout": str(tensor.layout),
        "shape": None if tensor.is_nested else tuple(tensor.shape),
        "stride": tensor.stride() if strided else None,
        "offset": tensor.storage_offset() if strided else None,
        "requires_grad": tensor.requires_grad,
        "leaf": tensor.is_leaf,
        "node": type(tensor.grad_fn).__name__,
        "bits": (tensor.is_conj(), tensor.is_neg(), tensor.is_inference()),
        "view": None if tensor.is_inference() else tensor._is_view(),
    }


def _values_of(tensor: torch.Tensor) -> dict[str, Any]:
    if tensor.device.type == "meta" or type(tensor).__name__ == "FakeTensor":
        return {}
    if tensor.is_nested:
        return {"values": [_digest(part) for part in tensor.unbind()]}
    if tensor.is_quantized:
        return {"values": _digest(tensor.int_repr()), "scheme": str(tensor.qscheme())}
    if tensor.layout == torch.sparse_coo:
        return {"values": [_digest(tensor._indices()), _digest(tensor._values())], "whole": tensor.is_coalesced()}
    if tensor.layout in (torch.sparse_csr, torch.sparse_bsr):
        return {"values": [_digest(t) for t in (tensor.crow_indices(), tensor.col_indices(), tensor.values())]}
    if tensor.layout in (torch.sparse_csc, torch.sparse_bsc):
        return {"values": [_digest(t) for t in (tensor.ccol_indices(), tensor.row_indices(), tensor.values())]}
    return {"values": _digest(tensor)}


def _digest(tensor: torch.Tensor) -> str:
    """The bits of the values, those of nan too."""
    tensor = tensor.detach()
    if type(tensor) is not torch.Tensor and hasattr(tensor, "to_local"):
        tensor = tensor.to_local()
    data = tensor.as_subclass(torch.Tensor)
    raw = (
        torch.empty(data.shape, dtype=data.dtype, device="cpu")
        .copy_(data)
        .reshape(-1)
        .view(torch.uint8)
        .numpy()
        .tobytes()
    )
    return raw.hex() if len(raw) <= 64 else hashlib.blake2b(raw).hexdigest()


def random_state() -> dict[str, Any]:
    """Of all generators that a program shares."""
    numpy = sys.modules.get("numpy")
    return {
        "torch": hashlib.blake2b(torch.get_rng_state().numpy().tobytes()).hexdigest(),
        "python": random.getstate(),
        "numpy": numpy.random.get_state()[1].tobytes() if numpy is not None else None,
    }


def seed() -> None:
    torch.manual_seed(7)
    random.seed(7)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(7)


def difference(one: Any, other: Any, where: str = "") -> str | None:
    """Where two descriptions differ first; None where they agree."""
    if isinstance(one, Roughly) and isinstance(other, Roughly):
        return None if other.value <= one.value * one.factor else f"{where}: {one.value:g} became {other.value:g}"
    if isinstance(one, dict) and isinstance(other, dict):
        keys = [k for k in (*one, *other) if one.get(k) != other.get(k) or isinstance(one.get(k), (dict, list))]
        return next((d for k in keys if (d := difference(one.get(k), other.get(k), f"{where}.{k}"))), None)
    if isinstance(one, list) and isinstance(other, list):
        pairs = enumerate(zip_longest(one, other))
        return next((d for i, (a, b) in pairs if (d := difference(a, b, f"{where}[{i}]"))), None)
    if isinstance(one, str) and isinstance(other, str) and one != other and "\n" in one + other:
        return difference(one.split("\n"), other.split("\n"), where)
    return None if one == other else f"{where}: {_short(one)} became {_short(other)}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 400 else f"{text[:300]} … {text[-100:]}"
