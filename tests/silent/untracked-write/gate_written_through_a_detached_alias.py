# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Gated(nn.Module):
    def __init__(self, d=6, h=10):
        super().__init__()
        self.inp = nn.Linear(d, h)
        self.gate = nn.Sequential(nn.Linear(d, h), nn.Sigmoid())
        self.out = nn.Linear(h, 1)

    def forward(self, x):
        h = torch.tanh(self.inp(x)).clone()
        h.detach().mul_(self.gate(x))  #~ untracked-write|untracked-change|detached-tensor|shared-memory
        return self.out(h)


def main():
    torch.manual_seed(0)
    net = Gated()
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    x = torch.randn(40, 6)
    y = (x[:, :1] > 0).float() * x[:, 1:2]
    for _ in range(6):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())  #! decoy


main()
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class Gated(nn.Module):
    def __init__(self, d=6, h=10):
        super().__init__()
        self.inp = nn.Linear(d, h)
        self.gate = nn.Sequential(nn.Linear(d, h), nn.Sigmoid())
        self.out = nn.Linear(h, 1)

    def forward(self, x):
        h = torch.tanh(self.inp(x)).clone()
        h = h * self.gate(x)
        return self.out(h)


def main():
    torch.manual_seed(0)
    net = Gated()
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    x = torch.randn(40, 6)
    y = (x[:, :1] > 0).float() * x[:, 1:2]
    for _ in range(6):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())


main()
