"""Optimizers that are made, used, saved, changed and dropped."""

from __future__ import annotations

import weakref

import torch


def _new_optimizer(parameters, k):
    kinds = (
        lambda: torch.optim.SGD(parameters, lr=0.1, momentum=0.9),
        lambda: torch.optim.Adam(parameters, lr=0.01),
        lambda: torch.optim.AdamW(parameters, lr=0.01, weight_decay=0.1),
        lambda: torch.optim.RMSprop(parameters, lr=0.01),
        lambda: torch.optim.Adagrad(parameters, lr=0.1),
        lambda: torch.optim.SGD(parameters, lr=0.0),
    )
    return kinds[k % len(kinds)]()


def trained(run, a, b, k):
    w = torch.rand(4, requires_grad=True)
    optimizer = _new_optimizer([w], k)
    for step in range(k % 13):
        optimizer.zero_grad(set_to_none=bool(k % 2))
        (w * b.detach().reshape(-1)[:1] - step).pow(2).mean().backward()
        if k % 3 == 0:
            torch.nn.utils.clip_grad_norm_([w], 0.5)
        optimizer.step()
    run.note(optimizer.state_dict())
    return w


def made_and_dropped(run, a, b, k):
    for number in range(1 + k % 5):
        w = torch.rand(3, requires_grad=True)
        optimizer = _new_optimizer([w], k + number)
        weakref.finalize(optimizer, run.note, "optimizer gone", number)
        weakref.finalize(w, run.note, "parameter gone", number)
        w.exp().sum().backward()
        optimizer.step()
        del optimizer
        run.note("dropped", number, w)


def state_loaded(run, a, b, k):
    w = torch.rand(3, requires_grad=True)
    first, second = _new_optimizer([w], k), _new_optimizer([w], k)
    w.sum().backward()
    first.step()
    second.load_state_dict(first.state_dict())
    second.step()
    run.note(second.state_dict(), len(second.state))
    return w


def group_added(run, a, b, k):
    w, u = torch.rand(3, requires_grad=True), torch.rand(2, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.1)
    optimizer.add_param_group({"params": [u], "lr": 0.5})
    (w.sum() * u.sum()).backward()
    optimizer.step()
    run.note([len(group["params"]) for group in optimizer.param_groups], u)
    return w


def closure_called(run, a, b, k):
    w = torch.rand(3, requires_grad=True)
    optimizer = torch.optim.LBFGS([w], max_iter=4) if k % 2 else torch.optim.SGD([w], lr=0.1)

    def closure():
        run.note("closure", torch.is_grad_enabled())
        optimizer.zero_grad()
        loss = (w - 1).pow(2).sum()
        loss.backward()
        return loss

    return optimizer.step(closure)


def scheduled(run, a, b, k):
    w = torch.rand(3, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2, gamma=0.5)
    for _ in range(4):
        w.sum().backward()
        optimizer.step()
        scheduler.step()
    run.note(scheduler.get_last_lr(), optimizer.param_groups[0]["lr"])
    return w


class Plain(torch.optim.Optimizer):
    """One of the program's own."""

    def __init__(self, parameters, lr):
        super().__init__(parameters, {"lr": lr})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for parameter in group["params"]:
                if parameter.grad is not None:
                    parameter.add_(parameter.grad, alpha=-group["lr"])


def own_optimizer(run, a, b, k):
    w = torch.rand(3, requires_grad=True)
    optimizer = Plain([w], 0.1)
    for _ in range(1 + k % 4):
        optimizer.zero_grad()
        w.exp().sum().backward()
        optimizer.step()
    return w
