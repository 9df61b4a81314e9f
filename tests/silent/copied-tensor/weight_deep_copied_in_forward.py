# file: main.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Dropped(nn.Module):
    """Drops weights, not activations."""

    def __init__(self, d=6, h=16, p=0.2):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(h, d) * 0.2)
        self.bias = nn.Parameter(torch.zeros(h))
        self.p = p

    def forward(self, x):
        weight = copy.deepcopy(self.weight)  #~ copied-tensor|detached-tensor
        if self.training:
            weight = F.dropout(weight, self.p)
        return F.linear(x, weight, self.bias)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(Dropped(), nn.ReLU(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    x = torch.randn(40, 6)
    y = x.sum(1, keepdim=True)
    best = copy.deepcopy(net.state_dict())  #! decoy
    for _ in range(5):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        best = copy.deepcopy(net.state_dict())  #! decoy
    print(loss.item(), len(best))  #! decoy


main()
# file: quiet.py
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Dropped(nn.Module):
    """Drops weights, not activations."""

    def __init__(self, d=6, h=16, p=0.2):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(h, d) * 0.2)
        self.bias = nn.Parameter(torch.zeros(h))
        self.p = p

    def forward(self, x):
        weight = self.weight
        if self.training:
            weight = F.dropout(weight, self.p)
        return F.linear(x, weight, self.bias)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(Dropped(), nn.ReLU(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=5e-3)
    x = torch.randn(40, 6)
    y = x.sum(1, keepdim=True)
    best = copy.deepcopy(net.state_dict())
    for _ in range(5):
        loss = F.mse_loss(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        best = copy.deepcopy(net.state_dict())
    print(loss.item(), len(best))


main()
