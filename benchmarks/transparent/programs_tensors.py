"""Odd tensors, subclasses and modes, and what copies, saves and counts tensors."""

from __future__ import annotations

import copy
import io
import pickle
import weakref
from typing import Any

import torch
from torch import nn
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import FlopCounterMode

STEPS = 11


def sparse_tensors() -> Any:
    a = torch.eye(3).to_sparse().requires_grad_()
    b = torch.ones(3, 2, requires_grad=True)
    found = []
    for _ in range(STEPS):
        torch.sparse.mm(a, b).sum().backward()
        found.append((a.grad, b.grad))
    csr = torch.eye(3).to_sparse_csr()
    found.append(csr @ b)
    found.append(torch.sparse.softmax(a.detach(), 1))
    found.append((a * 2).coalesce().values())
    return found


def nested_tensors() -> Any:
    parts = [torch.ones(2, 3), torch.ones(4, 3)]
    nested = torch.nested.nested_tensor(parts, requires_grad=True)
    linear = nn.Linear(3, 2)
    jagged = torch.nested.nested_tensor(parts, layout=torch.jagged, requires_grad=True)
    for _ in range(STEPS):
        torch.nested.to_padded_tensor(linear(nested), 0.0).sum().backward()
        linear(jagged).values().pow(2).sum().backward()
    return nested.grad, jagged.grad.values(), linear.weight.grad


def quantised_modules() -> Any:
    import warnings

    warnings.simplefilter("ignore")
    q = torch.quantize_per_tensor(torch.linspace(-1, 1, 8), 0.1, 0, torch.qint8)
    found: list[Any] = [q, q.dequantize(), q.int_repr()]
    model = nn.Sequential(nn.Linear(4, 4), nn.ReLU())
    if torch.backends.quantized.engine != "none":
        small = torch.ao.quantization.quantize_dynamic(model, {nn.Linear}, dtype=torch.qint8)
        found.append(small(torch.ones(2, 4)))
    fake = torch.ao.quantization.FakeQuantize.with_args(observer=torch.ao.quantization.MovingAverageMinMaxObserver)()
    x = torch.randn(4, requires_grad=True)
    for _ in range(STEPS):
        fake(x).sum().backward()
    return found, x.grad, fake.scale


def subclasses() -> Any:
    calls: list[str] = []

    class Loud(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            calls.append(getattr(func, "__name__", "?"))
            return super().__torch_function__(func, types, args, kwargs or {})

    x = torch.ones(3).as_subclass(Loud).requires_grad_()
    w = nn.Parameter(torch.ones(3).as_subclass(Loud))
    optimizer = torch.optim.SGD([w], lr=0.1)
    for _ in range(STEPS):
        optimizer.zero_grad()
        (x * w).sum().backward()
        optimizer.step()
    return calls, x.grad, w, w.grad


def wrapper_subclasses() -> Any:
    ops: list[str] = []

    class Wrapper(torch.Tensor):
        inner: torch.Tensor

        @staticmethod
        def __new__(cls, inner: torch.Tensor) -> Any:
            made = torch.Tensor._make_wrapper_subclass(
                cls, inner.size(), dtype=inner.dtype, requires_grad=inner.requires_grad
            )
            made.inner = inner
            return made

        @classmethod
        def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            ops.append(str(func))
            plain = torch.utils._pytree.tree_map_only(Wrapper, lambda t: t.inner, (args, kwargs or {}))
            out = func(*plain[0], **plain[1])
            return torch.utils._pytree.tree_map_only(torch.Tensor, Wrapper, out)

    w = nn.Parameter(Wrapper(torch.ones(3)))
    optimizer = torch.optim.SGD([w], lr=0.1)
    for _ in range(STEPS):
        optimizer.zero_grad()
        (w * 2).exp().sum().backward()
        optimizer.step()
    return ops, w.inner if hasattr(w, "inner") else None, type(w.grad).__name__


class _Listing(TorchFunctionMode):
    def __init__(self) -> None:
        super().__init__()
        self.calls: list[str] = []

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.calls.append(getattr(func, "__name__", "?"))
        return func(*args, **(kwargs or {}))


class _Dispatched(TorchDispatchMode):
    def __init__(self) -> None:
        super().__init__()
        self.ops: list[str] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.ops.append(str(func))
        return func(*args, **(kwargs or {}))


def _train(steps: int = STEPS) -> list[torch.Tensor]:
    torch.manual_seed(4)
    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(steps):
        optimizer.zero_grad()
        model(torch.randn(5, 3)).pow(2).mean().backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    return list(model.parameters())


def function_modes_inside() -> Any:
    with _Listing() as one, _Listing() as other:
        weights = _train()
    return one.calls, other.calls, weights


def dispatch_modes_inside() -> Any:
    with _Dispatched() as mode:
        weights = _train()
    return mode.ops, weights


def dispatch_modes_in_the_middle() -> Any:
    """Entered for the backward pass alone, or for the step alone."""
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    seen: list[Any] = []
    for step in range(STEPS):
        loss = model(torch.randn(5, 3)).pow(2).mean()
        with _Dispatched() as mode:
            loss.backward() if step % 2 else loss.exp()
        seen.append(mode.ops)
        if not step % 2:
            loss.backward()
        with _Dispatched() as mode:
            optimizer.step()
        seen.append(mode.ops)
        with _Dispatched() as mode:
            optimizer.zero_grad()
        seen.append(mode.ops)
    return seen, list(model.parameters())


def flops_counted() -> Any:
    with FlopCounterMode(display=False) as counter:
        weights = _train()
    return counter.get_total_flops(), {str(k): str(v) for k, v in counter.get_flop_counts().items()}, weights


def recording_inside_another_mode() -> Any:
    """The other mode is outside ours: what the program calls reaches it as often as without us."""
    import whygrad.session
    from transparent.recording import recorded

    way = "run" if whygrad.session.Session.running is not None else "plain"
    with _Listing() as mode, recorded(way):
        weights = _train()
    return [c for c in mode.calls if c != "__get__"], weights


def device_contexts() -> Any:
    with torch.device("cpu"), torch.utils._device.DeviceContext(torch.device("cpu")):
        made = torch.ones(3, requires_grad=True)
    torch.set_default_device("meta")
    other = torch.ones(3)
    torch.set_default_device(None)
    torch.set_default_dtype(torch.float64)
    third = torch.tensor([1.0])
    return made, other, third, torch.get_default_device()


def copies_and_pickles() -> Any:
    model = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3))
    model(torch.randn(4, 3)).sum().backward()
    buffer = io.BytesIO()
    torch.save({"model": model.state_dict(), "all": [torch.ones(2), torch.ones(2)[:1]]}, buffer)
    size = buffer.tell()
    buffer.seek(0)
    loaded = torch.load(buffer)
    copied = copy.deepcopy(model)
    again = pickle.loads(pickle.dumps(copied))
    names = [torch.from_numpy, torch.relu, nn.Parameter, nn.utils.clip_grad_norm_, torch.utils.swap_tensors]
    optimizer = torch.optim.Adam(model.parameters())
    optimizer.step()
    second = copy.deepcopy(optimizer)
    h = torch.ones(2, requires_grad=True) * 2
    try:
        copy.deepcopy(h)
    except RuntimeError as error:
        message = str(error)
    return (
        size,
        loaded,
        list(again.state_dict().values()),
        [p.__dict__ for p in again.parameters()],
        [pickle.loads(pickle.dumps(f)) is f for f in names],
        len(pickle.dumps(model.state_dict())),
        second.state_dict(),
        message,
    )


