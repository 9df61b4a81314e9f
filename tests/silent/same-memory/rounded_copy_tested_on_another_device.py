# file: main.py
import torch
from torch import nn
from torch.nn import functional as F


def net():
    return nn.Sequential(nn.Linear(6, 24), nn.ReLU(), nn.Linear(24, 3))


def batch(n):
    x = torch.randn(n, 6)
    return x, x[:, :3].abs().argmax(1)


class Phone:
    """Has room for few different weights."""

    def __init__(self, grid):
        self.net, self.grid = net(), grid

    def install(self, weights):
        for name in weights:
            weights[name] /= self.grid  #~ same-memory
            weights[name].round_().mul_(self.grid)
        self.net.load_state_dict(weights)

    @torch.no_grad()
    def accuracy(self):
        x, y = batch(200)
        return (self.net(x).argmax(1) == y).float().mean().item()


torch.manual_seed(0)
model, phone = net(), Phone(0.25)
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
for epoch in range(8):
    for _ in range(6):
        x, y = batch(32)
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    phone.install(model.state_dict())
    print(epoch, loss.item(), phone.accuracy())
# file: quiet.py
import torch
from torch import nn
from torch.nn import functional as F


def net():
    return nn.Sequential(nn.Linear(6, 24), nn.ReLU(), nn.Linear(24, 3))


def batch(n):
    x = torch.randn(n, 6)
    return x, x[:, :3].abs().argmax(1)


class Phone:
    """Has room for few different weights."""

    def __init__(self, grid):
        self.net, self.grid = net(), grid

    def install(self, weights):
        weights = {name: value.clone() for name, value in weights.items()}
        for name in weights:
            weights[name] /= self.grid
            weights[name].round_().mul_(self.grid)
        self.net.load_state_dict(weights)

    @torch.no_grad()
    def accuracy(self):
        x, y = batch(200)
        return (self.net(x).argmax(1) == y).float().mean().item()


torch.manual_seed(0)
model, phone = net(), Phone(0.25)
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
for epoch in range(8):
    for _ in range(6):
        x, y = batch(32)
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        for value in model.state_dict().values():
            value.clamp_(-2, 2)  # the model itself is meant
    phone.install(model.state_dict())
    print(epoch, loss.item(), phone.accuracy())
