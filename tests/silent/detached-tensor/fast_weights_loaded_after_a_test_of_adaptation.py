# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


def fast_weights(w, x, y):
    loss = F.mse_loss(x @ w, y)
    (g,) = torch.autograd.grad(loss, w, create_graph=True)
    return w - 0.05 * g  #! decoy


class Learner(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.zeros(4, 1))

    def forward(self, x):
        return x @ self.w


def query(w, x, y):
    learner = Learner()
    learner.load_state_dict({"w": w})  #~ detached-tensor
    return F.mse_loss(learner(x), y)


def task():
    slope = torch.randn(4, 1)
    x = torch.randn(24, 4)
    return x, x @ slope


def main():
    torch.manual_seed(0)
    start = nn.Parameter(0.1 * torch.randn(4, 1))
    before = 0.0
    for _ in range(6):
        x, y = task()
        before += query(fast_weights(start, x[:12], y[:12]), x[12:], y[12:]).item()
    print(before)
    optimizer = torch.optim.SGD([start], lr=0.01)
    for _ in range(12):
        x, y = task()
        optimizer.zero_grad()
        loss = query(fast_weights(start, x[:12], y[:12]), x[12:], y[12:])
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call


class Learner(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(0.1 * torch.randn(4, 1))

    def forward(self, x):
        return x @ self.w


def fast_weights(learner, x, y):
    (g,) = torch.autograd.grad(F.mse_loss(learner(x), y), learner.w, create_graph=True)
    return learner.w - 0.05 * g


def query(learner, w, x, y):
    return F.mse_loss(functional_call(learner, {"w": w}, (x,)), y)


def task():
    slope = torch.randn(4, 1)
    x = torch.randn(24, 4)
    return x, x @ slope


def main():
    torch.manual_seed(0)
    learner, before = Learner(), 0.0
    for _ in range(6):
        x, y = task()
        before += query(learner, fast_weights(learner, x[:12], y[:12]), x[12:], y[12:]).item()
    print(before)
    optimizer = torch.optim.SGD(learner.parameters(), lr=0.01)
    for _ in range(12):
        x, y = task()
        optimizer.zero_grad()
        loss = query(learner, fast_weights(learner, x[:12], y[:12]), x[12:], y[12:])
        loss.backward()
        optimizer.step()
    print(loss.item())


main()
