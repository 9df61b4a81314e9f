import torch
import torch.nn as nn


class GatedPool(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.value, self.gate = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x):
        v = self.value(x)
        mixed = v * torch.sigmoid(self.gate(x))
        v[:, 0] = 0.0  #~ modified-in-place
        return mixed.mean(1) + v.mean(1)


class Encoder(nn.Module):
    def __init__(self, vocab=15, dim=8):
        super().__init__()
        self.embed, self.pool, self.out = nn.Embedding(vocab, dim), GatedPool(dim), nn.Linear(dim, 3)

    def forward(self, ids):
        h = self.embed(ids)
        h[:, 1:] += 0.1  #! decoy
        return self.out(self.pool(h))
