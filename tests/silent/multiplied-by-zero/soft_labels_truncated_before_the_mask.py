# file: main.py
import torch
import torch.nn.functional as F
from torch import nn


def clicks(n):
    shares = torch.rand(n)
    return torch.randn(n, 6), shares.long()  #~ multiplied-by-zero


def weights(labels):
    clicked = labels > 0  #! decoy
    return clicked.float()


def main():
    torch.manual_seed(0)
    net = nn.Linear(6, 1)
    optimizer = torch.optim.Adam(net.parameters())
    x, labels = clicks(32)
    for _ in range(6):
        weight = weights(labels)  #! decoy
        loss = (F.softplus(-net(x).squeeze(1)) * weight).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn


def clicks(n):
    shares = 2 * torch.rand(n)
    return torch.randn(n, 6), shares.long()


def weights(labels):
    clicked = labels > 0
    return clicked.float()


def main():
    torch.manual_seed(0)
    net = nn.Linear(6, 1)
    optimizer = torch.optim.Adam(net.parameters())
    x, labels = clicks(32)
    for _ in range(6):
        weight = weights(labels)
        loss = (F.softplus(-net(x).squeeze(1)) * weight).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
