import torch
import torch.nn as nn


class Cache:
    def __init__(self):
        self.keys, self.values = {}, {}

    def update(self, k, v, layer):
        if layer in self.keys:
            k = torch.cat([self.keys[layer], k], dim=1)  #~ checkpoint-mismatch
            v = torch.cat([self.values[layer], v], dim=1)  #~ checkpoint-mismatch
        self.keys[layer], self.values[layer] = k, v  #~ checkpoint-mismatch
        return k, v


class Attention(nn.Module):
    def __init__(self, dim, index):
        super().__init__()
        self.index = index
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, x, cache=None):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        if cache is not None:
            k, v = cache.update(k, v, self.index)  #~ checkpoint-mismatch
        weights = (q @ k.transpose(1, 2) / q.size(-1) ** 0.5).softmax(-1)
        return x + self.out(weights @ v)
