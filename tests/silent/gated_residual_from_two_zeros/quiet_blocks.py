import torch
import torch.nn as nn


class GatedBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.up, self.down = nn.Linear(dim, 2 * dim), nn.Linear(2 * dim, dim)
        self.gate = nn.Parameter(torch.zeros(1))

    def forward(self, x):
        return x + self.gate * self.down(torch.relu(self.up(x)))


class Tower(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.inp = nn.Linear(6, dim)
        self.blocks = nn.Sequential(GatedBlock(dim), GatedBlock(dim))
        self.out = nn.Linear(dim, 1)

    def forward(self, x):
        return self.out(self.blocks(self.inp(x)))
