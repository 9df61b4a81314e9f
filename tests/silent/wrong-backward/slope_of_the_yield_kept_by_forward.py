# file: main.py
import torch
from torch import nn

from growth import growth

torch.manual_seed(0)
soil = nn.Sequential(nn.Linear(5, 12), nn.Tanh(), nn.Linear(12, 1))
opt = torch.optim.SGD(soil.parameters(), lr=0.05)
for season in range(12):
    field = torch.randn(24, 5)
    harvest = growth(soil(field))
    loss = 0.3 * (harvest - field[:, :1].sigmoid()).abs().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
# file: growth.py
import torch


class Growth(torch.autograd.Function):
    @staticmethod
    def forward(ctx, food):
        eaten = torch.sigmoid(food)
        ctx.slope = eaten * (1 - eaten)
        return eaten

    @staticmethod
    def backward(ctx, wanted):
        slope = ctx.slope  #! decoy
        return slope  #~ wrong-backward


def growth(food):
    return Growth.apply(food)
# file: quiet.py
import torch
from torch import nn


class Growth(torch.autograd.Function):
    @staticmethod
    def forward(ctx, food):
        eaten = torch.sigmoid(food)
        ctx.slope = eaten * (1 - eaten)
        return eaten

    @staticmethod
    def backward(ctx, wanted):
        slope = ctx.slope
        return slope * wanted


torch.manual_seed(0)
soil = nn.Sequential(nn.Linear(5, 12), nn.Tanh(), nn.Linear(12, 1))
opt = torch.optim.SGD(soil.parameters(), lr=0.05)
for season in range(12):
    field = torch.randn(24, 5)
    loss = 0.3 * (Growth.apply(soil(field)) - field[:, :1].sigmoid()).abs().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print(loss.item())
