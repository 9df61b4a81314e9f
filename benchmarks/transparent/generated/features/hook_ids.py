"""What the program can find out about its hooks: ids, dictionaries, identities."""

from __future__ import annotations

import torch
from torch.utils.hooks import RemovableHandle


def _hook(gradient):
    return None


def ids_of_tensor_hooks(run, a, b, k):
    made = a * 2
    handles = [made.register_hook(_hook) for _ in range(1 + k % 3)]
    run.note([run.id_of(h) for h in handles], [_hook is h for h in made._backward_hooks.values()])
    run.note([key == h.id for key, h in zip(made._backward_hooks, handles, strict=True)])
    handles[0].remove()
    run.note(len(made._backward_hooks))
    return made


def ids_of_leaf_hooks(run, a, b, k):
    leaf = torch.ones(3, requires_grad=True)
    handle = leaf.register_post_accumulate_grad_hook(_hook)
    run.note(run.id_of(handle), len(leaf._post_accumulate_grad_hooks), run.id_of(leaf.register_hook(_hook)))
    (leaf * 2).sum().backward()
    run.note(list(map(type, (leaf._backward_hooks or {}).values())) == [type(_hook)])


def ids_of_module_hooks(run, a, b, k):
    model = torch.nn.Linear(4, 2)
    handles = [model.register_forward_hook(_hook), model.register_full_backward_hook(_hook)]
    run.note([run.id_of(h) for h in handles], [h is _hook for h in model._forward_hooks.values()])
    run.note(len(model._backward_hooks), len(model._forward_pre_hooks))


def ids_of_optimizer_hooks(run, a, b, k):
    leaf = torch.ones(3, requires_grad=True)
    optimizer = torch.optim.SGD([leaf], lr=0.1)
    handle = optimizer.register_step_post_hook(lambda o, args, kwargs: None)
    run.note(run.id_of(handle), len(optimizer._optimizer_step_post_hooks), len(optimizer._optimizer_step_pre_hooks))
    leaf.sum().backward()
    optimizer.step()


def ids_of_node_hooks(run, a, b, k):
    made = a.exp()
    made.grad_fn.register_hook(lambda i, o: None)
    handle = made.register_hook(_hook)
    made.sum().backward()
    run.note(run.id_of(handle))


def next_id(run, a, b, k):
    run.note(RemovableHandle.next_id - run._first_id)
