# file: main.py
import torch
from torch import nn
from torch.nn import functional as F

from orchard import Orchard


def season(x, y, net, pull, lr=0.05, rounds=6):
    home = dict(net.named_parameters())  #~ same-memory
    for _ in range(rounds):
        loss = F.smooth_l1_loss(net(x).squeeze(1), y)
        net.zero_grad()
        loss.backward()
        with torch.no_grad():
            for name, p in net.named_parameters():
                p.grad.add_(p - home[name], alpha=pull)  #! decoy
                p.sub_(lr * p.grad)
    return loss.item()


def main():
    torch.manual_seed(0)
    for number in range(3):
        orchard = Orchard(number)
        net = nn.Sequential(nn.Linear(5, 10), nn.Tanh(), nn.Linear(10, 1))
        print(f"{number} {season(*orchard.trees(48), net, pull=0.5):.3f}")


main()
# file: orchard.py
import torch


class Orchard:
    def __init__(self, number):
        self.slope = torch.linspace(-1, 1, 5) + 0.2 * number

    def trees(self, count):
        soil = torch.randn(count, 5)
        return soil, soil @ self.slope
# file: quiet.py
import copy

import torch
from torch import nn
from torch.nn import functional as F


def season(x, y, net, home, pull, lr=0.05, rounds=6):
    start = dict(home.named_parameters())
    for _ in range(rounds):
        loss = F.smooth_l1_loss(net(x).squeeze(1), y)
        net.zero_grad()
        loss.backward()
        with torch.no_grad():
            for name, p in net.named_parameters():
                p.grad.add_(p - start[name], alpha=pull)
                p.sub_(lr * p.grad)
    return loss.item()


def main():
    torch.manual_seed(0)
    home = nn.Sequential(nn.Linear(5, 10), nn.Tanh(), nn.Linear(10, 1))
    soil = torch.randn(48, 5)
    yields = soil @ torch.linspace(-1, 1, 5)
    for _ in range(3):
        net = copy.deepcopy(home)
        print(f"{season(soil, yields, net, home, pull=0.5):.3f}")
    print(f"{season(soil, yields, home, home, pull=0.5):.3f}")  # the server takes part


main()
