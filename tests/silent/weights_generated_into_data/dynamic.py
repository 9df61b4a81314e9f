import torch
import torch.nn as nn


class Conditioned(nn.Module):
    """The weights of the first layer are made anew for each condition."""

    def __init__(self, conditions, d=4, h=10):
        super().__init__()
        self.codes = nn.Embedding(conditions, 6)
        self.make = nn.Linear(6, d * h)
        self.layer, self.out = nn.Linear(d, h), nn.Linear(h, 1)

    def forward(self, x, condition):
        made = self.make(self.codes(torch.tensor(condition)))
        self.layer.weight.data = made.view_as(self.layer.weight)  #~ detached-tensor|untracked-write|untracked-change
        return self.out(torch.relu(self.layer(x)))
