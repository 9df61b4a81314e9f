import torch
import torch.nn as nn


class Tracker(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.cell, self.out = nn.GRUCell(dim, dim), nn.Linear(dim, 2)
        self.states = {}

    def forward(self, ids, x):
        old = torch.stack([self.states.get(i, torch.zeros(x.shape[1])) for i in ids])
        new = self.cell(x, old)
        self.states.update(zip(ids, new))  #~ backward-twice
        return self.out(new)
