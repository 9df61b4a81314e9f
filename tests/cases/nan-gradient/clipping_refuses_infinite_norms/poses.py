import torch
import torch.nn as nn


class PairDistance(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 3)

    def forward(self, x):
        p = self.body(x)
        gap = p[:, None] - p[None]
        return gap.pow(2).sum(-1).sqrt()  #~ nan-gradient


def stress(d, truth):
    return ((d - truth) ** 2).mean()
