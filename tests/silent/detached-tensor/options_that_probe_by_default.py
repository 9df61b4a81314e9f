# file: main.py
import torch
import torch.nn.functional as F

from model import Options, Tower


def main():
    torch.manual_seed(0)
    net = Tower(Options(width=12))  #~ detached-tensor
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(8):
        x = torch.randn(20, 5)
        loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, round(loss.item(), 4))


main()
# file: quiet.py
import torch
import torch.nn.functional as F

from model import Options, Tower


def main():
    torch.manual_seed(0)
    net = Tower(Options(width=12, probing=False))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    for step in range(8):
        x = torch.randn(20, 5)
        loss = F.mse_loss(net(x), x.sum(1, keepdim=True))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, round(loss.item(), 4))


main()
# file: model.py
from dataclasses import dataclass

import torch.nn as nn


@dataclass
class Options:
    width: int = 8
    probing: bool = True


class Tower(nn.Module):
    def __init__(self, options):
        super().__init__()
        self.options = options
        self.body, self.head = nn.Linear(5, options.width), nn.Linear(options.width, 1)

    def forward(self, x):
        h = self.body(x).relu()
        if self.options.probing:
            h = h.detach()  #! decoy
        return self.head(h)
