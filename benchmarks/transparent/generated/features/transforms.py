"""Transforms of functions: vmap, grad, jvp, vjp, Jacobians, functional calls, forward mode."""

from __future__ import annotations

import torch
from torch.autograd import forward_ad
from torch.func import functional_call, grad, grad_and_value, hessian, jacfwd, jacrev, jvp, vjp, vmap


def mapped(run, a, b, k):
    return vmap(lambda t: t.sin() * 2 + t.sum(), randomness="different")(a)


def mapped_twice(run, a, b, k):
    return vmap(vmap(lambda t: t * 2))(a.reshape(2, 2))


def mapped_with_noise(run, a, b, k):
    how = ("error", "different", "same")[k % 3]
    return vmap(lambda t: t + torch.rand(()), randomness=how)(a)


def mapped_with_a_branch(run, a, b, k):
    """A truth value of a batch, which torch refuses."""
    return vmap(lambda t: t if t > 0 else -t)(a)


def transformed(run, a, b, k):
    made, value = grad_and_value(lambda t: (t * b.reshape(a.shape)).sum())(a)
    run.note(value)
    return made


def transformed_twice(run, a, b, k):
    return vmap(grad(grad(lambda t: t.pow(3))))(a.reshape(-1))


def tangent(run, a, b, k):
    return jvp(torch.tanh, (a,), (b.reshape(a.shape),))[1]


def cotangent(run, a, b, k):
    value, pull = vjp(torch.tanh, a)
    return pull(torch.ones_like(value))[0]


def jacobians(run, a, b, k):
    kind = (jacrev, jacfwd, hessian)[k % 3]
    return kind(lambda t: t.sin().sum() if k % 3 == 2 else t.sin())(a.detach().reshape(-1)[:3])


def called_with_other_parameters(run, a, b, k):
    model = torch.nn.Linear(4, 2)
    parameters = {name: p.detach() * 2 for name, p in model.named_parameters()}
    made = grad(lambda ps: functional_call(model, ps, (a.detach().reshape(-1)[:4],)).sum())(parameters)
    run.note(made)
    return made["weight"]


def dual(run, a, b, k):
    with forward_ad.dual_level():
        made = forward_ad.make_dual(a.detach(), b.detach().reshape(a.shape)).sin()
        return forward_ad.unpack_dual(made).tangent.clone()


def backward_inside_a_transform(run, a, b, k):
    def work(t):
        t.sum().backward()
        return t.sum()

    return grad(work)(a)


def hooks_inside_a_transform(run, a, b, k):
    def work(t):
        made = t * 2
        made.register_hook(lambda g: run.note("inside", g.shape))
        return made.sum()

    return grad(work)(a)
