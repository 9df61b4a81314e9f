# file: main.py
import torch

from dec import Clustering, target_distribution


def main(steps=12):
    torch.manual_seed(0)
    data = torch.randn(60, 6) + torch.randint(0, 3, (60, 1)) * 2.0
    net = Clustering(data, clusters=3)
    opt = torch.optim.SGD(net.parameters(), lr=0.5)
    for step in range(steps):
        q = net(data)
        p = target_distribution(q.detach())  #! decoy
        loss = (p * (p.log() - q.log())).sum(1).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 0:
            print(step, round(loss.item(), 4), q.argmax(1).bincount(minlength=3).tolist())


if __name__ == "__main__":
    main()
# file: quiet.py
import torch
import torch.nn as nn


class Clustering(nn.Module):
    def __init__(self, data, table, clusters):
        super().__init__()
        self.centres = nn.Parameter(data[torch.arange(clusters)])
        self.first = nn.Parameter(data[0].clone())
        self.table = nn.Parameter(table)

    def forward(self, x, kind):
        anchor = self.table.detach().mean(0)
        d2 = (x[:, None] + self.table[kind][:, None] - self.centres - anchor).pow(2).sum(-1)
        q = 1 / (1 + d2 + (x - self.first).pow(2).sum(-1, keepdim=True))
        return q / q.sum(1, keepdim=True)


def main(steps=8):
    """Copies of rows, and a table that only the parameter uses from now on."""
    torch.manual_seed(0)
    data, kind = torch.randn(60, 6), torch.arange(60) % 4
    pretrained = torch.zeros(4, 6)
    net = Clustering(data, pretrained, clusters=3)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        q = net(data, kind)
        p = (q.pow(2) / q.sum(0)).detach()
        p = p / p.sum(1, keepdim=True)
        loss = (p * (p.log() - q.log())).sum(1).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(loss.item())


main()
# file: dec.py
import torch
import torch.nn as nn


class Clustering(nn.Module):
    def __init__(self, data, clusters):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(data.shape[1]))
        self.centres = nn.Parameter(data[:clusters])  #~ shared-memory

    def forward(self, x):
        d2 = ((x[:, None] - self.centres) * self.scale).pow(2).sum(-1)
        q = 1 / (1 + d2)
        return q / q.sum(1, keepdim=True)


def target_distribution(q):
    w = q.pow(2) / q.sum(0)
    return w / w.sum(1, keepdim=True)
