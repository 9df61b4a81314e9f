"""Computes again what a list of torch calls has computed, on copies, and differentiates that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import torch

from whygrad.record.seam import torch_api, torch_aside
from whygrad.record.seam.as_is import is_a
from whygrad.record.watchers.functions import forward_calls
from whygrad.record.watchers.functions.forward_calls import Call, ForwardCalls, Slot, flat

Tensors = Mapping[int, torch.Tensor]

# Inside `forward` no gradient is followed, so that cutting one means nothing there.
UNCUT: dict[object, Callable[..., object]] = {
    torch.Tensor.detach: lambda tensor: tensor.view_as(tensor),
    torch.detach: lambda tensor: tensor.view_as(tensor),
    torch_api.DATA_GETTER: lambda tensor, *_: tensor.view_as(tensor),
    torch.Tensor.detach_: lambda tensor: tensor,
    torch.Tensor.requires_grad_: lambda tensor, *_, **__: tensor,
}
PRECISE = dict.fromkeys((torch.float16, torch.bfloat16, torch.float32), torch.float64)
PRECISE |= dict.fromkeys((torch.complex32, torch.complex64), torch.complex128)
CASTS = (torch.Tensor.half, torch.Tensor.bfloat16, torch.Tensor.float, torch.Tensor.double)


class Replay:
    """One evaluation of the list; `moved` are the values of its inputs, in the precision of this evaluation."""

    def __init__(self, forward: ForwardCalls, precise: bool, moved: Tensors | None = None) -> None:
        self._precise = precise
        self._tensors: dict[int, torch.Tensor] = {}
        self.leaves: dict[int, torch.Tensor] = {}
        for number, copy in forward.copies.items():
            self._start(number, (moved or {}).get(number, copy), forward)
        for call in forward.calls:
            self._run(call)
        self.outputs = [self._tensors[number] for number, _ in forward.outputs]

    def _start(self, number: int, copy: torch.Tensor, forward: ForwardCalls) -> None:
        value = self._in_precision(copy)
        if number in forward.inputs and value.is_floating_point():
            leaf = self.leaves[number] = value.detach().requires_grad_()
            value = leaf.clone()  # `forward` may write into its arguments
        elif value is copy:
            value = copy.clone()
        self._tensors[number] = value

    def _run(self, call: Call) -> None:
        func = UNCUT.get(call.func, call.func)
        if self._precise and func in CASTS:
            func = torch.Tensor.double
        kwargs = self._given(call.kwargs)
        target = kwargs.pop("out", None)  # with one, nothing is differentiated
        out = func(*self._given(call.args), **kwargs)
        if target is not None:
            target.copy_(out)
        for number, result in zip(call.results, flat(out), strict=False):
            if number is not None and is_a(result, torch.Tensor):
                result = self._in_precision(result)
                known = any(result is tensor for tensor in self._tensors.values())
                self._tensors[number] = result.clone() if known else result

    def _in_precision(self, value: torch.Tensor) -> torch.Tensor:
        return value.to(PRECISE.get(value.dtype, value.dtype)) if self._precise else value

    def _given(self, value: object) -> Any:
        if is_a(value, Slot):
            return self._tensors[value.number]
        if type(value) is tuple or type(value) is list:
            return type(value)(map(self._given, value))
        if type(value) is dict:
            return {key: self._given(item) for key, item in value.items()}
        if type(value) is slice:
            return slice(*map(self._given, (value.start, value.stop, value.step)))
        if self._precise and is_a(value, torch.dtype):
            return PRECISE.get(value, value)
        return value

    def gradients(self, weights: Sequence[torch.Tensor | None], has_graph: bool = False) -> dict[int, torch.Tensor]:
        """The derivative of the outputs, each weighted, by every input that it has one for."""
        return self._derivative(zip(self.outputs, weights, strict=True), has_graph)

    def curvature(
        self, weights: Sequence[torch.Tensor | None], directions: Mapping[int, torch.Tensor]
    ) -> dict[int, torch.Tensor]:
        """The derivative of that derivative, each of its parts weighted with a direction."""
        first = self.gradients(weights, has_graph=True)
        return self._derivative((first[number], along) for number, along in directions.items() if number in first)

    def _derivative(
        self, values: Iterable[tuple[torch.Tensor, torch.Tensor | None]], has_graph: bool = False
    ) -> dict[int, torch.Tensor]:
        pairs = [(value, w.to(value.dtype)) for value, w in values if w is not None and value.requires_grad]
        if not pairs:
            return {}
        outputs, weights = [value for value, _ in pairs], [w for _, w in pairs]
        found = torch_aside.gradients(outputs, list(self.leaves.values()), weights, has_graph)
        return {number: g for number, g in zip(self.leaves, found, strict=True) if g is not None}


class _Sized(Replay):
    """The list on tensors without memory."""

    def _in_precision(self, value: torch.Tensor) -> torch.Tensor:
        return value if value.is_meta else torch.empty_like(value, device="meta")


def check_sizes(forward: ForwardCalls) -> None:
    """Raise where computing the list again would take more memory than is allowed, or another's code or numbers."""
    with torch_aside.Sizing(forward_calls.MOST_BYTES), torch.no_grad():
        _Sized(forward, precise=False)
