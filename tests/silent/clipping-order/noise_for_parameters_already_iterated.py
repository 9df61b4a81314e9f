# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from private import privatise


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 10), nn.ReLU(), nn.Linear(10, 3))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(8):
        x = torch.randn(24, 6)
        loss = F.cross_entropy(model(x), x[:, :3].argmax(1))  #! decoy
        optimizer.zero_grad()
        loss.backward()
        weights = model.parameters()  #~ clipping-order
        privatise(weights, bound=1.0, noise=0.1)
        optimizer.step()
        print(round(loss.item(), 4))


main()
# file: private.py
import torch


def privatise(params, bound, noise):
    for p in params:
        p.grad.clamp_(-bound, bound)
    for p in params:
        p.grad.add_(torch.randn_like(p.grad), alpha=noise)
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# Who may get an iterator makes a list of it first. Another helper has one loop for each of two ways, and a network
# that is no module has a method of its own, which returns a list.


class Line:
    def __init__(self):
        self.weight = torch.zeros(6, 3, requires_grad=True)

    def parameters(self):
        return [self.weight]

    def __call__(self, x):
        return x @ self.weight


def privatise(params, bound, noise):
    params = list(params)
    for p in params:
        p.grad.clamp_(-bound, bound)
    for p in params:
        p.grad.add_(torch.randn_like(p.grad), alpha=noise)


def bounded(params, bound, by_value):
    if by_value:
        for p in params:
            p.grad.clamp_(-bound, bound)
    else:
        for p in params:
            p.grad.mul_(bound / (p.grad.norm() + 1e-6))


def both(params):
    for p in params:
        p.grad.clamp_(-1, 1)
    for p in params:
        p.grad.mul_(0.9)


def main():
    torch.manual_seed(0)
    model, line = nn.Sequential(nn.Linear(6, 10), nn.ReLU(), nn.Linear(10, 3)), Line()
    optimizer = torch.optim.Adam([*model.parameters(), *line.parameters()], lr=1e-2)
    for step in range(8):
        x = torch.randn(24, 6)
        loss = F.cross_entropy(model(x) + line(x), x[:, :3].argmax(1))
        optimizer.zero_grad()
        loss.backward()
        privatise(model.parameters(), bound=1.0, noise=0.1)
        bounded(model.parameters(), bound=1.0, by_value=step % 2 == 0)
        both(line.parameters())
        optimizer.step()
        print(round(loss.item(), 4))


main()
