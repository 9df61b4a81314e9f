# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Towers(nn.Module):
    def __init__(self, d=6):
        super().__init__()
        self.tower = nn.Sequential(nn.Linear(d, 12), nn.ReLU(), nn.Linear(12, 4))

    def forward(self, x):
        return self.tower(x)


def scatter(model, x, devices=2):
    replicas = [copy.deepcopy(model) for _ in range(devices)]  #~ copied-tensor|stale-optimizer|not-in-optimizer
    return torch.cat([replica(part) for replica, part in zip(replicas, x.chunk(devices))])


def main():
    torch.manual_seed(0)
    model, head = Towers(), nn.Linear(4, 2)
    optimizer = torch.optim.SGD([*model.parameters(), *head.parameters()], lr=0.1)
    x = torch.randn(40, 6)
    y = (x.sum(1) > 0).long()
    for epoch in range(6):
        loss = F.cross_entropy(head(scatter(model, x)), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())  #! decoy


main()
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Towers(nn.Module):
    def __init__(self, d=6):
        super().__init__()
        self.tower = nn.Sequential(nn.Linear(d, 12), nn.ReLU(), nn.Linear(12, 4))

    def forward(self, x):
        return self.tower(x)


def scatter(model, x, devices=2):
    replicas = [model for _ in range(devices)]
    return torch.cat([replica(part) for replica, part in zip(replicas, x.chunk(devices))])


def main():
    torch.manual_seed(0)
    model, head = Towers(), nn.Linear(4, 2)
    optimizer = torch.optim.SGD([*model.parameters(), *head.parameters()], lr=0.1)
    x = torch.randn(40, 6)
    y = (x.sum(1) > 0).long()
    for epoch in range(6):
        loss = F.cross_entropy(head(scatter(model, x)), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())


main()
