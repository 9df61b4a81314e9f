# file: main.py
import torch
import torch.nn.functional as F

from gated import Encoder


def main():
    torch.manual_seed(0)
    net = Encoder()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(3):
        ids = torch.randint(0, 15, (6, 5))
        loss = F.cross_entropy(net(ids), ids[:, 0] % 3)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())


main()
# file: gated.py
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
