"""Modes of the program's own that see calls of torch, below and above the recorder's."""

from __future__ import annotations

import torch
from torch.overrides import BaseTorchFunctionMode, TorchFunctionMode


class LoggingMode(TorchFunctionMode):
    """Writes down the calls that it sees."""

    def __init__(self, log):
        super().__init__()
        self.log = log

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.log.append([getattr(func, "__name__", str(func)), [t.__name__ for t in types], sorted(kwargs or {})])
        return func(*args, **(kwargs or {}))


class ChangingMode(TorchFunctionMode):
    """Computes something else."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        if func is torch.Tensor.exp:
            return torch.Tensor.sin(*args)
        return func(*args, **(kwargs or {}))


class FailingMode(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        if getattr(func, "__name__", "") in ("relu", "sum", "mul"):
            raise LookupError(func.__name__)
        return func(*args, **(kwargs or {}))


def under_a_logging_mode(run, a, b, k, body):
    log = []
    try:
        with LoggingMode(log):
            body()
    finally:
        run.note("seen", log)


def under_two_modes(run, a, b, k, body):
    outer, inner = [], []
    with LoggingMode(outer), BaseTorchFunctionMode(), LoggingMode(inner):
        body()
    run.note("seen", outer, inner)


def under_a_changing_mode(run, a, b, k, body):
    with ChangingMode():
        body()


def under_a_failing_mode(run, a, b, k, body):
    with FailingMode():
        body()


def without_torch_functions(run, a, b, k, body):
    with torch._C.DisableTorchFunctionSubclass() if k % 2 else torch._C.DisableTorchFunction():
        body()


def on_the_meta_device(run, a, b, k):
    with torch.device("meta"):
        made = torch.rand(3) * 2
    run.note(made.device, (made + 1).shape)


def logged_training(run, a, b, k):
    log = []
    w = torch.ones(3, requires_grad=True)
    with LoggingMode(log):
        (w * 2).exp().sum().backward()
        w.grad.mul_(2)
        with torch.no_grad():
            w -= 0.1 * w.grad
    run.note("seen", log)
    return w
