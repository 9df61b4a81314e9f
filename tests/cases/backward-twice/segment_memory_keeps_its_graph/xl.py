import torch
import torch.nn as nn


class Layer(nn.Module):
    def __init__(self, dim, keep):
        super().__init__()
        self.attend, self.ff = nn.MultiheadAttention(dim, 2, batch_first=True), nn.Linear(dim, dim)
        self.keep, self.memory = keep, None

    def reset(self):
        self.memory = None

    def forward(self, h):
        context = h if self.memory is None else torch.cat([self.memory, h], 1)
        out = h + self.attend(h, context, context, need_weights=False)[0]
        self.memory = context[:, -self.keep:]  #~ backward-twice
        return out + torch.relu(self.ff(out))


class Memoriser(nn.Module):
    def __init__(self, vocab=12, dim=8, layers=2):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.layers = nn.ModuleList([Layer(dim, 4) for _ in range(layers)])
        self.out = nn.Linear(dim, vocab)

    def forward(self, ids):
        h = self.embed(ids)
        for layer in self.layers:
            h = layer(h)
        return self.out(h)
