"""Hooks of every kind, and custom Functions: what is called, how often, in which order, with what."""

from __future__ import annotations

import random
import weakref
from typing import Any

import torch
from torch import nn
from torch.autograd.graph import register_multi_grad_hook, saved_tensors_hooks
from torch.utils.checkpoint import checkpoint

STEPS = 11


def order_of_hooks() -> Any:
    events: list[Any] = []
    for step in range(STEPS):
        w = torch.ones(3, requires_grad=True)
        h = (w * 2).relu()
        h.retain_grad()
        h.register_hook(lambda g, s=step: events.append(("h", s, g.tolist())))
        h.grad_fn.register_prehook(lambda g: events.append(("before node", len(g))))
        h.grad_fn.register_hook(lambda i, o: events.append(("node", len(i), len(o))))
        w.register_hook(lambda g: events.append("w") or g * 3)
        w.register_post_accumulate_grad_hook(lambda p: events.append(("after", p.grad.tolist())))
        register_multi_grad_hook([w, h], lambda gs: events.append(("all", [g is not None for g in gs])))
        register_multi_grad_hook([w, h], lambda g: events.append("any"), mode="any")
        h.sum().backward()
        h.grad_fn.register_hook(lambda i, o: events.append("late"))
        events.append((w.grad, h.grad))
    return events


def module_hooks() -> Any:
    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
    events: list[Any] = []
    for name, module in model.named_children():
        module.register_forward_pre_hook(lambda m, i, n=name: events.append(("in", n)))
        module.register_forward_hook(lambda m, i, o, n=name: events.append(("out", n, o.grad_fn.name())))
        module.register_full_backward_pre_hook(lambda m, g, n=name: events.append(("back in", n)))
        module.register_full_backward_hook(lambda m, i, o, n=name: events.append(("back out", n, i[0] is None)))
    for _ in range(STEPS):
        model(torch.randn(2, 3)).sum().backward()
    return events, list(model.parameters())


def hooks_that_raise() -> Any:
    found = []
    w = torch.ones(3, requires_grad=True)
    for step in range(STEPS):
        h = w * 2
        if step % 2:
            h.register_hook(lambda g: 1 / 0)
        else:
            h.grad_fn.register_hook(lambda i, o: [].pop())
        try:
            h.sum().backward()
        except (ZeroDivisionError, IndexError) as error:
            found.append(repr(error))
        found.append(w.grad)
        (w * 3).sum().backward()
        found.append(w.grad.clone())
    return found


def interrupted_passes() -> Any:
    """What is no Exception passes through a backward pass too; everything dies after it as it does plainly."""
    died: list[int] = []
    for step in range(STEPS):
        w = torch.ones(3, requires_grad=True)
        h = w.exp()
        weakref.finalize(h, died.append, step)

        def interrupt(g: torch.Tensor) -> None:
            raise KeyboardInterrupt

        h.register_hook(interrupt)
        try:
            h.sum().backward()
        except KeyboardInterrupt:
            died.append(-1)
        del h
        died.append(100 + step)
    return died


def gradients_replaced_in_hooks() -> Any:
    w = torch.ones(4, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.1)
    mask = torch.tensor([1.0, 0.0, 1.0, 0.0])
    w.register_hook(lambda g: g * mask)
    for _ in range(STEPS):
        optimizer.zero_grad()
        h = w * torch.randn(4)
        h.grad_fn.register_hook(lambda i, o: tuple(None if g is None else g * 2 for g in i))
        h.pow(2).sum().backward()
        optimizer.step()
    return w, w.grad


def retained_graphs() -> Any:
    w = torch.ones(3, requires_grad=True)
    found = []
    for _ in range(STEPS):
        loss = (w.exp() * w).sum()
        for _ in range(3):
            loss.backward(retain_graph=True)
        found.append(w.grad.clone())
        loss.backward()
        try:
            loss.backward()
        except RuntimeError as error:
            found.append(str(error))
    return found


