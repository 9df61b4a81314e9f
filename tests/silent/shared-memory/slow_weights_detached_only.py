# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class SlowWeights:
    """Follows the fast ones at a tenth of their pace."""

    def __init__(self, parameters, pace=0.1):
        self.fast = list(parameters)
        self.slow = [p.detach() for p in self.fast]  #~ shared-memory|untracked-write
        self.pace = pace

    @torch.no_grad()  #! decoy
    def follow(self):
        for s, f in zip(self.slow, self.fast):
            s.sub_(self.pace * (s - 0.9 * f))  #~ shared-memory|untracked-write


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 12), nn.ReLU(), nn.Linear(12, 1))
    slow = SlowWeights(net.parameters())
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    x = torch.randn(32, 4)
    y = x.norm(dim=1, keepdim=True)
    for step in range(8):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  #! decoy
        slow.follow()
        print(step, loss.item())


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Flat:
    """All weights in one tensor, which is moved as a whole."""

    def __init__(self, parameters):
        self.parameters = list(parameters)
        self.values = torch.cat([p.detach().flatten() for p in self.parameters])
        start = 0
        for p in self.parameters:
            p.data = self.values[start : start + p.numel()].view_as(p)
            start += p.numel()

    def decay(self, rate):
        self.values.mul_(1 - rate)

    def noise(self, size):
        gradient = torch.cat([p.grad.flatten() for p in self.parameters])
        self.values.add_(size * torch.randn_like(gradient) * gradient.abs())


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 12), nn.ReLU(), nn.Linear(12, 1))
flat = Flat(net.parameters())
shadow = {n: p.detach().clone() for n, p in net.named_parameters()}
views = [p.data for p in net.parameters()]
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
x = torch.randn(32, 4)
y = x.norm(dim=1, keepdim=True)
for step in range(8):
    loss = F.mse_loss(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    flat.decay(1e-3)
    flat.noise(1e-3)
    for n, p in net.named_parameters():
        shadow[n].mul_(0.9).add_(p.data, alpha=0.1)
    print(step, loss.item(), sum(v.norm() for v in views).item())
