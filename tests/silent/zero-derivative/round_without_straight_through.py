# file: main.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class FakeQuantised(nn.Module):
    def __init__(self, fan_in, fan_out, levels=16):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(fan_out, fan_in) * 0.3)
        self.levels = levels

    def quantised(self):
        scaled = self.weight * self.levels
        return torch.round(scaled) / self.levels  #~ zero-derivative

    def forward(self, x):
        return F.linear(x, self.quantised())


def build():
    return nn.Sequential(nn.Linear(5, 12), nn.ReLU(), FakeQuantised(12, 12), nn.ReLU(), nn.Linear(12, 1))


def fit(model, x, y):
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for _ in range(6):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
    return round(loss.item(), 3)  #! decoy


torch.manual_seed(0)
x = torch.randn(40, 5)
print(fit(build(), x, x.prod(1, keepdim=True)))
# file: quiet.py
import torch
import torch.nn as nn
import torch.nn.functional as F


class FakeQuantised(nn.Module):
    def __init__(self, fan_in, fan_out, levels=16):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(fan_out, fan_in) * 0.3)
        self.levels = levels

    def quantised(self):
        scaled = self.weight * self.levels
        return (scaled + (torch.round(scaled) - scaled).detach()) / self.levels

    def forward(self, x):
        return F.linear(x, self.quantised())


def build():
    return nn.Sequential(nn.Linear(5, 12), nn.ReLU(), FakeQuantised(12, 12), nn.ReLU(), nn.Linear(12, 1))


def fit(model, x, y):
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    for _ in range(6):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
    return round(loss.item(), 3)


torch.manual_seed(0)
x = torch.randn(40, 5)
print(fit(build(), x, x.prod(1, keepdim=True)))
