"""Calls with their arguments by position and by keyword, in every mix."""

from __future__ import annotations

import random

import torch
import torch.nn.functional as F

# Of each call the names and values of its arguments, in their order; at first as many as are allowed by position.
CALLS = {
    "equal": (lambda a, b: torch.equal, lambda a, b: {"input": a, "other": b}),
    "allclose": (lambda a, b: torch.allclose, lambda a, b: {"input": a, "other": b, "rtol": 0.1}),
    "isclose": (lambda a, b: torch.isclose, lambda a, b: {"input": a, "other": b}),
    "is_nonzero": (lambda a, b: torch.is_nonzero, lambda a, b: {"input": a.sum()}),
    "add": (lambda a, b: torch.add, lambda a, b: {"input": a, "other": b}),
    "mul of tensor": (lambda a, b: a.mul, lambda a, b: {"other": b}),
    "where": (lambda a, b: torch.where, lambda a, b: {"condition": a > 0, "input": a, "other": b}),
    "clamp": (lambda a, b: torch.clamp, lambda a, b: {"input": a, "min": -0.5, "max": 0.5}),
    "cat": (lambda a, b: torch.cat, lambda a, b: {"tensors": [a, b], "dim": 0}),
    "stack": (lambda a, b: torch.stack, lambda a, b: {"tensors": (a, b), "dim": -1}),
    "sum": (lambda a, b: torch.sum, lambda a, b: {"input": a, "dim": 0}),
    "matmul": (lambda a, b: torch.matmul, lambda a, b: {"input": a, "other": b}),
    "linear": (lambda a, b: F.linear, lambda a, b: {"input": a, "weight": b.reshape(1, -1), "bias": b[:1]}),
    "dropout": (lambda a, b: F.dropout, lambda a, b: {"input": a, "p": 0.5, "training": True}),
    "softmax": (lambda a, b: F.softmax, lambda a, b: {"input": a, "dim": -1}),
    "mse": (lambda a, b: F.mse_loss, lambda a, b: {"input": a, "target": b}),
    "requires_grad_": (lambda a, b: a.detach().requires_grad_, lambda a, b: {"requires_grad": True}),
    "copy_": (lambda a, b: a.detach().copy_, lambda a, b: {"src": b, "non_blocking": False}),
    "fill_": (lambda a, b: a.detach().clone().fill_, lambda a, b: {"value": 3.0}),
    "masked_fill": (lambda a, b: a.masked_fill, lambda a, b: {"mask": b > 0, "value": 0.5}),
    "to": (lambda a, b: a.to, lambda a, b: {"dtype": torch.float64, "non_blocking": True, "copy": True}),
    "view": (lambda a, b: a.view, lambda a, b: {"size": (2, 2)}),
    "new_tensor": (lambda a, b: a.new_tensor, lambda a, b: {"data": [1.0, 2.0]}),
    "tensor": (lambda a, b: torch.tensor, lambda a, b: {"data": [1.0, 2.0]}),
    "as_tensor": (lambda a, b: torch.as_tensor, lambda a, b: {"data": b.detach().numpy()}),
    "parameter": (lambda a, b: torch.nn.Parameter, lambda a, b: {"data": a.detach(), "requires_grad": True}),
    "set_grad_enabled": (lambda a, b: torch._C._set_grad_enabled, lambda a, b: {"enabled": True}),
    "grad": (lambda a, b: torch.autograd.grad, lambda a, b: {"outputs": (a * b).sum(), "inputs": (a,)}),
    "backward": (
        lambda a, b: torch.autograd.backward,
        lambda a, b: {"tensors": ((a * b).sum(),), "grad_tensors": (torch.ones(()),)},
    ),
    "backward of tensor": (
        lambda a, b: (a * b).backward,
        lambda a, b: {"gradient": b.detach(), "retain_graph": True, "create_graph": False},
    ),
    "register_hook": (lambda a, b: (a * 1).register_hook, lambda a, b: {"hook": _ignore}),
    "clip": (
        lambda a, b: torch.nn.utils.clip_grad_norm_,
        lambda a, b: {"parameters": [a, b], "max_norm": 0.5, "norm_type": 2.0},
    ),
    "layer": (lambda a, b: torch.nn.Identity(), lambda a, b: {"input": a}),
    "data": (lambda a, b: torch.Tensor.requires_grad_, lambda a, b: {"self": a.detach(), "requires_grad": True}),
    "item": (lambda a, b: a.sum().item, lambda a, b: {}),
    "unknown": (lambda a, b: torch.relu, lambda a, b: {"input": a, "unknown": 1}),
    "missing": (lambda a, b: torch.add, lambda a, b: {"other": b}),
    "from_numpy": (lambda a, b: torch.from_numpy, lambda a, b: {"ndarray": b.detach().numpy()}),
    "is_floating_point": (lambda a, b: torch.is_floating_point, lambda a, b: {"input": a}),
    "split": (lambda a, b: torch.split, lambda a, b: {"tensor": a, "split_size_or_sections": 2, "dim": 0}),
    "save_on_cpu": (lambda a, b: torch.autograd.graph.save_on_cpu, lambda a, b: {"pin_memory": False}),
}


def _ignore(gradient):
    return None


def mixed(run, a, b, k):
    """Some arguments by position, the others by keyword, in another order."""
    dice = random.Random(k)
    name = dice.choice(list(CALLS))
    find, give = CALLS[name]
    a, b = a.reshape(-1)[:4] * 1, b.reshape(-1)[:4] * 1
    given = list(give(a, b).items())
    positions = dice.randint(0, len(given))
    by_name = given[positions:]
    dice.shuffle(by_name)
    run.note(name, positions, [key for key, _ in by_name])
    return find(a, b)(*[value for _, value in given[:positions]], **dict(by_name))


def all_by_keyword(run, a, b, k):
    find, give = CALLS[random.Random(k).choice(list(CALLS))]
    a, b = a.reshape(-1)[:4] * 1, b.reshape(-1)[:4] * 1
    return find(a, b)(**give(a, b))