def saved_values_are_packed_and_unpacked_as_often() -> Any:
    packed, unpacked = [], []

    def pack(t: torch.Tensor) -> Any:
        packed.append(tuple(t.shape))
        return t.detach().clone()

    def unpack(t: Any) -> torch.Tensor:
        unpacked.append(tuple(t.shape))
        return t

    w = torch.ones(3, requires_grad=True)
    for step in range(STEPS):
        with saved_tensors_hooks(pack, unpack):
            loss = ((w * 0).relu() * w.exp() * (0.0 if step % 2 else float("inf"))).sum()
        loss.backward()
    return packed, unpacked, w.grad


def saved_values_of_a_failed_pass() -> Any:
    unpacked: list[Any] = []

    def unpack(t: Any) -> torch.Tensor:
        unpacked.append(tuple(t.shape))
        return t

    w = torch.ones(3, requires_grad=True)
    with saved_tensors_hooks(lambda t: t, unpack):
        h = w.exp()
        other = h * w
        loss = other.sum()
    other.register_hook(lambda g: 1 / 0)
    try:
        loss.backward()
    except ZeroDivisionError as error:
        return unpacked, str(error)
    return unpacked


def saved_on_the_cpu() -> Any:
    w = torch.ones(3, requires_grad=True)
    for _ in range(STEPS):
        with torch.autograd.graph.save_on_cpu():
            loss = (w.exp() * w).sum()
        loss.backward()
    with torch.autograd.graph.disable_saved_tensors_hooks("none here"):
        (w * w).sum().backward()
    return w.grad


def checkpoints() -> Any:
    calls: list[Any] = []

    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner = nn.Linear(4, 4)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            calls.append(torch.is_grad_enabled())
            return nn.functional.dropout(self.inner(x) * 0, 0.5) + nn.functional.dropout(x, 0.3)

    blocks = nn.ModuleList([Block(), Block()])
    x = torch.randn(3, 4, requires_grad=True)
    for step in range(STEPS):
        out = x
        for block in blocks:
            out = checkpoint(block, out, use_reentrant=bool(step % 2))
        out.sum().backward()
        calls.append(x.grad.clone())
    return calls, [p.grad for p in blocks.parameters()]


def anomalies() -> Any:
    found = []
    with torch.autograd.detect_anomaly():
        for step in range(STEPS):
            w = torch.zeros(2, requires_grad=True)
            try:
                (w.sqrt() * 0 if step % 2 else w.exp()).sum().backward()
            except RuntimeError as error:
                found.append(str(error))
            found.append(w.grad)
    return found


def one_thread_for_backward() -> Any:
    with torch.autograd.set_multithreading_enabled(False):
        w = torch.ones(3, requires_grad=True)
        for _ in range(STEPS):
            (w * w.exp()).sum().backward()
    return w.grad, torch._C._is_multithreading_enabled()


class _Counted(torch.autograd.Function):
    """A Function whose every run can be told: it counts, prints, draws and writes into what lies outside."""

    forwards = 0
    log: list[str] = []

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, scale: float) -> torch.Tensor:
        _Counted.forwards += 1
        _Counted.log.append("forward")
        print("forward", _Counted.forwards)
        ctx.save_for_backward(x)
        ctx.scale = scale
        return x * scale + torch.rand(()) * random.random()

    @staticmethod
    def backward(ctx: Any, g: torch.Tensor) -> Any:
        _Counted.log.append("backward")
        print("backward")
        return g * ctx.scale + torch.rand(()), None


def functions_with_side_effects() -> Any:
    w = torch.ones(3, requires_grad=True)
    for _ in range(STEPS):
        _Counted.apply(w, 2.0).sum().backward()
    return _Counted.forwards, _Counted.log, w.grad


_CALLS: list[int] = []
_TOTAL = 0


def _note_a_call(n: int) -> None:
    global _TOTAL
    _TOTAL += n


