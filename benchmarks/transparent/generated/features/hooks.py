"""Hooks on tensors, nodes, modules, optimizers and gradients: which run, in which order, with what."""

from __future__ import annotations

import torch
from torch.autograd.graph import register_multi_grad_hook


def tensor_hook(run, a, b, k):
    made = a * 2
    handle = made.register_hook(lambda g: run.note("hook", g) or (g * 2 if k % 2 else None))
    if k % 3 == 0:
        handle.remove()
    if k % 5 == 0:
        (made * b).sum().backward()
    return made


def hook_on_a_value(run, a, b, k):
    """And left there: later passes run it."""
    a.register_hook(lambda g: run.note("left", k, g))


def hook_that_raises(run, a, b, k):
    made = a.exp()
    made.register_hook(lambda g: 1 // 0)
    made.sum().backward()


def hook_that_interrupts(run, a, b, k):
    def interrupt(g):
        raise KeyboardInterrupt(k)

    made = a.exp()
    made.register_hook(interrupt)
    made.sum().backward()


def hook_that_writes(run, a, b, k):
    made = a * 3
    made.register_hook(lambda g: g.clone().mul_(0.5) if k % 2 else g.mul_(0.5) and None)
    made.sum().backward()
    return a.grad


def hook_that_returns_nonsense(run, a, b, k):
    made = a * 3
    made.register_hook(lambda g: (torch.ones(17), "text", 3)[k % 3])
    made.sum().backward()


def node_hooks(run, a, b, k):
    made = (a * b).relu()
    made.grad_fn.register_prehook(lambda g: run.note("before", len(g)))
    made.grad_fn.register_hook(lambda i, o: run.note("after", len(i), len(o), made.grad_fn.name()))
    made.sum().backward()
    return made


def gradient_hooks(run, a, b, k):
    leaf = a.detach().clone().requires_grad_()
    leaf.register_post_accumulate_grad_hook(lambda p: run.note("accumulated", p.grad))
    handle = register_multi_grad_hook([leaf, b], lambda gs: run.note("all", [g is None for g in gs]))
    register_multi_grad_hook([leaf], lambda g: run.note("any", g), mode="any")
    (leaf * b).sum().backward()
    handle.remove()
    (leaf * 2).sum().backward()
    return leaf


def module_hooks(run, a, b, k):
    model = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.ReLU(), torch.nn.Linear(3, 1))
    for name, module in model.named_children():
        module.register_forward_pre_hook(lambda m, i, n=name: run.note("in", n, len(i)))
        module.register_forward_hook(lambda m, i, o, n=name: run.note("out", n, o.grad_fn.name()))
        module.register_full_backward_pre_hook(lambda m, g, n=name: run.note("back in", n))
        module.register_full_backward_hook(lambda m, i, o, n=name: run.note("back out", n, i[0] is None))
    model[0].register_forward_hook(lambda m, i, kw, o: o * 2, with_kwargs=True)
    model(a.detach().reshape(-1)[:4]).sum().backward()
    return model[0].weight.grad


def global_module_hook(run, a, b, k):
    from torch.nn.modules import module

    handle = module.register_module_forward_hook(lambda m, i, o: run.note("any module", type(m).__name__))
    try:
        return torch.nn.Tanh()(a)
    finally:
        handle.remove()


def optimizer_hooks(run, a, b, k):
    leaf = a.detach().clone().requires_grad_()
    optimizer = torch.optim.SGD([leaf], lr=0.1)
    optimizer.register_step_pre_hook(lambda o, args, kwargs: run.note("before step", len(args)))
    handle = optimizer.register_step_post_hook(lambda o, args, kwargs: run.note("after step", leaf))
    optimizer.register_state_dict_post_hook(lambda o, state: run.note("saved", sorted(state)))
    leaf.sum().backward()
    optimizer.step()
    handle.remove()
    optimizer.step()
    optimizer.state_dict()
    return leaf
