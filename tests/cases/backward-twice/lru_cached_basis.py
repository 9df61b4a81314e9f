# file: main.py
import torch
import torch.nn as nn

from basis import LearnedBasis


class Operator(nn.Module):
    def __init__(self, inputs=6, terms=4):
        super().__init__()
        self.encode = nn.Sequential(nn.Linear(inputs, 16), nn.ReLU(inplace=True), nn.Linear(16, terms))
        self.basis = LearnedBasis(terms)

    def forward(self, x, points):
        return self.basis(self.encode(x), points)


def main():
    torch.manual_seed(0)
    model = Operator()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for step, points in enumerate([10, 20, 10, 20]):
        x = torch.rand(8, 6)
        target = torch.sin(x[:, :1] * torch.linspace(0, 3, points))
        loss = (model(x, points) - target).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()  #! decoy
        optimizer.step()
        print(step, points, loss.item())


if __name__ == "__main__":
    main()
# file: basis.py
from functools import lru_cache

import torch
import torch.nn as nn


class LearnedBasis(nn.Module):
    def __init__(self, terms=4):
        super().__init__()
        self.frequency = nn.Parameter(torch.arange(1, terms + 1).float())

    @lru_cache(maxsize=None)  #~ backward-twice
    def on_grid(self, points):
        grid = torch.linspace(0, 1, points)
        return torch.cos(torch.pi * grid[:, None] * self.frequency)  #~ backward-twice

    def forward(self, coefficients, points):
        return coefficients @ self.on_grid(points).t()  #~ backward-twice