class _Deterministic(torch.autograd.Function):
    """Counts only through a helper and a global: nothing of it shows in what it returns."""

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
        _note_a_call(1)
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx: Any, g: torch.Tensor) -> Any:
        (x,) = ctx.saved_tensors
        _CALLS.append(len(_CALLS))
        return g * x  # wrong by a factor of two


def functions_that_count_elsewhere() -> Any:
    w = torch.ones(3, requires_grad=True)
    for _ in range(STEPS):
        _Deterministic.apply(w).sum().backward()
    return _TOTAL, _CALLS, w.grad


def functions_that_call_what_they_are_not_given() -> Any:
    """A Function over a closure: a batch norm whose statistics move with every forward."""
    norm = nn.BatchNorm1d(2)
    seen: dict[str, int] = {"runs": 0}

    class Wrapped(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
            seen["runs"] += 1
            norm(x)
            return x.clone() * 3

        @staticmethod
        def backward(ctx: Any, g: torch.Tensor) -> torch.Tensor:
            return g * 3

    x = torch.randn(4, 2, requires_grad=True)
    for _ in range(3):
        Wrapped.apply(x).sum().backward()
    return seen, norm.running_mean, norm.num_batches_tracked, x.grad


def functions_of_every_style() -> Any:
    class Split(torch.autograd.Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(x: torch.Tensor, n: int) -> Any:
            return x * n, x + n

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.n = inputs[1]
            ctx.set_materialize_grads(False)

        @staticmethod
        def backward(ctx: Any, a: Any, b: Any) -> Any:
            total = 0 if a is None else a * ctx.n
            return total + (0 if b is None else b), None

    class InPlace(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
            x.mul_(2)
            ctx.mark_dirty(x)
            return x

        @staticmethod
        def backward(ctx: Any, g: torch.Tensor) -> torch.Tensor:
            return g * 2

    class Fails(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
            return x.sin()

        @staticmethod
        def backward(ctx: Any, g: torch.Tensor) -> Any:
            return g, g, g

    found: list[Any] = []
    for _ in range(STEPS):
        w = torch.ones(3, requires_grad=True)
        a, b = Split.apply(w, 3)
        (a if len(found) % 2 else a * b).sum().backward()
        InPlace.apply(w * 1).sum().backward()
        found.append(w.grad)
        try:
            Fails.apply(w).sum().backward()
        except RuntimeError as error:
            found.append(str(error))
    found.append(torch.func.vmap(lambda x: Split.apply(x, 2)[0])(torch.ones(4, 2)))
    found.append(torch.func.grad(lambda x: Split.apply(x, 2)[0].sum())(torch.ones(2)))
    found.append(torch.autograd.gradcheck(lambda x: Split.apply(x, 2)[0], torch.ones(2).double().requires_grad_()))
    return found


def weak_references_die_at_the_same_time() -> Any:
    died: list[Any] = []
    w = nn.Parameter(torch.ones(3))
    optimizer = torch.optim.SGD([w], lr=0.1)
    for step in range(STEPS):
        h = w * 2
        kept = h.detach().numpy()
        alias = h.detach()
        loss = (h * kept[0].item()).exp().sum()
        for name, tensor in (("h", h), ("alias", alias), ("loss", loss)):
            weakref.finalize(tensor, died.append, (name, step))
        loss.backward()
        weakref.finalize(w.grad, died.append, ("grad", step))
        optimizer.step()
        died.append("stepped")
        optimizer.zero_grad()
        died.append("cleared")
        del h, alias
        died.append("deleted")
        del loss, kept
        died.append(step)
    return died


def arrays_of_results_die_at_the_same_time() -> Any:
    died: list[Any] = []
    w = torch.ones(3, requires_grad=True)
    for step in range(STEPS):
        h = w * 2
        alias = h.detach()
        weakref.finalize(alias, died.append, ("alias", step))
        total = alias.numpy().sum()
        del alias
        died.append(("gone", step))
        (h * float(total)).sum().backward()
    return died, w.grad
