"""One operator of torch's own test suite, on all its sample inputs, run in every way and compared."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import torch

from transparent.observe import Describer, difference, random_state, seed
from transparent.recording import WAYS, run_recorded

MORE_DTYPES = (torch.complex64, torch.int64, torch.bfloat16, torch.bool)


@dataclass
class Tally:
    """What became of one operator's samples, over all ways of recording."""

    name: str
    tried: int = 0
    identical: int = 0
    unsteady: int = 0  # of uninitialised memory: two plain runs differ already, or none once it is filled
    different: list[str] = field(default_factory=list)
    trouble: str = ""  # it could not be tried to the end


def operators() -> dict[str, Any]:
    """Every entry of torch's list, by its full name."""
    from torch.testing._internal.common_methods_invocations import op_db

    found: dict[str, Any] = {}
    for op in op_db:
        name = op.name + (f".{op.variant_test_name}" if op.variant_test_name else "")
        while name in found:
            name += "'"
        found[name] = op
    return found


def try_operator(name: str, op: Any, most: int, more_dtypes: bool, ways: tuple[str, ...] = WAYS[1:]) -> Tally:
    """Run at most `most` samples of each kind; 0 is all."""
    tally = Tally(name)
    warnings.simplefilter("ignore")
    for sample, function, what in _samples(op, most, more_dtypes):
        describe = _runner(op, function, sample)
        plain = describe("plain")
        for way in ways:
            tally.tried += 1
            found = difference(plain, describe(way))
            if found is None:
                tally.identical += 1
            elif difference(plain, describe("plain")) is not None or _was_uninitialised(describe, way):
                tally.unsteady += 1
            else:
                tally.different.append(f"{what}, {way}: {found}")
    return tally


def _was_uninitialised(describe: Callable[[str], Any], way: str) -> bool:
    """Do they agree where torch fills fresh memory? Then the difference was in what had lain there before."""
    torch.use_deterministic_algorithms(True, warn_only=True)  # which also fills
    try:
        return difference(describe("plain"), describe(way)) is None
    finally:
        torch.use_deterministic_algorithms(False)


def _samples(op: Any, most: int, more_dtypes: bool) -> Iterator[tuple[Any, Callable[..., Any], str]]:
    supported = op.supported_dtypes("cpu")
    dtypes = [torch.float32] if torch.float32 in supported else []
    dtypes += [d for d in MORE_DTYPES if d in supported][: 1 if more_dtypes or not dtypes else 0]
    for dtype in dtypes:
        learns = bool(op.supports_autograd and (dtype.is_floating_point or dtype.is_complex))
        seed()
        for number, sample in enumerate(op.sample_inputs("cpu", dtype, requires_grad=learns)):
            if most and number >= most:
                break
            yield sample, op.op, f"sample {number} of {dtype}"
            if op.inplace_variant is not None:
                yield sample, _on_a_copy(op.inplace_variant), f"in place, sample {number} of {dtype}"
    if op.error_inputs_func is not None:
        for number, wrong in enumerate(op.error_inputs("cpu")):
            if most and number >= most:
                break
            yield wrong.sample_input, op.op, f"error {number}"


def _on_a_copy(function: Callable[..., Any]) -> Callable[..., Any]:
    """In place on a result, because a leaf that learns refuses it."""

    def run(first: Any, *args: Any, **kwargs: Any) -> Any:
        return function(first.clone() if isinstance(first, torch.Tensor) else first, *args, **kwargs)

    return run


def _runner(op: Any, function: Callable[..., Any], sample: Any) -> Callable[[str], Any]:
    def describe(way: str) -> Any:
        copier = Copier()
        args = copier.of([sample.input, *sample.args])
        kwargs = copier.of(sample.kwargs)
        inputs = list(tensors_in([args, kwargs]))
        seed()
        facts: dict[str, Any] = {}

        def work() -> None:
            try:
                out = function(*args, **kwargs)
                facts["out"] = out
                _backward(sample.output_process_fn_grad(out))
            except Exception as error:
                facts["error"] = f"{type(error).__name__}: {error}"

        run_recorded(way, work)
        describer = Describer()
        return {
            "random": random_state(),
            "inputs": describer.of(inputs),
            "gradients": describer.of([t.grad for t in inputs if t.is_leaf]),
            "error": facts.get("error"),
            "out": describer.of(facts.get("out")),
        }

    return describe


def _backward(out: Any) -> None:
    roots = [t for t in tensors_in(out) if t.requires_grad]
    if roots:
        torch.autograd.backward(roots, [torch.full_like(t, 0.5) for t in roots])


def tensors_in(value: Any) -> Iterator[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from tensors_in(item)
    elif isinstance(value, dict):
        yield from tensors_in(list(value.values()))


class Copier:
    """Copies a sample so that strides, offsets and shared memory stay as they are."""

    def __init__(self) -> None:
        self._storages: dict[int, Any] = {}
        self._tensors: dict[int, torch.Tensor] = {}

    def of(self, value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            if id(value) not in self._tensors:
                self._tensors[id(value)] = self._tensor(value)
            return self._tensors[id(value)]
        if isinstance(value, torch.Generator):
            copy = torch.Generator(value.device)
            copy.set_state(value.get_state())
            return copy
        if type(value) in (list, tuple):
            return type(value)(self.of(item) for item in value)
        if type(value) is dict:
            return {key: self.of(item) for key, item in value.items()}
        return value

    def _tensor(self, tensor: torch.Tensor) -> torch.Tensor:
        plain = type(tensor) is torch.Tensor and tensor.layout == torch.strided and not tensor.is_nested
        if not plain or tensor.is_quantized or tensor.is_neg() or tensor.device.type != "cpu":
            return tensor.detach().clone().requires_grad_(tensor.requires_grad)
        with torch.no_grad():
            source = tensor.conj() if tensor.is_conj() else tensor
            old = source.untyped_storage()
            storage = self._storages.get(old._cdata)
            if storage is None:
                storage = self._storages[old._cdata] = old.clone()
            made = torch.empty(0, dtype=tensor.dtype)
            made.set_(storage, source.storage_offset(), source.size(), source.stride())
            made = made.conj() if tensor.is_conj() else made
        return made.requires_grad_(tensor.requires_grad)
