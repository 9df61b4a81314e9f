"""Optimizers that hold values of the program's: later steps write to them, and make results of them."""

from __future__ import annotations

import torch


def optimizer_of_values(run, a, b, k):
    """Values that are no leaves are refused by it."""
    optimizer = torch.optim.SGD([a, b] if a is not b else [a], lr=0.1)
    run.held.append(optimizer)
    optimizer.step()


def held_optimizer_steps(run, a, b, k):
    """One that an earlier step has made."""
    optimizer = run.find(torch.optim.Optimizer)
    if optimizer is not None:
        optimizer.step()
        optimizer.zero_grad()
        if k % 2:
            run.held.remove(optimizer)
