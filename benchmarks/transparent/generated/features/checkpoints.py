"""Checkpointed computations, in both ways of torch's."""

from __future__ import annotations

import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def checkpointed(run, a, b, k):
    def work(t):
        run.note("checkpointed", torch.is_grad_enabled(), t.requires_grad)
        return torch.dropout(t.sin(), 0.5, True) * 2

    made = checkpoint(work, a, use_reentrant=bool(k % 2), preserve_rng_state=k % 3 != 0)
    if k % 5:
        made.sum().backward()
    return made


def checkpointed_module(run, a, b, k):
    model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Tanh(), torch.nn.Dropout(0.5), torch.nn.Linear(4, 1))
    x = a.detach().reshape(-1)[:4].requires_grad_()
    checkpoint_sequential(model, 2, x, use_reentrant=bool(k % 2)).sum().backward()
    run.note([p.grad for p in model.parameters()])
    return x.grad


def checkpoint_that_changes(run, a, b, k):
    """Its second run computes something else, which torch notices."""
    runs = []

    def work(t):
        runs.append(1)
        return t.sin() if len(runs) == 1 else t.sin().exp() * t

    checkpoint(work, a * 1, use_reentrant=False).sum().backward()


def checkpoint_that_raises(run, a, b, k):
    def work(t):
        if not torch.is_grad_enabled() or k % 2:
            raise LookupError(k)
        return t * 2

    return checkpoint(work, a, use_reentrant=bool(k % 3))


def checkpoints_nested(run, a, b, k):
    def inner(t):
        run.note("inner")
        return t.cos()

    made = checkpoint(lambda t: checkpoint(inner, t.sin(), use_reentrant=False) * 2, a, use_reentrant=False)
    made.sum().backward()
    return made
