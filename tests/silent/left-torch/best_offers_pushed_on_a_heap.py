# file: main.py
import torch
import torch.nn.functional as F

from market import Market

torch.manual_seed(0)
market = Market()
optimizer = torch.optim.Adam(market.parameters(), lr=0.02)
for day in range(15):
    goods = torch.randn(20, 5)
    loss = F.mse_loss(market(goods), goods.sum(1).topk(3).values.sum())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
# file: market.py
from heapq import heappush, nlargest

import torch
from torch import nn


class Market(nn.Module):
    def __init__(self):
        super().__init__()
        self.judge = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
        self.scale = nn.Parameter(torch.ones(3))

    def forward(self, goods):
        offers = []
        for price in self.judge(goods).squeeze(1):
            heappush(offers, price.item())  #~ left-torch
        return (self.scale * torch.tensor(nlargest(3, offers))).sum()
# file: quiet.py
from heapq import heappush, nlargest

import torch
import torch.nn.functional as F
from torch import nn


class Market(nn.Module):
    def __init__(self):
        super().__init__()
        self.judge = nn.Sequential(nn.Linear(5, 16), nn.ReLU(), nn.Linear(16, 1))
        self.scale = nn.Parameter(torch.ones(3))
        self.history = []

    def forward(self, goods):
        prices = self.judge(goods).squeeze(1)
        for price in prices:
            heappush(self.history, price.item())
        return (self.scale * prices.topk(3).values).sum()


torch.manual_seed(0)
market = Market()
optimizer = torch.optim.Adam(market.parameters(), lr=0.02)
for day in range(15):
    goods = torch.randn(20, 5)
    loss = F.mse_loss(market(goods), goods.sum(1).topk(3).values.sum())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item(), nlargest(3, market.history))
