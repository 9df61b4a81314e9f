# file: main.py
import torch
import torch.nn.functional as F

from encoder import Encoder


def batch(n, gen):
    lengths = torch.randint(3, 8, (n,), generator=gen)
    ids = torch.randint(1, 10, (n, 8), generator=gen)
    keep = torch.arange(8)[None] < lengths[:, None]
    return ids * keep, keep, (ids[:, 0] > 5).long()


def main():
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(0)
    net = Encoder()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(6):
        ids, keep, y = batch(16, gen)
        loss = F.cross_entropy(net(ids, keep), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: encoder.py
import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self, vocab=10, dim=12):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim, padding_idx=0)  #! decoy
        self.q, self.k, self.v = (nn.Linear(dim, dim) for _ in range(3))
        self.head = nn.Linear(dim, 2)

    def attend(self, h, keep):
        scores = self.q(h) @ self.k(h).transpose(1, 2) / h.shape[-1] ** 0.5
        pad = ~keep
        blocked = pad[:, None, :] | keep[:, None, :]  #~ multiplied-by-zero|zero-gradient
        scores = scores.masked_fill(blocked, -1e9)  #~ multiplied-by-zero|zero-gradient|saturated-value
        return scores.softmax(-1) @ self.v(h)

    def forward(self, ids, keep):
        h = self.embed(ids)
        h = h + self.attend(h, keep)
        return self.head((h * keep[..., None]).sum(1) / keep.sum(1, keepdim=True))
