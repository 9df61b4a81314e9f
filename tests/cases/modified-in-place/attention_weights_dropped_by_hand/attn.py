import torch
import torch.nn as nn


class Attend(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(dim, dim), nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x, mask):
        scores = self.q(x) @ self.k(x).transpose(1, 2) / x.shape[-1] ** 0.5
        weight = (scores - scores.amax(-1, keepdim=True)).exp()
        weight.masked_fill_(mask, 0.0)  #~ modified-in-place
        return weight / weight.sum(-1, keepdim=True) @ self.v(x)
