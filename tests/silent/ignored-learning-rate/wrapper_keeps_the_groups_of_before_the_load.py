# file: main.py
import io

import torch
import torch.nn as nn
import torch.nn.functional as F

from sharp import Sharp

STEPS = 40


def make(width=10):
    net = nn.Sequential(nn.Linear(width, 24), nn.Tanh(), nn.Linear(24, 3))
    optimizer = Sharp(net.parameters(), torch.optim.SGD, rho=0.02, lr=0.1, momentum=0.8)
    return net, optimizer


def train(net, optimizer, schedule, steps):
    for _ in range(steps):
        x = torch.randn(32, 10)
        target = x[:, :3].argmax(1)
        F.cross_entropy(net(x), target).backward()
        optimizer.climb()
        F.cross_entropy(net(x), target).backward()
        optimizer.step()
        schedule.step()


def main():
    torch.manual_seed(0)
    net, optimizer = make()
    train(net, optimizer, torch.optim.lr_scheduler.LinearLR(optimizer, 0.01, total_iters=200), 4)
    disk = io.BytesIO()
    torch.save({"net": net.state_dict(), "optimizer": optimizer.state_dict()}, disk)
    disk.seek(0)

    saved = torch.load(disk)
    net, optimizer = make()
    net.load_state_dict(saved["net"])
    optimizer.load_state_dict(saved["optimizer"])
    train(net, optimizer, torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=STEPS), STEPS)


main()
# file: sharp.py
import torch


class Sharp(torch.optim.Optimizer):
    def __init__(self, params, base, rho, **kwargs):
        super().__init__(params, dict(rho=rho, **kwargs))
        self.base = base(self.param_groups, **kwargs)
        self.param_groups = self.base.param_groups
        self.moved = {}

    @torch.no_grad()
    def climb(self):
        for group in self.param_groups:
            norm = torch.stack([p.grad.norm() for p in group["params"]]).norm() + 1e-12
            for p in group["params"]:
                self.moved[p] = group["rho"] * p.grad / norm
                p.add_(self.moved[p])
        self.zero_grad()

    @torch.no_grad()
    def step(self, closure=None):
        for p, change in self.moved.items():
            p.sub_(change)
        self.moved.clear()
        self.base.step()
        self.zero_grad()

    def load_state_dict(self, state):
        super().load_state_dict(state)  #~ ignored-learning-rate
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Slow:
    """Keeps groups of its own, and hands their learning rates on before each step."""

    def __init__(self, inner):
        self.inner = inner
        self.param_groups = [dict(group) for group in inner.param_groups]

    def step(self):
        for own, group in zip(self.param_groups, self.inner.param_groups):
            group["lr"] = own["lr"] * 0.5
        self.inner.step()
        self.inner.zero_grad()


class Around:
    def __init__(self, inner):
        self.inner, self.param_groups = inner, inner.param_groups

    def load_state_dict(self, state):
        self.inner.load_state_dict(state)
        self.param_groups = self.inner.param_groups

    def step(self):
        self.inner.step()
        self.inner.zero_grad()


def train(net, optimizer, steps=16):
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = 0.1 * (1 - step / steps)
        x = torch.randn(32, 10)
        F.cross_entropy(net(x), x[:, :3].argmax(1)).backward()
        optimizer.step()


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(10, 24), nn.Tanh(), nn.Linear(24, 3))
train(net, Slow(torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)))
first = Around(torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9))
train(net, first)
second = Around(torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9))
second.load_state_dict(copy.deepcopy(first.inner.state_dict()))
train(net, second)
