"""Modes of the program's own that see the operations below autograd."""

from __future__ import annotations

import torch
from torch.utils._python_dispatch import TorchDispatchMode


class Counting(TorchDispatchMode):
    """Writes down the operations that it sees."""

    def __init__(self, log):
        super().__init__()
        self.log = log

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.log.append([str(func), sorted(kwargs or {})])
        return func(*args, **(kwargs or {}))


class FailingBelow(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if "exp" in str(func) or "mul" in str(func):
            raise LookupError(str(func))
        return func(*args, **(kwargs or {}))


def under_a_dispatch_mode(run, a, b, k, body):
    log = []
    try:
        with Counting(log):
            body()
    finally:
        run.note("operations", log)


def under_a_failing_dispatch_mode(run, a, b, k, body):
    with FailingBelow():
        body()


def dispatched_training(run, a, b, k):
    log = []
    w = torch.ones(3, requires_grad=True)
    optimizer = (torch.optim.SGD if k % 2 else torch.optim.Adam)([w], lr=0.1)
    for _ in range(1 + k % 3):
        with Counting(log):
            optimizer.zero_grad()
            (w * 2).exp().sum().backward()
            optimizer.step()
    run.note("operations", log)
    return w
