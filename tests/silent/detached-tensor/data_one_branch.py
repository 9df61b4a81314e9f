# file: main.py
import torch
import torch.nn as nn

from blocks import Normaliser


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(4, 12)
        self.gate = nn.Linear(4, 12)
        self.norm = Normaliser(12)
        self.head = nn.Linear(12, 1)

    def forward(self, x):
        h = self.norm(self.embed(x))
        gate = torch.sigmoid(self.gate(x))
        return self.head(h * gate.data)  #~ detached-tensor


def main():
    torch.manual_seed(1)
    model = Regressor()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = torch.randn(64, 4)
    y = (x[:, :1] * x[:, 1:2]).sin()
    for step in range(8):
        loss = (model(x) - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, round(loss.item(), 4))


main()
# file: quiet.py
import torch
import torch.nn as nn

from blocks import Normaliser


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(4, 12)
        self.gate = nn.Linear(4, 12)
        self.norm = Normaliser(12)
        self.head = nn.Linear(12, 1)

    def forward(self, x):
        h = self.norm(self.embed(x))
        gate = torch.sigmoid(self.gate(x))
        return self.head(h * gate)


def main():
    torch.manual_seed(1)
    model = Regressor()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    x = torch.randn(64, 4)
    y = (x[:, :1] * x[:, 1:2]).sin()
    for step in range(8):
        loss = (model(x) - y).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, round(loss.item(), 4))


main()
# file: blocks.py
import torch
import torch.nn as nn


class Normaliser(nn.Module):
    """Keeps running statistics by hand, outside of autograd."""

    def __init__(self, width, momentum=0.1):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("mean", torch.zeros(width))

    def forward(self, h):
        if self.training:
            self.mean.data.lerp_(h.data.mean(0), self.momentum)  #! decoy
        return h - self.mean
