"""Copies: shallow, deep, by pickle, by `torch.save`, of tensors, modules and optimizers."""

from __future__ import annotations

import copy
import io
import pickle

import torch


def copied(run, a, b, k):
    return (copy.copy, copy.deepcopy)[k % 2](a)


def copied_together(run, a, b, k):
    """What shares memory shares it in the copy too."""
    first, second = copy.deepcopy((a.detach(), a.detach()[:1]))
    run.note((first, second), first.untyped_storage().data_ptr() == second.untyped_storage().data_ptr())
    return first


def pickled(run, a, b, k):
    data = pickle.dumps(a, protocol=2 + k % 4)
    run.note(len(data))
    return pickle.loads(data)


def saved(run, a, b, k):
    file = io.BytesIO()
    torch.save({"a": a, "b": [b, b], "k": k}, file)
    loaded = torch.load(io.BytesIO(file.getvalue()), weights_only=bool(k % 2))
    run.note(file.getbuffer().nbytes, loaded)
    return loaded["a"]


def module_copied(run, a, b, k):
    model = torch.nn.Sequential(torch.nn.Linear(4, 2), torch.nn.BatchNorm1d(2))
    other = copy.deepcopy(model) if k % 2 else pickle.loads(pickle.dumps(model))
    other(torch.rand(3, 4)).sum().backward()
    run.note(list(model.parameters()), [p.grad for p in other.parameters()], list(other.state_dict()))


def optimizer_copied(run, a, b, k):
    w = torch.rand(3, requires_grad=True)
    optimizer = torch.optim.Adam([w], lr=0.1)
    w.sum().backward()
    optimizer.step()
    other = copy.deepcopy(optimizer)
    other.step()
    run.note(other.state_dict(), other.param_groups[0]["params"][0] is w)
    return w


def memo_kept(run, a, b, k):
    memo = {}
    copy.deepcopy([a.detach(), b.detach()], memo)
    run.note(len(memo))


def reduced(run, a, b, k):
    function, arguments = a.detach().__reduce_ex__(2)
    run.note(function.__name__, len(arguments))
    return function(*arguments)
