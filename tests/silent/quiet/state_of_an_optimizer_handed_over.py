# file: quiet.py
import copy

import torch
import torch.nn as nn


class Buffered(torch.optim.Optimizer):
    """Gradients have memory of their own, in which the passes add up."""

    def __init__(self, params, rate):
        super().__init__(params, {"lr": rate})
        for group in self.param_groups:
            for p in group["params"]:
                room = torch.zeros_like(p)
                self.state[p]["room"] = room
                p.grad = room

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.sub_(self.state[p]["room"], alpha=group["lr"])


def fit(net, optimizer, steps=6, keep=True):
    for _ in range(steps):
        x = torch.randn(16, 4)
        optimizer.zero_grad(set_to_none=keep)
        nn.functional.mse_loss(net(x), x[:, :1]).backward()
        optimizer.step()


torch.manual_seed(0)
net = nn.Linear(4, 1)
first = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
fit(net, first)
# A copy goes on, and the first stays where it is.
copied = copy.deepcopy(net)
second = torch.optim.SGD(copied.parameters(), lr=0.01, momentum=0.9)
second.load_state_dict(first.state_dict())
fit(copied, second)
# Two optimizers of the same parameters, one after the other.
third = torch.optim.SGD(net.parameters(), lr=0.001, momentum=0.9)
third.load_state_dict(first.state_dict())
fit(net, third)
own = nn.Linear(4, 1)
fit(own, Buffered(own.parameters(), 0.01), keep=False)
print(net.weight.norm().item())
