import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.dim = dim
        self.embed = nn.Embedding(vocab, dim)
        self.layer = nn.TransformerEncoderLayer(dim, 2, 32, dropout=0.0, batch_first=True)
        self.out = nn.Linear(dim, 2)
        self.position = None

    def forward(self, ids):
        x = self.embed(ids)
        if self.position is None:
            self.position = nn.Parameter(torch.randn(1, x.size(1), self.dim) * 0.02)  #~ stale-optimizer|made-in-forward|not-in-optimizer
        return self.out(self.layer(x + self.position).mean(dim=1))
