"""Differentiable, cutting and writing operations, views, and values that leave torch and come back."""

from __future__ import annotations

import random

import torch
import torch.nn.functional as F

COMPUTING = {
    "mul": lambda a, b: a * b,
    "add": lambda a, b: a + b,
    "exp": lambda a, b: (a * 0.1).exp(),
    "relu": lambda a, b: torch.relu(a),
    "matmul": lambda a, b: a.view(2, 2) @ b.view(2, 2),
    "sum": lambda a, b: a.sum() + b,
    "where": lambda a, b: torch.where(a > 0, a, b.reshape(a.shape)),
    "cat": lambda a, b: torch.cat([a.reshape(-1)[:2], b.reshape(-1)[:2]]),
    "stack": lambda a, b: torch.stack([a.reshape(-1), b.reshape(-1)])[0],
    "several": lambda a, b: a.reshape(-1).split(2)[1].repeat(2),
    "softmax": lambda a, b: F.softmax(a, -1),
    "linear": lambda a, b: F.linear(a.reshape(1, 4), b.reshape(-1)[:1].expand(4, 4)).reshape(-1),
    "double": lambda a, b: a.double().float(),
    "clone": lambda a, b: a.clone(),
    "out": lambda a, b: torch.add(a.detach(), b.detach().reshape(a.shape), out=torch.empty(a.shape)),
    "dropout": lambda a, b: torch.dropout(a, 0.5, True),
    "noise": lambda a, b: a + torch.randn(a.shape),
    "normalised": lambda a, b: F.layer_norm(a, a.shape),
    "sorted": lambda a, b: a.sort().values,
    "largest": lambda a, b: a.max(dim=-1, keepdim=True)[0].expand(a.shape),
    "half": lambda a, b: a.to(torch.bfloat16).to(torch.float32),
    "einsum": lambda a, b: torch.einsum("i,i->i", a, b),
    "integers": lambda a, b: a.long(),
    "complex": lambda a, b: torch.complex(a, b.reshape(a.shape)).abs(),
    "wrong": lambda a, b: a @ torch.ones(7, 7),
}
VIEWS = {
    "transposed": lambda a: a.view(2, 2).t(),
    "part": lambda a: a[..., :1].expand(a.shape),
    "flat": lambda a: a.reshape(-1),
    "every other": lambda a: a.reshape(-1)[::2].repeat(2),
    "indexed": lambda a: a.reshape(-1)[torch.tensor([0, 2, 1, 3])],
    "masked": lambda a: a[a > -9],
    "narrow": lambda a: a.reshape(-1).narrow(0, 0, 4),
    "detached": lambda a: a.detach(),
    "data": lambda a: a.data,
    "strided": lambda a: a.as_strided((4,), (1,)),
    "unbound": lambda a: torch.stack(a.reshape(-1).unbind()[::-1]),
    "alias": lambda a: a.view_as(a),
}
LEAVING = {
    "number": lambda a, b: a * b.sum().item(),
    "array": lambda a, b: torch.from_numpy(a.detach().numpy().copy()),
    "rebuilt": lambda a, b: torch.tensor(a.tolist(), requires_grad=True),
    "compared": lambda a, b: (a > 0).float(),
    "branch": lambda a, b: a * 2 if b.sum() > 0 else a,
    "shared": lambda a, b: torch.as_tensor(a.detach().numpy()),
    "float": lambda a, b: a * float(b.reshape(-1)[0]),
    "loop": lambda a, b: sum(x * 2 for x in a) + b,
    "format": lambda a, b: torch.tensor(len(f"{a} {b.sum():.3f}")),
    "equal": lambda a, b: a + torch.equal(a, b) + (a is b),
    "capsule": lambda a, b: torch.from_dlpack(a.detach()),
}
WRITING = {
    "add": lambda a, b: a.add_(1),
    "mul": lambda a, b: a.mul_(b.reshape(a.shape)),
    "part": lambda a, b: a[:1].mul_(2),
    "data": lambda a, b: a.data.zero_(),
    "copy": lambda a, b: a.copy_(b.reshape(a.shape)),
    "detach": lambda a, b: a.detach_(),
    "masked": lambda a, b: a.masked_fill_(b.reshape(a.shape) > 0, 0.5),
    "unsqueezed": lambda a, b: a.unsqueeze_(0).squeeze_(0),
    "scattered": lambda a, b: a.index_add_(0, torch.tensor([0, 1]), b.reshape(-1)[:2]),
    "random": lambda a, b: a.data.normal_(),
    "swapped": lambda a, b: a.data.t_() if a.dim() == 2 else a,
}


def computed(run, a, b, k):
    return COMPUTING[random.Random(k).choice(list(COMPUTING))](a, b)


def computed_twice(run, a, b, k):
    choices = random.Random(k).choices(list(COMPUTING), k=2)
    return COMPUTING[choices[1]](COMPUTING[choices[0]](a, b), b)


def viewed(run, a, b, k):
    return VIEWS[random.Random(k).choice(list(VIEWS))](a)


def left_torch(run, a, b, k):
    return LEAVING[random.Random(k).choice(list(LEAVING))](a, b)


def written(run, a, b, k):
    return WRITING[random.Random(k).choice(list(WRITING))](a, b)


def written_on_a_copy(run, a, b, k):
    """In place on a result: a leaf that learns refuses it."""
    made = a * 1
    WRITING[random.Random(k).choice(list(WRITING))](made, b)
    return made


def element_set(run, a, b, k):
    made = a.clone() if k % 2 else a
    made[k % 3] = b.sum()
    return made


def data_set(run, a, b, k):
    if k % 2:
        a.data = b.detach().clone()
    else:
        a.detach().numpy()[...] = 0.25


def learning_switched(run, a, b, k):
    if k % 3 == 0:
        a.requires_grad = not a.requires_grad
    else:
        a.requires_grad_(bool(k % 2))
    run.note(a.requires_grad, a.is_leaf, a._version)


def gradient_read(run, a, b, k):
    return a.grad


def gradient_written(run, a, b, k):
    if k % 3 == 0:
        a.grad = None
    elif k % 3 == 1:
        a.grad = b.detach().clone().reshape(a.shape)
    else:
        a.grad.add_(b.detach().reshape(a.shape))


def retained(run, a, b, k):
    made = a * 2
    made.retain_grad()
    (made * b).sum().backward()
    return made


def parameter_made(run, a, b, k):
    return torch.nn.Parameter(a, requires_grad=bool(k % 2))


def backward_run(run, a, b, k):
    (a if k % 4 == 0 else a.sum()).backward(retain_graph=bool(k % 2))


def saved_elsewhere(run, a, b, k):
    def pack(value):
        run.note("packed", value.shape)
        return value.detach().clone()

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda value: value):
        made = a.exp() * a
    if k % 2:
        made.sum().backward()
    return made


def looked_for_anomalies(run, a, b, k):
    with torch.autograd.set_detect_anomaly(True, check_nan=bool(k % 2)):
        (a.abs().sqrt() * 0).sum().backward()
