# file: quiet.py
"""Optimizers of which one prepares the gradients and the other applies them; one that only clears."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Preconditioner(torch.optim.Optimizer):
    def __init__(self, params, decay=0.9):
        super().__init__(params, dict(decay=decay))

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                square = self.state[p].setdefault("square", torch.ones_like(p))
                square.mul_(group["decay"]).addcmul_(p.grad, p.grad, value=1 - group["decay"])
                p.grad.div_(square.sqrt() + 1e-8)


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 2))
prepare, apply = Preconditioner(net.parameters()), torch.optim.SGD(net.parameters(), lr=1e-2)
clear = torch.optim.SGD(net.parameters(), lr=0.0)
for step in range(10):
    x = torch.randn(32, 5)
    loss = F.cross_entropy(net(x), (x[:, 0] > 0).long())
    clear.zero_grad()
    loss.backward()
    prepare.step()
    apply.step()
    clear.step()
print(loss.item())
