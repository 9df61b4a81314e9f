# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def project(a, b):
    """What is left of `a` without the part that works against `b`."""
    dot = (a * b).sum()
    return a if dot >= 0 else a - dot / b.square().sum() * b


def train(model, x, targets):
    params = list(model.parameters())
    optimizer = torch.optim.SGD(params, lr=0.1)
    for _ in range(6):
        out = model(x)
        losses = [F.mse_loss(out[:, i], targets[i]) for i in range(2)]
        first = torch.autograd.grad(losses[0], params, retain_graph=True)
        second = torch.autograd.grad(losses[1], params)
        for p, a, b in zip(params, first, second):
            p.grad = project(a, b) + project(b, a)
        optimizer.step()
        print(sum(l.item() for l in losses))


torch.manual_seed(0)
x = torch.randn(20, 5)
train(nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 2)), x, [x.sum(1), -x[:, 0]])
