# file: main.py
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F

from model import Pair


def train(net):
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    for _ in range(3):
        x = torch.randn(8, 5)
        loss = F.mse_loss(net.distance(x, x.flip(0)), torch.ones(8))
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    try:
        print(train(Pair()))
    except RuntimeError as error:
        print("training failed:", str(error)[:60], file=sys.stderr)
        sys.exit(1)


main()
# file: model.py
import torch
import torch.nn as nn


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(5, 4)

    @torch.no_grad()  #! decoy
    def nearest(self, a, b):
        return torch.cdist(self.net(a), self.net(b)).argmin(1)

    def embed(self, x):
        return self.net(x).detach()  #~ detached-tensor

    def distance(self, a, b):
        return (self.embed(a) - self.embed(b)).norm(dim=1)
