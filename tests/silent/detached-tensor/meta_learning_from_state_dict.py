# file: main.py
import torch
import torch.nn.functional as F
from torch.func import functional_call

from tasks import sample_task
from learner import Learner


def inner_loop(net, x, y, log_lr, steps=2):
    fast = {k: v.clone().requires_grad_() for k, v in net.state_dict().items()}  #~ detached-tensor|requires-grad-misuse|copied-tensor
    for _ in range(steps):
        loss = F.mse_loss(functional_call(net, fast, (x,)), y)
        grads = torch.autograd.grad(loss, list(fast.values()), create_graph=True)
        fast = {k: v - log_lr.exp() * g for (k, v), g in zip(fast.items(), grads)}
    return fast


def main():
    torch.manual_seed(0)
    net = Learner()
    log_lr = torch.nn.Parameter(torch.tensor(-3.0))
    outer = torch.optim.Adam([*net.parameters(), log_lr], lr=1e-3)
    for it in range(6):
        total = 0.0
        for _ in range(3):
            xs, ys, xq, yq = sample_task()
            fast = inner_loop(net, xs, ys, log_lr)
            total = total + F.mse_loss(functional_call(net, fast, (xq,)), yq)
        outer.zero_grad()
        total.backward()
        outer.step()
        print(it, total.item(), log_lr.exp().item())  #! decoy


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn.functional as F
from torch.func import functional_call

from tasks import sample_task
from learner import Learner


def inner_loop(net, x, y, log_lr, steps=2):
    fast = dict(net.named_parameters())
    for _ in range(steps):
        loss = F.mse_loss(functional_call(net, fast, (x,)), y)
        grads = torch.autograd.grad(loss, list(fast.values()), create_graph=True)
        fast = {k: v - log_lr.exp() * g for (k, v), g in zip(fast.items(), grads)}
    return fast


def main():
    torch.manual_seed(0)
    net = Learner()
    log_lr = torch.nn.Parameter(torch.tensor(-3.0))
    outer = torch.optim.Adam([*net.parameters(), log_lr], lr=1e-3)
    for it in range(6):
        total = 0.0
        for _ in range(3):
            xs, ys, xq, yq = sample_task()
            fast = inner_loop(net, xs, ys, log_lr)
            total = total + F.mse_loss(functional_call(net, fast, (xq,)), yq)
        outer.zero_grad()
        total.backward()
        outer.step()
        print(it, total.item(), log_lr.exp().item())


if __name__ == "__main__":
    main()
# file: learner.py
import torch.nn as nn


class Learner(nn.Module):
    def __init__(self, width=20):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, width), nn.Tanh(), nn.Linear(width, 1))

    def forward(self, x):
        return self.net(x)
# file: tasks.py
import math

import torch


def sample_task(n=10):
    amplitude, phase = torch.rand(1) * 4 + 0.5, torch.rand(1) * math.pi
    x = torch.rand(2 * n, 1) * 10 - 5
    y = amplitude * torch.sin(x + phase)
    return x[:n], y[:n], x[n:], y[n:]
