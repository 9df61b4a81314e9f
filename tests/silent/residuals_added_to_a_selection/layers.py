import torch
import torch.nn as nn


class Sparse(nn.Module):
    def __init__(self, d, classes, h=10):
        super().__init__()
        self.inp, self.out = nn.Linear(d, h), nn.Linear(h, classes)
        self.extra = nn.Linear(h, h)

    def forward(self, x):
        h = torch.tanh(self.inp(x))
        chosen = h.norm(dim=1).topk(5).indices
        h[chosen].add_(torch.relu(self.extra(h[chosen])))  #~ dropped-write
        return self.out(h)
