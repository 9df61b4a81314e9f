import torch
import torch.nn as nn


class Growing(nn.Module):
    def __init__(self, d, h=12):
        super().__init__()
        self.h = h
        self.inp, self.out = nn.Linear(d, h), nn.Linear(h, 1)
        self.blocks = nn.ModuleList()

    def grow(self):
        self.blocks.append(nn.Sequential(nn.Linear(self.h, self.h), nn.Tanh()))  #~ stale-optimizer|not-in-optimizer
        return self.blocks[-1]

    def forward(self, x):
        h = torch.tanh(self.inp(x))
        for block in self.blocks:
            h = h + block(h)
        return self.out(h)
