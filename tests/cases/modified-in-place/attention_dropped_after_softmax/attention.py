import math

import torch
import torch.nn as nn


class SelfAttention(nn.Module):
    def __init__(self, dim, heads=2):
        super().__init__()
        self.heads, self.width = heads, dim // heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)

    def split(self, t):
        b, n, _ = t.shape
        return t.view(b, n, self.heads, self.width).transpose(1, 2)

    def forward(self, x, padding):
        q, k, v = (self.split(t) for t in self.qkv(x).chunk(3, dim=-1))
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.width)
        scores.masked_fill_(padding[:, None, None, :], -1e4)  #! decoy
        weights = torch.softmax(scores, dim=-1)
        mixed = weights.masked_fill_(padding[:, None, :, None], 0.0) @ v  #~ modified-in-place
        b, _, n, _ = mixed.shape
        return self.out(mixed.transpose(1, 2).reshape(b, n, -1))
