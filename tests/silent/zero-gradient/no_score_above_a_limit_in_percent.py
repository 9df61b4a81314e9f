# file: main.py
import torch
import torch.nn.functional as F
from torch import nn


def confident(scores, limit):
    return scores[scores > limit]  #~ zero-gradient


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(net.parameters())
    for _ in range(6):
        scores = net(torch.randn(10, 5)).sigmoid().flatten()
        kept = confident(scores, 95)
        loss = F.binary_cross_entropy(kept, torch.ones_like(kept), reduction="sum")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
# file: quiet.py
import torch
import torch.nn.functional as F
from torch import nn


def confident(scores, limit):
    return scores[scores > limit]


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(net.parameters())
    for step in range(12):
        scores = net(torch.randn(10, 5)).sigmoid().flatten()
        kept = confident(scores, 1.0 if step % 3 else 0.1)  # some batches have none
        loss = F.binary_cross_entropy(kept, torch.ones_like(kept), reduction="sum")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
