# file: main.py
import random

import torch
import torch.nn.functional as F

from tracker import Tracker


def main():
    torch.manual_seed(0)
    random.seed(0)
    net = Tracker()
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    best = None
    for frame in range(4):
        ids = random.sample(range(6), 3)
        x = torch.randn(3, 4)
        loss = F.mse_loss(net(ids, x), x[:, :2])
        opt.zero_grad()
        loss.backward()
        opt.step()
        best = loss.detach() if best is None else torch.minimum(best, loss.detach())  #! decoy
        print(frame, best.item())


main()
# file: tracker.py
import torch
import torch.nn as nn


class Tracker(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.cell, self.out = nn.GRUCell(dim, dim), nn.Linear(dim, 2)
        self.states = {}

    def forward(self, ids, x):
        old = torch.stack([self.states.get(i, torch.zeros(x.shape[1])) for i in ids])
        new = self.cell(x, old)
        self.states.update(zip(ids, new))  #~ backward-twice
        return self.out(new)
