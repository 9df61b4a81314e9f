"""Trainings of more than ten steps: the values of the first eight, and of some after them, are looked at."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from torch import nn

from transparent.observe import Roughly

STEPS = 18


def _model() -> nn.Module:
    return nn.Sequential(nn.Linear(6, 12), nn.BatchNorm1d(12), nn.ReLU(inplace=True), nn.Dropout(0.2), nn.Linear(12, 3))


def _batch() -> tuple[torch.Tensor, torch.Tensor]:
    return torch.randn(8, 6), torch.randint(0, 3, (8,))


def _losses(model: nn.Module, optimizer: Any, steps: int = STEPS) -> Iterator[torch.Tensor]:
    for _ in range(steps):
        x, y = _batch()
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        yield loss.detach()
        optimizer.step()


def _end(model: nn.Module, optimizer: Any = None) -> list[Any]:
    state = optimizer.state_dict()["state"] if optimizer is not None else {}
    return [*model.state_dict().values(), *(p.grad for p in model.parameters()), *state.values()]


def every_optimizer() -> Any:
    found = {}
    for name in ("SGD", "Adam", "AdamW", "RMSprop", "Adagrad", "Adadelta", "NAdam", "RAdam", "ASGD", "Rprop", "Adamax"):
        torch.manual_seed(1)
        model = _model()
        optimizer = getattr(torch.optim, name)(model.parameters())
        losses = list(_losses(model, optimizer))
        found[name] = [losses, _end(model, optimizer)]
    return found


def closures() -> Any:
    model = nn.Linear(4, 2)
    optimizer = torch.optim.LBFGS(model.parameters(), max_iter=4, line_search_fn="strong_wolfe")
    x, calls = torch.randn(8, 4), []

    def closure() -> torch.Tensor:
        calls.append(torch.is_grad_enabled())
        optimizer.zero_grad()
        loss = model(x).pow(2).mean()
        loss.backward()
        return loss

    losses = [optimizer.step(closure).detach() for _ in range(12)]
    return calls, losses, _end(model)


def accumulation() -> Any:
    model = _model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for step in range(40):
        x, y = _batch()
        (nn.functional.cross_entropy(model(x), y) / 4).backward()
        if step % 4 == 3:
            norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            print(f"{norm:.6f}")
            optimizer.step()
            optimizer.zero_grad(set_to_none=step % 8 == 3)
    return _end(model, optimizer)


def gradients_never_cleared() -> Any:
    model = nn.Linear(6, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for _ in range(STEPS):
        x, y = _batch()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
    return _end(model)


def groups_changed_on_the_fly() -> Any:
    model, more = nn.Linear(6, 3), nn.Parameter(torch.ones(3))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 4)
    rates = []
    for step in range(STEPS):
        if step == 5:
            optimizer.add_param_group({"params": [more], "lr": 0.1})
        if step == 9:
            optimizer.param_groups[0]["params"] = [model.bias]
        if step == 12:
            model.weight = nn.Parameter(model.weight.detach().clone())
            optimizer.param_groups[0]["params"].append(model.weight)
        x, y = _batch()
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x) * more, y).backward()
        optimizer.step()
        schedule.step()
        rates.append(schedule.get_last_lr())
    return rates, _end(model), more


def sparse_gradients() -> Any:
    table = nn.Embedding(20, 4, sparse=True)
    head = nn.Linear(4, 2)
    optimizers = [torch.optim.SparseAdam(table.parameters()), torch.optim.SGD(head.parameters(), lr=0.1)]
    kept = []
    for _ in range(STEPS):
        for optimizer in optimizers:
            optimizer.zero_grad()
        head(table(torch.randint(0, 20, (5,)))).pow(2).mean().backward()
        kept.append((table.weight.grad.is_coalesced(), table.weight.grad._nnz()))
        for optimizer in optimizers:
            optimizer.step()
    return kept, _end(table), _end(head)


def sparse_gradients_kept() -> Any:
    """The gradient of one step stays there for the next: it changes from dense to sparse and is added to."""
    table = nn.Embedding(6, 2, sparse=True)
    optimizer = torch.optim.SGD(table.parameters(), lr=0.1)
    found = []
    for step in range(12):
        table.sparse = step % 3 > 0
        table(torch.tensor([step % 6])).sum().backward()
        optimizer.step()
        found.append(table.weight.grad.layout)
        if step % 3 == 2:
            optimizer.zero_grad()
    return found, _end(table)


def autocast_and_scaler() -> Any:
    model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=2.0**20, growth_interval=2)
    scales = []
    for _ in range(STEPS):
        x, y = _batch()
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = model(x)
            loss = nn.functional.cross_entropy(out.float(), y)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        nn.utils.clip_grad_value_(model.parameters(), 0.5)
        scaler.step(optimizer)
        scaler.update()
        scales.append((scaler.get_scale(), out.dtype))
    return scales, _end(model)


def recurrent_with_truncation() -> Any:
    cell, head = nn.GRUCell(3, 5), nn.Linear(5, 1)
    optimizer = torch.optim.Adam([*cell.parameters(), *head.parameters()])
    h, losses = torch.zeros(2, 5), []
    for _ in range(STEPS):
        h = h.detach()
        for _ in range(3):
            h = cell(torch.randn(2, 3), h)
        loss = head(h).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses, _end(cell)


def two_players() -> Any:
    one, other = nn.Linear(4, 4), nn.Linear(4, 1)
    first, second = torch.optim.Adam(one.parameters()), torch.optim.Adam(other.parameters())
    for _ in range(STEPS):
        made = one(torch.randn(8, 4))
        second.zero_grad()
        (other(torch.randn(8, 4)).mean() - other(made.detach()).mean()).backward()
        second.step()
        first.zero_grad()
        other(made).mean().neg().backward()
        first.step()
    return _end(one, first), _end(other, second)


def penalty_on_gradients() -> Any:
    """Double backward in every step."""
    model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(STEPS):
        x = torch.randn(6, 4, requires_grad=True)
        out = model(x)
        (gradient,) = torch.autograd.grad(out.sum(), x, create_graph=True)
        optimizer.zero_grad()
        (out.mean() + (gradient.norm(dim=1) - 1).pow(2).mean()).backward()
        optimizer.step()
    return _end(model)


def meta_learning() -> Any:
    w = torch.ones(4, requires_grad=True)
    outer = torch.optim.Adam([w], lr=0.1)
    for _ in range(12):
        x = torch.randn(5, 4)
        inner = w
        for _ in range(2):
            (g,) = torch.autograd.grad((x @ inner).pow(2).mean(), inner, create_graph=True)
            inner = inner - 0.1 * g
        outer.zero_grad()
        (x @ inner).pow(2).mean().backward()
        outer.step()
    return w, w.grad


def a_loss_that_becomes_nan() -> Any:
    w = torch.ones(3, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=1e30)
    for _ in range(12):
        optimizer.zero_grad()
        loss = (w * torch.randn(3)).pow(4).sum().sqrt()
        loss.backward()
        optimizer.step()
        print(loss.item())
    return w, w.grad


def dead_units() -> Any:
    """All gradients are zero: the looks have most to do."""
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
    with torch.no_grad():
        model[0].bias.fill_(-100)
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(STEPS):
        optimizer.zero_grad()
        model(torch.rand(8, 4)).sum().backward()
        optimizer.step()
    return _end(model, optimizer)


def averages_and_targets() -> Any:
    model = _model()
    target = torch.optim.swa_utils.AveragedModel(model)
    optimizer = torch.optim.AdamW(model.parameters())
    seen = []
    for loss in _losses(model, optimizer):
        target.update_parameters(model)
        with torch.no_grad():
            seen.append(target(torch.ones(4, 6)).sum().item())
        seen.append(loss.item())
    return seen, _end(target)


def step_hooks() -> Any:
    model = nn.Linear(6, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    order: list[str] = []
    optimizer.register_step_pre_hook(lambda *_: order.append("before"))
    optimizer.register_step_post_hook(lambda *_: order.append("after"))
    optimizer.register_state_dict_pre_hook(lambda *_: order.append("state"))
    list(_losses(model, optimizer))
    optimizer.state_dict()
    return order, len(optimizer._optimizer_step_pre_hooks)


def a_step_that_raises() -> Any:
    model = nn.Linear(2, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def refuse(*_: Any) -> None:
        raise ValueError("not now")

    handle = optimizer.register_step_pre_hook(refuse)
    found = []
    for step in range(12):
        optimizer.zero_grad()
        model(torch.randn(3, 2)).sum().backward()
        try:
            optimizer.step()
        except ValueError as error:
            found.append(str(error))
        if step == 6:
            handle.remove()
    return found, _end(model)


def memory_over_many_steps() -> Any:
    """The peak from the third step on: until the second, `watch()` keeps values (docs/limits.md)."""
    _give_memory_back_at_once()
    model = nn.Sequential(nn.Linear(512, 2048), nn.ReLU(), nn.Linear(2048, 512))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.001)
    for step in range(20):
        optimizer.zero_grad()
        model(torch.randn(2048, 512)).pow(2).mean().backward()
        optimizer.step()
        if step == 1:
            with contextlib.suppress(OSError):
                Path("/proc/self/clear_refs").write_text("5")  # the peak is counted from here
    return Roughly(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, 1.05)


def _give_memory_back_at_once() -> None:
    """Freed tensors leave the process, so that its peak does not depend on which gaps the allocator happens to fill.

    glibc moves the size from which it does so up to what was freed last; a size that was set stays.
    """
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").mallopt(ctypes.c_int(-3), ctypes.c_int(1 << 18))  # M_MMAP_THRESHOLD


def tensors_that_the_collector_sees() -> Any:
    """How many tensors live, step by step, counted as people do who look for a leak."""
    model = nn.Linear(6, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    counts = []
    for _ in _losses(model, optimizer, 6):
        gc.collect()
        assert all(p.grad is not None for p in model.parameters())  # reading them makes them objects of Python's
        counts.append(sum(type(o) in (torch.Tensor, nn.Parameter) for o in gc.get_objects()))
    return counts
