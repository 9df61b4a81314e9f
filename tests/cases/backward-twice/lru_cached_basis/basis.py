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
