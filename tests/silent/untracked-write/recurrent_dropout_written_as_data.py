# file: main.py
import torch
import torch.nn.functional as F

from awd import AWD


def main():
    torch.manual_seed(0)
    net = AWD()
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for step in range(5):
        ids = torch.randint(0, 12, (6, 4))
        loss = F.cross_entropy(net(ids[:-1]).flatten(0, 1), ids[1:].flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, loss.item())  #! decoy


main()
# file: awd.py
import torch
import torch.nn as nn


class AWD(nn.Module):
    def __init__(self, vocab=12, dim=16, p=0.4):
        super().__init__()
        self.embed, self.rnn, self.out, self.p = nn.Embedding(vocab, dim), nn.GRU(dim, dim), nn.Linear(dim, vocab), p
        self.embed.weight.data.uniform_(-0.1, 0.1)  #! decoy

    def locked(self, x):
        mask = torch.empty(1, *x.shape[1:]).bernoulli_(1 - self.p) / (1 - self.p)  #! decoy
        x.data.mul_(mask)  #~ untracked-write
        return x

    def forward(self, ids):
        h, _ = self.rnn(self.embed(ids))
        h = torch.tanh(h)
        return self.out(self.locked(h))
