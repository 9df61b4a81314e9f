# file: quiet.py
import random

import torch
import torch.nn as nn
import torch.nn.functional as F


class Choice(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.ops = nn.ModuleList([nn.Linear(d, d), nn.Sequential(nn.Linear(d, d), nn.ReLU()), nn.Identity()])

    def forward(self, x, i):
        return x + self.ops[i](x)


class Supernet(nn.Module):
    def __init__(self, d=8):
        super().__init__()
        self.layers, self.head = nn.ModuleList(Choice(d) for _ in range(3)), nn.Linear(d, 2)

    def forward(self, x, path):
        for layer, i in zip(self.layers, path):
            x = layer(x, i)
        return self.head(x)


def main(steps=16):
    random.seed(0)
    torch.manual_seed(0)
    net = Supernet()
    opt = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
    for step in range(steps):
        x = torch.randn(32, 8)
        y = (x[:, 0] > 0).long()
        opt.zero_grad()
        for _ in range(2):
            path = [random.randrange(3) for _ in range(3)]
            loss = F.cross_entropy(net(x, path), y) / 2
            loss.backward()
        opt.step()
    print(loss.item())


main()
