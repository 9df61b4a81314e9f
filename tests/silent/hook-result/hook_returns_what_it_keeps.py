# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F

from sparsity import Pruned

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 2))
pruned = Pruned(net, 0.5)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
for _ in range(12):
    x = torch.randn(24, 6)
    loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item(), pruned.passes)  #! decoy
# file: sparsity.py
from functools import partial

import torch


class Pruned:
    """Keeps the smallest weights at zero."""

    def __init__(self, net, part):
        self.passes = 0
        self.masks = {}
        for name, p in net.named_parameters():
            if p.ndim > 1:
                self.masks[name] = (p.abs() > p.abs().quantile(part)).float()
                p.data.mul_(self.masks[name])
                p.register_hook(partial(self.keep, name))  #! decoy

    def keep(self, name, grad):
        self.passes += 1
        mask = self.masks[name]
        return mask  #~ hook-result
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F

# Hooks that return one tensor each time, which they fill; that keep a layer still; and that return nothing.
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 2))
buffers = {id(p): torch.empty_like(p) for p in net.parameters()}
still = torch.zeros_like(net[2].weight)
norms = {}


def smoothed(p):
    def hook(grad):
        return buffers[id(p)].copy_(grad.clamp(-1, 1))

    return hook


def masked(p):
    mask = (p.detach().abs() > 0.1).float()

    def hook(grad):
        buffers[id(p)].data.copy_(grad * mask)
        return buffers[id(p)]

    return hook


net[0].weight.register_hook(smoothed(net[0].weight))
net[4].weight.register_hook(masked(net[4].weight))
net[2].weight.register_hook(lambda grad: still)
net[4].bias.register_hook(lambda grad: norms.update(bias=grad.norm().item()))
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
for _ in range(12):
    x = torch.randn(24, 6)
    loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
