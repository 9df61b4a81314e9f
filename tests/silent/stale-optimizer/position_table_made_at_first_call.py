# file: main.py
import torch
import torch.nn.functional as F

from encoder import Encoder


def main():
    torch.manual_seed(0)
    model = Encoder(vocab=12, dim=16)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)  #~ stale-optimizer|made-in-forward|not-in-optimizer
    ids = torch.randint(0, 12, (32, 5))
    label = (ids[:, 0] < ids[:, -1]).long()
    for epoch in range(6):
        loss = F.cross_entropy(model(ids), label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())  #! decoy


if __name__ == "__main__":
    main()
# file: encoder.py
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
