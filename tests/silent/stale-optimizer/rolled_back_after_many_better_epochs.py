# file: main.py
import copy

import torch
from torch import nn
from torch.nn import functional as F


class Ranker(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(8, 16)
        self.score = nn.Linear(16, 1)

    def forward(self, x):
        return self.score(F.relu(self.embed(x))).squeeze(-1)


def train(ranker, optimizer, x, y):
    for rows in torch.randperm(len(x)).split(32):
        ranker.zero_grad()
        loss = F.mse_loss(ranker(x[rows]), y[rows])
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    x = torch.randn(160, 8)
    y = x[:, 0] - x[:, 1]
    ranker = Ranker()
    optimizer = torch.optim.Adam(ranker.parameters(), lr=0.003)
    best, kept = float("inf"), None
    for epoch in range(9):
        now = train(ranker, optimizer, x, y)
        if now < best:
            best, kept = now, copy.deepcopy(ranker)  #! decoy
    ranker = copy.deepcopy(kept)  #~ stale-optimizer
    for epoch in range(20):
        now = train(ranker, optimizer, x, y)
    print(best, now)


main()
# file: quiet.py
import copy

import torch
from torch import nn
from torch.nn import functional as F


class Ranker(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(8, 16)
        self.score = nn.Linear(16, 1)

    def forward(self, x):
        return self.score(F.relu(self.embed(x))).squeeze(-1)


def train(ranker, optimizer, x, y):
    for rows in torch.randperm(len(x)).split(32):
        ranker.zero_grad()
        loss = F.mse_loss(ranker(x[rows]), y[rows])
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    x = torch.randn(160, 8)
    y = x[:, 0] - x[:, 1]
    ranker = Ranker()
    optimizer = torch.optim.Adam(ranker.parameters(), lr=0.003)
    best, kept = float("inf"), None
    for epoch in range(9):
        now = train(ranker, optimizer, x, y)
        if now < best:
            best, kept = now, copy.deepcopy(ranker)
    ranker = copy.deepcopy(kept)
    state = optimizer.state_dict()
    optimizer = torch.optim.Adam(ranker.parameters(), lr=0.001)
    optimizer.load_state_dict(state)
    for epoch in range(20):
        now = train(ranker, optimizer, x, y)
    print(best, now)


main()
