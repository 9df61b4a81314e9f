# file: main.py
import math

import torch
from torch import nn


class Bend(nn.Module):
    """A planar flow: the second result is how much it stretches the space."""

    def __init__(self, dim):
        super().__init__()
        self.w = nn.Parameter(0.3 * torch.randn(dim))
        self.u = nn.Parameter(0.3 * torch.randn(dim))
        self.b = nn.Parameter(torch.zeros(1))

    def forward(self, z):
        inner = torch.tanh(z @ self.w + self.b)
        slope = (1 - inner**2).unsqueeze(1) * self.w
        return z + inner.unsqueeze(1) * self.u, torch.log((1 + slope @ self.u).abs() + 1e-6)


class Density:
    def __init__(self, bends, dim):
        self.bends, self.dim = bends, dim

    def negative(self, x):
        volume = torch.zeros(len(x))
        for bend in self.bends:
            x, stretched = bend(x)
            volume = stretched  #~ loss-left-out
        plain = -0.5 * (x**2).sum(1) - 0.5 * self.dim * math.log(2 * math.pi)
        return -(plain + volume).mean()


torch.manual_seed(2)
bends = nn.ModuleList([Bend(2), Bend(2)])
density = Density(bends, 2)
optimizer = torch.optim.Adam(bends.parameters(), lr=1e-2)
for step in range(20):
    loss = density.negative(torch.randn(50, 2) * 0.5 + 1)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: quiet.py
import math

import torch
from torch import nn


class Bend(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.w = nn.Parameter(0.3 * torch.randn(dim))
        self.u = nn.Parameter(0.3 * torch.randn(dim))
        self.b = nn.Parameter(torch.zeros(1))

    def forward(self, z):
        inner = torch.tanh(z @ self.w + self.b)
        slope = (1 - inner**2).unsqueeze(1) * self.w
        return z + inner.unsqueeze(1) * self.u, torch.log((1 + slope @ self.u).abs() + 1e-6)


class Density:
    def __init__(self, bends, dim):
        self.bends, self.dim = bends, dim

    def negative(self, x):
        volume = torch.zeros(len(x))
        for bend in self.bends:
            x, stretched = bend(x)
            volume = volume + stretched
        plain = -0.5 * (x**2).sum(1) - 0.5 * self.dim * math.log(2 * math.pi)
        return -(plain + volume).mean()


torch.manual_seed(2)
bends = nn.ModuleList([Bend(2), Bend(2)])
density = Density(bends, 2)
optimizer = torch.optim.Adam(bends.parameters(), lr=1e-2)
for step in range(20):
    loss = density.negative(torch.randn(50, 2) * 0.5 + 1)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
