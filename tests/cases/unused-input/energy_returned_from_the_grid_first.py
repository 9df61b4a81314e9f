# file: main.py
import torch

from field import Field


def divergence(field, points):
    points = points.detach().requires_grad_()
    value = field.energy(points, cells=field.cells(12))
    (slope,) = torch.autograd.grad(value.sum(), points)  #! decoy
    return slope


def main():
    torch.manual_seed(0)
    field = Field()
    print(divergence(field, torch.rand(12, 2)))


main()
# file: field.py
import torch
from torch import nn


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.grid = nn.Parameter(torch.randn(16))
        self.net = nn.Linear(2, 1)

    def cells(self, n):
        return torch.randint(0, 4, (n, 2))

    def energy(self, points, cells=None):
        if cells is not None:
            return self.grid[cells[:, 0] * 4 + cells[:, 1]]  #~ unused-input
        return self.net(points.sin()).squeeze(-1)