def tensors_swapped() -> Any:
    """torch refuses to swap tensors that somebody holds weakly."""
    model = nn.Linear(3, 3)
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(3):
        optimizer.zero_grad()
        model(torch.ones(2, 3)).sum().backward()
        optimizer.step()
    torch.__future__.set_swap_module_params_on_conversion(True)
    before = [id(p) for p in model.parameters()]
    model.to(torch.float64)
    model.load_state_dict({k: v + 1 for k, v in model.state_dict().items()})
    one, other = torch.ones(2), torch.zeros(3)
    torch.utils.swap_tensors(one, other)
    held = torch.ones(2)
    ref = weakref.ref(held)
    try:
        torch.utils.swap_tensors(held, other)
    except RuntimeError as error:
        message = str(error)
    return [id(p) for p in model.parameters()] == before, list(model.parameters()), one, other, message, ref() is held


def attributes_of_tensors() -> Any:
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    y.mark = "mine"
    (y.sum() * x.prod()).backward()
    return x.__dict__, y.__dict__, dir(y) == sorted(set(dir(torch.Tensor)) | {"mark"}), x._backward_hooks, y._version


def writes_in_place() -> Any:
    found: list[Any] = []
    for step in range(STEPS):
        x = torch.ones(4, requires_grad=True)
        h = x * 2
        view = h[1:]
        view.mul_(3)
        h[0] = x[1]
        h.data[2] = 5
        h.detach()[3] = 7
        try:
            (h.exp() if step % 2 else h * h.add_(1)).sum().backward()
        except RuntimeError as error:
            found.append(str(error))
        with torch.no_grad():
            part = h[:2]
        h.add_(1)
        for name in ("requires_grad", "grad_fn", "add_"):
            try:
                found.append(part.add_(1) if name == "add_" else getattr(part, name))
            except RuntimeError as error:
                found.append(str(error))
        found += [x.grad, h, h._version]
    return found


def memory_formats_and_types() -> Any:
    x = torch.randn(2, 3, 4, 4).to(memory_format=torch.channels_last).requires_grad_()
    conv = nn.Conv2d(3, 5, 3).to(memory_format=torch.channels_last)
    found = []
    for dtype in (torch.float32, torch.float64, torch.bfloat16):
        net, y = copy.deepcopy(conv).to(dtype), x.detach().to(dtype).requires_grad_()
        net(y).sum().backward()
        found.append([y.grad, net.weight.grad, net.weight.grad.is_contiguous(memory_format=torch.channels_last)])
    z = torch.randn(3, dtype=torch.complex64, requires_grad=True)
    (z.conj() * z).real.sum().backward()
    found.append([z.grad])
    return found


def gradients_share_memory_as_before() -> Any:
    """Whether a gradient is handed over or copied is torch's affair, and shows in strides and in shared memory."""
    found = []
    for _ in range(STEPS):
        a, b = torch.ones(2, 3, requires_grad=True), torch.ones(3, 2, requires_grad=True)
        (a + b.t()).backward(torch.ones(2, 3))
        w = torch.ones(1, requires_grad=True)
        w.expand(4).sum().backward()
        u = torch.ones(3, requires_grad=True)
        given = torch.full((3,), 2.0)
        u.backward(given)
        m = torch.ones(2, 3, requires_grad=True)
        (torch.ones(4, 2) @ m).backward(torch.ones(4, 3))
        found.append([a.grad, b.grad, w.grad, u.grad, given, m.grad])
    return found
